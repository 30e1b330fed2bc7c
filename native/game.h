/* Board, rule and stones in the order they were placed. */
#ifndef TENGEN_GAME_H
#define TENGEN_GAME_H
#include "tables.h"

enum { EMPTY, BLACK, WHITE, BLOCKED };
enum { MAX_POINTS = MAX_SIZE * MAX_SIZE };

struct point {
  int x, y;
};

/** @returns the point on the board of the kernel, in the numbering of src/kernel/point.ts */
static inline int padded(struct point point) { return ((point.y + PAD) << 5) + point.x + PAD; }
/** The inverse of padded(). */
static inline struct point point_of(int padded) { return (struct point){(padded & 31) - PAD, (padded >> 5) - PAD}; }

struct stone {
  uint8_t x, y, color;
};

struct game {
  int width, height, rule, win_length, side_to_move, count;
  struct stone stones[MAX_POINTS];
  uint8_t cells[MAX_POINTS];
};

/** Empties the board; the rule stays. */
void clear_game(struct game *game, int width, int height);
int is_on_board(const struct game *game, int x, int y);
int cell_at(const struct game *game, int x, int y);
int empty_count(const struct game *game);
/** Places a stone; the side to move stays. @returns an error text, null if the stone is placed */
const char *add_stone(struct game *game, int x, int y, int color);
/**
 * Removes a stone. If it was the last one, its side is to move; otherwise the side to move changes.
 * @returns an error text, null if the stone is removed
 */
const char *remove_stone(struct game *game, int x, int y);
#endif
