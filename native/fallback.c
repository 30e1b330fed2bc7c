#include "fallback.h"

#include "fallback-code.h"

/** @returns the functions, with the position set up */
static const struct plain_functions *set_up(struct game *game) {
  static struct plain_functions functions;
  if (functions.start == 0) {
    functions = plain_functions_made();
    functions.start();
  }
  functions.setBoard(game->cells, game->width, game->height, game->rule, game->win_length);
  return &functions;
}

struct point fallback_move(struct game *game, const struct point *excluded, int count) {
  const struct plain_functions *plain = set_up(game);
  for (int i = 0; i < count; i++) plain->leaveOut(excluded[i].x, excluded[i].y);
  return point_of(plain->fallbackPoint(game->side_to_move));
}

int is_forbidden(struct game *game, struct point point, int side) {
  return set_up(game)->isForbiddenTo(side, padded(point));
}
