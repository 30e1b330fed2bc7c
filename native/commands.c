#include "commands.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "fallback.h"
#include "opening.h"
#include "platform.h"
#include "reply.h"
#include "text.h"

static const char *run_START(struct brain *brain, const char *args) {
  double size = 0, second = 0;
  const int least = brain->game.win_length > MIN_SIZE ? brain->game.win_length : MIN_SIZE;
  const char *rest = digits_at(args, 6, &size);
  int is_fine = rest != 0;
  if (is_fine && *rest != 0) {
    const size_t between = strspn(rest, " \t,");
    const char *end = digits_at(rest + between, 6, &second);
    is_fine = between > 0 && end != 0 && *end == 0 && second == size;
  }
  if (!is_fine || size < least || size > MAX_SIZE)
    return sentence(TEXT_BAD_SIZE(quote(args), least));
  start_game(brain, (int)size, (int)size);
  say("OK");
  return 0;
}

static const char *run_RECTSTART(struct brain *brain, const char *args) {
  double sides[MAX_FIELDS];
  int is_fine = parse_fields(args, sides) == 2;
  for (int i = 0; i < 2 && is_fine; i++) is_fine = sides[i] >= MIN_SIZE && sides[i] <= MAX_SIZE;
  if (!is_fine) return sentence(TEXT_BAD_RECTANGLE(quote(args)));
  start_game(brain, (int)sides[0], (int)sides[1]);
  say("OK");
  return 0;
}

static const char *run_RESTART(struct brain *brain, const char *args) {
  (void)args;
  start_game(brain, brain->game.width, brain->game.height);
  say("OK");
  return 0;
}

static const char *run_BEGIN(struct brain *brain, const char *args) {
  (void)args;
  if (brain->game.count > 0) return sentence(TEXT_BEGIN_WITH_STONES(brain->game.count));
  brain->game.side_to_move = BLACK;
  return start_move(brain, 1);
}

static const char *run_TURN(struct brain *brain, const char *args) {
  struct point point;
  const char *problem = parse_point(&brain->game, args, &point);
  if (problem != 0) return problem;
  const int color = opponent_color(brain), before = brain->game.side_to_move;
  problem = add_stone(&brain->game, point.x, point.y, color);
  if (problem != 0) return problem;
  brain->game.side_to_move = 3 - color;
  problem = start_move(brain, 1);
  if (problem != 0) {
    remove_stone(&brain->game, point.x, point.y);
    brain->game.side_to_move = before;
  }
  return problem;
}

static const char *run_PLAY(struct brain *brain, const char *args) {
  struct point point;
  const char *problem = parse_point(&brain->game, args, &point);
  if (problem != 0) return problem;
  const int own = brain->own != 0 ? brain->own : brain->game.side_to_move;
  problem = add_stone(&brain->game, point.x, point.y, own);
  if (problem != 0) return problem;
  brain->game.side_to_move = 3 - own;
  brain->own = own;
  say_move(point.x, point.y);
  return 0;
}

static const char *run_TAKEBACK(struct brain *brain, const char *args) {
  struct point point;
  const char *problem = parse_point(&brain->game, args, &point);
  if (problem != 0) return problem;
  const int there = cell_at(&brain->game, point.x, point.y);
  if (there != BLACK && there != WHITE)
    return sentence(TEXT_TAKE_BACK_NOTHING(point.x, point.y));
  drop_job(brain);
  remove_stone(&brain->game, point.x, point.y);
  say("OK");
  return 0;
}

static const char *run_INFO(struct brain *brain, const char *args) {
  set_value(brain, args);
  return 0;
}

static const char *run_ABOUT(struct brain *brain, const char *args) {
  (void)brain, (void)args;
  say("%s", ABOUT_LINE);
  return 0;
}

static const char *run_END(struct brain *brain, const char *args) {
  (void)brain, (void)args;
  leave(0);
}

static const char *run_STOP(struct brain *brain, const char *args) {
  (void)args;
  stop_and_wait(brain);
  return 0;
}

static const char *run_YXSTOP(struct brain *brain, const char *args) { return run_STOP(brain, args); }

static const char *run_YXSHOWINFO(struct brain *brain, const char *args) {
  (void)args;
  brain->is_yixin_board = 1;
  say(TEXT_MAX_THREADS);
  say(TEXT_MAX_HASH_SIZE);
  return 0;
}

static const char *run_YXBLOCKRESET(struct brain *brain, const char *args) {
  (void)args;
  clear_excluded_points(&brain->excluded);
  return 0;
}

static const char *run_YXBLOCKPATHRESET(struct brain *brain, const char *args) {
  (void)args;
  clear_excluded_paths(&brain->excluded);
  return 0;
}

