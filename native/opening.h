/* Points, and the first stones of swap2. */
#ifndef TENGEN_OPENING_H
#define TENGEN_OPENING_H
#include "game.h"

/** @returns whether numbers of any size are a point of the board */
static inline int is_in_range(const struct game *game, double x, double y) {
  return x >= 0 && y >= 0 && x < game->width && y < game->height;
}

/** @returns an error text, null if the text is a point of the board */
const char *parse_point(const struct game *game, const char *text, struct point *point);
/** Chooses three stones at random. */
void choose_opening(const struct game *game, struct point points[3]);
#endif
