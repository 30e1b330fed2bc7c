/* Blocks: commands followed by lines and DONE. */
#ifndef TENGEN_BLOCKS_H
#define TENGEN_BLOCKS_H
#include "brain.h"

enum { MAX_SWAP2_LINES = 6 };

/** The block being read. */
struct block {
  /** Null while none is open. */
  const char *name;
  /** Why the command was refused, which is answered at DONE; empty if it is obeyed. */
  char refusal[400];
  double read_at;
  int count;
  struct {
    int x, y, field;
  } lines[MAX_POINTS];
  uint8_t filled[MAX_POINTS];
  char texts[MAX_SWAP2_LINES][QUOTE_LENGTH + 2];
  struct point points[MAX_POINTS];
  int is_off_board;
};

/** Adds a line. @returns an error text, null if the line is used or ignored */
const char *add_block_line(struct block *block, const struct game *game, const char *text);
/** Obeys the block at DONE. @returns an error text, null if it has been obeyed */
const char *obey_block(struct block *block, struct brain *brain);
#endif
