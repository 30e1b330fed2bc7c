/* A move without a search, the same that the engine plays, and what is forbidden: written in C from src/kernel/fallback. */
#ifndef TENGEN_FALLBACK_H
#define TENGEN_FALLBACK_H
#include "game.h"

/** Both are called with the lock held. */

/** @param excluded points not to be played: one is left @returns a win, else what stops one, else what promises most */
struct point fallback_move(struct game *game, const struct point *excluded, int count);
/** @returns whether the side may not play on an empty point */
int is_forbidden(struct game *game, struct point point, int side);
#endif