static const char *run_YXFORBID(struct brain *brain, const char *args) {
  char word[4] = "";
  double numbers[3];
  const char *at = args;
  for (int i = 0; i < 3 && isalpha((unsigned char)*at); i++) word[i] = (char)tolower((unsigned char)*at++);
  int is_fine = strcmp(word, "add") == 0 || strcmp(word, "del") == 0;
  for (int i = 0; i < 3 && is_fine; i++) {
    const size_t blanks = strspn(at, " \t");
    const char *end = digits_at(at + blanks, i < 2 ? 3 : 1, &numbers[i]);
    is_fine = blanks > 0 && end != 0;
    at = end;
  }
  if (!is_fine || *at != 0 || numbers[2] > 1)
    return sentence(TEXT_BAD_FORBID(quote(args)));
  char text[40];
  struct point point;
  snprintf(text, sizeof text, "%.0f,%.0f", numbers[0], numbers[1]);
  const char *problem = parse_point(&brain->game, text, &point);
  if (problem == 0) exclude_for_color(&brain->excluded, point, numbers[2] == 0 ? BLACK : WHITE, word[0] == 'a');
  return problem;
}

static const char *run_YXNBEST(struct brain *brain, const char *args) {
  double lines;
  const char *end = digits_at(args, 4, &lines);
  if (end == 0 || *end != 0 || *args == '0') return sentence(TEXT_BAD_N_BEST(quote(args)));
  return start_move(brain, (int)lines);
}

static const char *run_YXSEARCHDEFEND(struct brain *brain, const char *args) {
  (void)args;
  return start_move(brain, MAX_LINES);
}

static const char *run_YXSWAP2STEP1(struct brain *brain, const char *args) {
  (void)args;
  struct point points[3];
  drop_job(brain);
  choose_opening(&brain->game, points);
  for (int i = 0; i < 3; i++) say(TEXT_SWAP2_MOVE(i + 1, points[i].x, points[i].y));
  return 0;
}

static const char *swap2_choice(struct brain *brain, const char *name, int count) {
  if (brain->game.count != count) return sentence(TEXT_WRONG_STONES(name, count == 3 ? "3" : "5", brain->game.count));
  struct game game = brain->game;
  game.side_to_move = WHITE;
  return start_choice(brain, CHOICE_JOB, &game, count == 3 ? 1 : 2);
}

static const char *run_YXSWAP2STEP2(struct brain *brain, const char *args) {
  (void)args;
  return swap2_choice(brain, "YXSWAP2STEP2", 3);
}

static const char *run_YXSWAP2STEP3(struct brain *brain, const char *args) {
  (void)args;
  return swap2_choice(brain, "YXSWAP2STEP3", 5);
}

static const char *run_YXSHOWFORBID(struct brain *brain, const char *args) {
  (void)args;
  char text[4 * MAX_POINTS + 1], *at = text;
  *at = 0;
  const int side = (brain->game.rule & OMOK_BIT) != 0 ? brain->game.side_to_move : BLACK;
  for (int y = 0; y < brain->game.height; y++) {
    for (int x = 0; x < brain->game.width; x++) {
      const int is_empty = cell_at(&brain->game, x, y) == EMPTY;
      if (is_empty && is_forbidden(&brain->game, (struct point){x, y}, side)) at += sprintf(at, "%02d%02d", x, y);
    }
  }
  say("FORBID %s.", text);
  return 0;
}

static const char *run_YXHASHCLEAR(struct brain *brain, const char *args) {
  (void)args;
  forget_searches(brain->search);
  return 0;
}

static const char *run_YXSHOWHASHUSAGE(struct brain *brain, const char *args) {
  (void)args;
  say(TEXT_HASH_USE(sentence("%.1f", 100 * table_use(brain->search))));
  return 0;
}

static const char *run_YXHASHDUMP(struct brain *brain, const char *args) {
  (void)brain, (void)args;
  say(TEXT_HASH_NOT_WRITTEN);
  return 0;
}

static const char *run_YXHASHLOAD(struct brain *brain, const char *args) {
  (void)brain, (void)args;
  say(TEXT_HASH_NOT_READ);
  return 0;
}

static const char *run_YXDRAW(struct brain *brain, const char *args) {
  (void)args;
  // Accepted if the last search saw no advantage.
  say(brain->last_score <= 0 ? TEXT_DRAW_ACCEPTED : TEXT_DRAW_DECLINED);
  return 0;
}

static const char *run_YXRESIGN(struct brain *brain, const char *args) {
  (void)brain, (void)args;
  say(TEXT_RESIGNED);
  return 0;
}

// The table. Commands that open a block have nothing to run.

#define run_BOARD 0
#define run_YXBOARD 0
#define run_SWAP2BOARD 0
#define run_YXBLOCK 0
#define run_YXBLOCKUNDO 0
#define run_YXBLOCKPATH 0
#define run_YXBLOCKPATHUNDO 0
#define COMMAND(name, ...) {#name, __VA_ARGS__, run_##name},
static const struct command TABLE[] = {COMMANDS{0, 0, 0, 0, 0, 0, 0}};

const struct command *command_of(const char *name) {
  for (const struct command *each = TABLE; each->name != 0; each++)
    if (strcmp(each->name, name) == 0) return each;
  return 0;
}
