#include "blocks.h"

#include <stdio.h>

#include "opening.h"
#include "reply.h"
#include "text.h"

static int block_is(const struct block *block, const char *name) { return strcmp(block->name, name) == 0; }

static const char *board_line(struct block *block, const struct game *game, const char *text) {
  double fields[MAX_FIELDS];
  const int count = parse_fields(text, fields);
  if (count != 3 || fields[2] < 1 || fields[2] > 3)
    return sentence(TEXT_BAD_BOARD_LINE(quote(text)));
  if (!is_in_range(game, fields[0], fields[1]))
    return sentence(TEXT_BOARD_LINE_OFF_BOARD(quote(text), game->width - 1, game->height - 1));
  const int x = (int)fields[0], y = (int)fields[1];
  if (block->filled[y * game->width + x])
    return sentence(TEXT_BOARD_LINE_TAKEN(quote(text)));
  block->filled[y * game->width + x] = 1;
  block->lines[block->count].x = x;
  block->lines[block->count].y = y;
  block->lines[block->count++].field = (int)fields[2];
  return 0;
}

const char *add_block_line(struct block *block, const struct game *game, const char *text) {
  if (block->refusal[0] != 0) return 0;
  if (block_is(block, "BOARD") || block_is(block, "YXBOARD")) return board_line(block, game, text);
  if (block_is(block, "SWAP2BOARD")) {
    if (block->count < MAX_SWAP2_LINES) snprintf(block->texts[block->count++], sizeof block->texts[0], "%s", text);
    return 0;
  }
  const int is_path = strncmp(block->name, "YXBLOCKPATH", 11) == 0;
  double fields[MAX_FIELDS];
  // Yixin-Board also sends points beyond the edge of a smaller board, where there is nothing to exclude.
  if (is_path && parse_fields(text, fields) >= 2 && (fields[0] >= game->width || fields[1] >= game->height)) {
    block->is_off_board = 1;
    return 0;
  }
  struct point point;
  const char *problem = parse_point(game, text, &point);
  if (problem == 0 && block->count < MAX_POINTS) block->points[block->count++] = point;
  return problem;
}

static const char *board_done(struct block *block, struct brain *brain) {
  const int has_answer = block_is(block, "BOARD");
  int own = 0, opponent = 0, first = 0;
  if (block->count == brain->game.width * brain->game.height) return TEXT_BOARD_FULL;
  for (int i = 0; i < block->count; i++) {
    own += block->lines[i].field == 1;
    opponent += block->lines[i].field == 2;
    if (first == 0 && block->lines[i].field != 3) first = block->lines[i].field;
  }
  const int color = own == opponent ? BLACK : opponent == own + 1 ? WHITE : first == 1 ? BLACK : WHITE;
  drop_job(brain);
  clear_game(&brain->game, brain->game.width, brain->game.height);
  for (int i = 0; i < block->count; i++) {
    const int field = block->lines[i].field;
    add_stone(&brain->game, block->lines[i].x, block->lines[i].y, field == 3 ? BLOCKED : field == 1 ? color : 3 - color);
  }
  brain->game.side_to_move = brain->own = color;
  return has_answer ? start_move(brain, 1) : 0;
}

static const char *swap2_done(struct block *block, struct brain *brain) {
  struct game game = brain->game;
  clear_game(&game, game.width, game.height);
  struct point points[MAX_SWAP2_LINES];
  for (int i = 0; i < block->count; i++) {
    const char *problem = parse_point(&game, block->texts[i], &points[i]);
    if (problem != 0) return problem;
  }
  if (block->count == 0) {
    choose_opening(&game, points);
    say("%d,%d %d,%d %d,%d", points[0].x, points[0].y, points[1].x, points[1].y, points[2].x, points[2].y);
    return 0;
  }
  if (block->count != 3 && block->count != 5) return sentence(TEXT_WRONG_STONES(block->name, "0, 3 or 5", block->count));
  for (int i = 0; i < block->count; i++) {
    const char *problem = add_stone(&game, points[i].x, points[i].y, i % 2 == 0 ? BLACK : WHITE);
    if (problem != 0) return problem;
  }
  game.side_to_move = WHITE;
  return start_choice(brain, SWAP2_JOB, &game, 0);
}

const char *obey_block(struct block *block, struct brain *brain) {
  if (block->refusal[0] != 0) return sentence("%s", block->refusal);
  if (block_is(block, "BOARD") || block_is(block, "YXBOARD")) return board_done(block, brain);
  if (block_is(block, "SWAP2BOARD")) return swap2_done(block, brain);
  const int is_excluded = strstr(block->name, "UNDO") == 0;
  if (strncmp(block->name, "YXBLOCKPATH", 11) == 0) {
    if (!block->is_off_board) exclude_path(&brain->excluded, block->points, block->count, is_excluded);
    return 0;
  }
  for (int i = 0; i < block->count; i++) exclude_point(&brain->excluded, block->points[i], is_excluded);
  return 0;
}
