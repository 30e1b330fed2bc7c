/* Board, rule and stones in the order they were placed. */
#ifndef TENGEN_GAME_H
#define TENGEN_GAME_H
#include "tables.h"

enum { EMPTY, BLACK, WHITE, BLOCKED };
enum { MAX_POINTS = MAX_SIZE * MAX_SIZE };

struct point {
  int x, y;
};

/** @returns a point of the board that the search works on, as src/kernel/point.ts numbers them */
static inline int padded(struct point point) { return ((point.y + PAD) << 5) + point.x + PAD; }
/** @returns the same the other way round */
static inline struct point point_of(int padded) { return (struct point){(padded & 31) - PAD, (padded >> 5) - PAD}; }

struct stone {
  uint8_t x, y, color;
};

struct game {
  int width, height, rule, win_length, side_to_move, count;
  struct stone stones[MAX_POINTS];
  uint8_t cells[MAX_POINTS];
};

/** An empty board; the rule stays. */
void clear_game(struct game *game, int width, int height);
int is_on_board(const struct game *game, int x, int y);
int cell_at(const struct game *game, int x, int y);
int empty_count(const struct game *game);
/** @returns what is wrong, null if the stone is placed; the side to move stays */
const char *add_stone(struct game *game, int x, int y, int color);
/** @returns what is wrong, null if the stone is taken off and its side, or else the other one than before, is to move */
const char *remove_stone(struct game *game, int x, int y);

/** @returns the text, which lasts until the next one: under the lock there is only one */
const char *sentence(const char *format, ...) __attribute__((format(printf, 1, 2)));
#endif
