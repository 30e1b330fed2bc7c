#include "opening.h"

#include "platform.h"
#include "text.h"

const char *parse_point(const struct game *game, const char *text, struct point *point) {
  double fields[MAX_FIELDS];
  if (parse_fields(text, fields) == 2 && is_in_range(game, fields[0], fields[1])) {
    *point = (struct point){(int)fields[0], (int)fields[1]};
    return 0;
  }
  return sentence(TEXT_BAD_POINT(quote(text), game->width - 1, game->height - 1));
}

/** @returns whether all steps from the center are on the board */
static int place_opening(const struct game *game, const signed char (*steps)[2], struct point points[3]) {
  int fits = 1;
  for (int i = 0; i < 3; i++) {
    points[i] = (struct point){(game->width >> 1) + steps[i][0], (game->height >> 1) + steps[i][1]};
    fits &= is_on_board(game, points[i].x, points[i].y);
  }
  return fits;
}

void choose_opening(const struct game *game, struct point points[3]) {
  enum { COUNT = sizeof OPENINGS / sizeof *OPENINGS };
  int fitting[COUNT], count = 0;
  for (int i = 0; i < COUNT; i++)
    if (place_opening(game, OPENINGS[i], points)) fitting[count++] = i;
  // The microseconds of the clock are random enough.
  if (count > 0) place_opening(game, OPENINGS[fitting[(int64_t)(clock_ms() * 1000) % count]], points);
  else place_opening(game, SMALL_OPENING[0], points);
}
