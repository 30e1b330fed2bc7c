/* Moves that a front end excludes from play: YXBLOCK, YXBLOCKPATH, YXFORBID. They outlast the game. */
#ifndef TENGEN_EXCLUDED_H
#define TENGEN_EXCLUDED_H
#include "game.h"

enum { MAX_PATHS = 1024 };

/** A move excluded in one position. */
struct path {
  struct point last;
  /** Hash and number of the stones before it. */
  uint64_t before;
  int count;
};

struct excluded_moves {
  uint8_t points[MAX_SIZE][MAX_SIZE];
  uint8_t by_color[3][MAX_SIZE][MAX_SIZE];
  struct path *paths;
  int path_count;
};

/** In all of these, is_excluded 0 allows the move again. */
void exclude_point(struct excluded_moves *moves, struct point point, int is_excluded);
void exclude_for_color(struct excluded_moves *moves, struct point point, int color, int is_excluded);
/** @param path moves of a game from its beginning, Black's first; the last one is excluded */
void exclude_path(struct excluded_moves *moves, const struct point *path, int count, int is_excluded);
void clear_excluded_points(struct excluded_moves *moves);
void clear_excluded_paths(struct excluded_moves *moves);
/** @returns the number of empty points excluded for the side to move; 0 if that leaves no other point */
int excluded_points(const struct excluded_moves *moves, const struct game *game, struct point *points);
#endif
