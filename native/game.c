#include "game.h"

#include "text.h"

void clear_game(struct game *game, int width, int height) {
  game->width = width;
  game->height = height;
  game->side_to_move = BLACK;
  game->count = 0;
  memset(game->cells, EMPTY, sizeof game->cells);
}

int is_on_board(const struct game *game, int x, int y) {
  return x >= 0 && y >= 0 && x < game->width && y < game->height;
}

int cell_at(const struct game *game, int x, int y) { return game->cells[y * game->width + x]; }

int empty_count(const struct game *game) { return game->width * game->height - game->count; }

const char *add_stone(struct game *game, int x, int y, int color) {
  static const char *const names[] = {"nothing", "a black stone", "a white stone", "a blocked point"};
  const int there = cell_at(game, x, y);
  if (there != EMPTY) return sentence("point %d,%d: expected an empty point, found %s", x, y, names[there]);
  game->cells[y * game->width + x] = (uint8_t)color;
  game->stones[game->count++] = (struct stone){(uint8_t)x, (uint8_t)y, (uint8_t)color};
  return 0;
}

const char *remove_stone(struct game *game, int x, int y) {
  for (int i = 0; i < game->count; i++) {
    const struct stone stone = game->stones[i];
    if (stone.x != x || stone.y != y || stone.color == BLOCKED) continue;
    const int is_last = i == game->count - 1;
    memmove(game->stones + i, game->stones + i + 1, (size_t)(--game->count - i) * sizeof stone);
    game->cells[y * game->width + x] = EMPTY;
    game->side_to_move = is_last ? stone.color : 3 - game->side_to_move;
    return 0;
  }
  return sentence("point %d,%d: expected a stone to undo, found none", x, y);
}
