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

void choose_opening(const struct game *game, struct point points[3]) {
  enum { COUNT = sizeof OPENINGS / sizeof *OPENINGS };
  const int is_small = game->width < MIN_OPENING_SIDE || game->height < MIN_OPENING_SIDE;
  // The microseconds of the clock are random enough.
  const signed char(*stones)[2] = is_small ? SMALL_OPENING[0] : OPENINGS[(int64_t)(clock_ms() * 1000) % COUNT];
  const int left = (game->width >> 1) - SQUARE_CENTER, top = (game->height >> 1) - SQUARE_CENTER;
  for (int i = 0; i < 3; i++) points[i] = (struct point){left + stones[i][0], top + stones[i][1]};
}
