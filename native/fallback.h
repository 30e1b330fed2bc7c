/* A move without a search and forbidden points, as the engine finds them: C of src/kernel/fallback. */
#ifndef TENGEN_FALLBACK_H
#define TENGEN_FALLBACK_H
#include "game.h"

/** Call both with the lock held: they share one board. */

/** @param excluded points not to be played; at least one other is empty @returns a win, else a defense, else a good shape */
struct point fallback_move(struct game *game, const struct point *excluded, int count);
/** @returns whether the rule forbids the side an empty point */
int is_forbidden(struct game *game, struct point point, int side);
#endif
