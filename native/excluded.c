#include "excluded.h"

#include <stdlib.h>

/** The sum over the stones of a position does not depend on their order. */
static uint64_t stone_hash(int x, int y, int color) {
  uint64_t mixed = (uint64_t)(x + 32 * y + 1024 * color + 1) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  return (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
}

void exclude_point(struct excluded_moves *moves, struct point point, int is_excluded) {
  moves->points[point.y][point.x] = (uint8_t)is_excluded;
}

void exclude_for_color(struct excluded_moves *moves, struct point point, int color, int is_excluded) {
  moves->by_color[color][point.y][point.x] = (uint8_t)is_excluded;
}

void clear_excluded_points(struct excluded_moves *moves) { memset(moves->points, 0, sizeof moves->points); }
void clear_excluded_paths(struct excluded_moves *moves) { moves->path_count = 0; }

void exclude_path(struct excluded_moves *moves, const struct point *game, int count, int is_excluded) {
  if (count == 0) return;
  struct path path = {game[count - 1], 0, count - 1};
  for (int i = 0; i < count - 1; i++) path.before += stone_hash(game[i].x, game[i].y, i % 2 == 0 ? BLACK : WHITE);
  struct path *paths = moves->paths;
  for (int i = 0; i < moves->path_count; i++) {
    if (memcmp(&paths[i].last, &path.last, sizeof path.last) != 0 || paths[i].before != path.before) continue;
    paths[i] = paths[--moves->path_count];
    break;
  }
  if (!is_excluded || moves->path_count == MAX_PATHS) return;
  if (moves->paths == 0) moves->paths = malloc(MAX_PATHS * sizeof path);
  if (moves->paths != 0) moves->paths[moves->path_count++] = path;
}

static int is_path(const struct excluded_moves *moves, const struct game *game, uint64_t stones, int x, int y) {
  for (int i = 0; i < moves->path_count; i++) {
    const struct path *path = &moves->paths[i];
    if (path->last.x == x && path->last.y == y && path->count == game->count && path->before == stones) return 1;
  }
  return 0;
}

int excluded_points(const struct excluded_moves *moves, const struct game *game, struct point *points) {
  uint64_t stones = 0;
  for (int i = 0; i < game->count; i++) stones += stone_hash(game->stones[i].x, game->stones[i].y, game->stones[i].color);
  int count = 0;
  for (int y = 0; y < game->height; y++) {
    for (int x = 0; x < game->width; x++) {
      if (cell_at(game, x, y) != EMPTY) continue;
      if (moves->points[y][x] || moves->by_color[game->side_to_move][y][x] || is_path(moves, game, stones, x, y))
        points[count++] = (struct point){x, y};
    }
  }
  return count < empty_count(game) ? count : 0;
}
