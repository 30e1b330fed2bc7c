#include "session.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "brain.h"
#include "fallback.h"
#include "platform.h"

static const char FULL_BOARD[] = "board is full: expected an empty point";

// Text.

static int is_blank(char letter) { return letter == ' ' || letter == '\t'; }

/** Cuts blanks and tabs off both ends. */
static char *trimmed(char *text) {
  size_t end = strlen(text);
  while (end > 0 && is_blank(text[end - 1])) text[--end] = 0;
  while (is_blank(*text)) text++;
  return text;
}

/** @returns what came, fit for an answer; it lasts until the next but one */
static const char *quote(const char *text) {
  static char quotes[2][QUOTE_LENGTH + 1];
  static int which;
  char *made = quotes[which ^= 1];
  size_t length = 0;
  for (; text[length] != 0 && length < QUOTE_LENGTH; length++)
    made[length] = text[length] >= ' ' && text[length] <= '~' ? text[length] : '?';
  made[length] = 0;
  return made;
}

enum { MAX_FIELDS = 4 };

/** Reads `a,b,...` with blanks around the commas. @returns how many, -1 unless all are whole numbers */
static int parse_fields(const char *text, double fields[MAX_FIELDS]) {
  for (int count = 0;; text++) {
    while (is_blank(*text)) text++;
    const char *digits = text + (*text == '+' || *text == '-');
    const size_t length = strspn(digits, "0123456789");
    if (length < 1 || length > 10) return -1;
    if (count < MAX_FIELDS) fields[count] = strtod(text, 0);
    count++;
    text = digits + length;
    while (is_blank(*text)) text++;
    if (*text == 0) return count;
    if (*text != ',') return -1;
  }
}

static int is_on(const struct game *game, double x, double y) {
  return x >= 0 && y >= 0 && x < game->width && y < game->height;
}

/** @returns what is wrong, null for a point of the board */
static const char *parse_point(const char *text, struct point *point) {
  double fields[MAX_FIELDS];
  if (parse_fields(text, fields) == 2 && is_on(&brain.game, fields[0], fields[1])) {
    *point = (struct point){(int)fields[0], (int)fields[1]};
    return 0;
  }
  return sentence("coordinate \"%s\": expected x,y with x from 0 to %d and y from 0 to %d", quote(text),
                  brain.game.width - 1, brain.game.height - 1);
}

/** A whole number of so many digits at most. @returns what stands behind it, null if there is none */
static const char *digits_at(const char *text, size_t most, double *number) {
  const size_t length = strspn(text, "0123456789");
  if (length < 1 || length > most) return 0;
  *number = strtod(text, 0);
  return text + length;
}

// Commands. Each gives what is wrong, or null when it has been obeyed.

static const char *run_START(const char *args) {
  double size = 0, second = 0;
  const int least = brain.game.win_length > MIN_SIZE ? brain.game.win_length : MIN_SIZE;
  const char *rest = digits_at(args, 6, &size);
  int is_fine = rest != 0;
  if (is_fine && *rest != 0) {
    const size_t between = strspn(rest, " \t,");
    const char *end = digits_at(rest + between, 6, &second);
    is_fine = between > 0 && end != 0 && *end == 0 && second == size;
  }
  if (!is_fine || size < least || size > MAX_SIZE)
    return sentence("unsupported board size \"%s\": expected %d to %d", quote(args), least, MAX_SIZE);
  start_game((int)size, (int)size);
  say("OK");
  return 0;
}

static const char *run_RECTSTART(const char *args) {
  double sides[MAX_FIELDS];
  int is_fine = parse_fields(args, sides) == 2;
  for (int i = 0; i < 2 && is_fine; i++) is_fine = sides[i] >= MIN_SIZE && sides[i] <= MAX_SIZE;
  if (!is_fine)
    return sentence("unsupported board size \"%s\": expected width,height with both from %d to %d", quote(args), MIN_SIZE,
                    MAX_SIZE);
  start_game((int)sides[0], (int)sides[1]);
  say("OK");
  return 0;
}

static const char *run_RESTART(const char *args) {
  (void)args;
  start_game(brain.game.width, brain.game.height);
  say("OK");
  return 0;
}

static const char *run_BEGIN(const char *args) {
  (void)args;
  if (brain.game.count > 0) return sentence("BEGIN with %d stones on the board: expected an empty board", brain.game.count);
  brain.game.side_to_move = BLACK;
  return start_move(1);
}

static const char *run_TURN(const char *args) {
  struct point point;
  const char *problem = parse_point(args, &point);
  if (problem != 0) return problem;
  const int color = opponent_color(), before = brain.game.side_to_move;
  problem = add_stone(&brain.game, point.x, point.y, color);
  if (problem != 0) return problem;
  brain.game.side_to_move = 3 - color;
  problem = start_move(1);
  if (problem != 0) {
    remove_stone(&brain.game, point.x, point.y);
    brain.game.side_to_move = before;
  }
  return problem;
}

static const char *run_PLAY(const char *args) {
  struct point point;
  const char *problem = parse_point(args, &point);
  if (problem != 0) return problem;
  const int own = brain.own != 0 ? brain.own : brain.game.side_to_move;
  problem = add_stone(&brain.game, point.x, point.y, own);
  if (problem != 0) return problem;
  brain.game.side_to_move = 3 - own;
  brain.own = own;
  say_move(point.x, point.y);
  return 0;
}

static const char *run_TAKEBACK(const char *args) {
  struct point point;
  const char *problem = parse_point(args, &point);
  if (problem != 0) return problem;
  const int there = cell_at(&brain.game, point.x, point.y);
  if (there != BLACK && there != WHITE)
    return sentence("TAKEBACK %d,%d: expected a point with a stone on it", point.x, point.y);
  drop_job();
  remove_stone(&brain.game, point.x, point.y);
  say("OK");
  return 0;
}

static const char *run_INFO(const char *args) {
  set_value(args);
  return 0;
}

static const char *run_ABOUT(const char *args) {
  (void)args;
  say("%s", ABOUT_LINE);
  return 0;
}

static const char *run_END(const char *args) {
  (void)args;
  leave(0);
}

static const char *run_STOP(const char *args) {
  (void)args;
  stop_and_wait();
  return 0;
}

static const char *run_YXSTOP(const char *args) { return run_STOP(args); }

static const char *run_YXSHOWINFO(const char *args) {
  (void)args;
  brain.is_yixin_board = 1;
  say("MESSAGE INFO MAX_THREAD_NUM %d", MAX_THREADS);
  say("MESSAGE INFO MAX_HASH_SIZE %d", 20);
  return 0;
}

static const char *run_YXBLOCKRESET(const char *args) {
  (void)args;
  clear_points();
  return 0;
}

static const char *run_YXBLOCKPATHRESET(const char *args) {
  (void)args;
  clear_paths();
  return 0;
}

static const char *run_YXFORBID(const char *args) {
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
    return sentence("YXFORBID \"%s\": expected add or del, x, y, and 0 or 1", quote(args));
  char text[40];
  struct point point;
  snprintf(text, sizeof text, "%.0f,%.0f", numbers[0], numbers[1]);
  const char *problem = parse_point(text, &point);
  if (problem == 0) leave_out_color(point, numbers[2] == 0 ? BLACK : WHITE, word[0] == 'a');
  return problem;
}

static const char *run_YXNBEST(const char *args) {
  double lines;
  const char *end = digits_at(args, 4, &lines);
  if (end == 0 || *end != 0 || *args == '0') return sentence("YXNBEST \"%s\": expected a number from 1", quote(args));
  return start_move((int)lines);
}

static const char *run_YXSEARCHDEFEND(const char *args) {
  (void)args;
  return start_move(MAX_LINES);
}

/** @returns whether all steps from the center are on the board */
static int place_opening(const signed char (*steps)[2], struct point points[3]) {
  int fits = 1;
  for (int i = 0; i < 3; i++) {
    points[i] = (struct point){(brain.game.width >> 1) + steps[i][0], (brain.game.height >> 1) + steps[i][1]};
    fits &= is_on_board(&brain.game, points[i].x, points[i].y);
  }
  return fits;
}

/** Three stones for swap2, by chance. */
static void choose_opening(struct point points[3]) {
  enum { COUNT = sizeof OPENINGS / sizeof *OPENINGS };
  int fitting[COUNT], count = 0;
  for (int i = 0; i < COUNT; i++)
    if (place_opening(OPENINGS[i], points)) fitting[count++] = i;
  // The clock's microseconds are chance enough.
  if (count > 0) place_opening(OPENINGS[fitting[(int64_t)(clock_ms() * 1000) % count]], points);
  else place_opening(SMALL_OPENING[0], points);
}

static const char *run_YXSWAP2STEP1(const char *args) {
  (void)args;
  struct point points[3];
  drop_job();
  choose_opening(points);
  for (int i = 0; i < 3; i++) say("MESSAGE SWAP2 MOVE%d %d %d", i + 1, points[i].x, points[i].y);
  return 0;
}

static const char *swap2_choice(const char *name, int count) {
  if (brain.game.count != count) return sentence("%s with %d stones: expected %d", name, brain.game.count, count);
  struct game game = brain.game;
  game.side_to_move = WHITE;
  return start_choice(CHOICE_JOB, &game, count == 3 ? "MESSAGE SWAP2 SWAP1" : "MESSAGE SWAP2 SWAP2");
}

static const char *run_YXSWAP2STEP2(const char *args) {
  (void)args;
  return swap2_choice("YXSWAP2STEP2", 3);
}

static const char *run_YXSWAP2STEP3(const char *args) {
  (void)args;
  return swap2_choice("YXSWAP2STEP3", 5);
}

static const char *run_YXSHOWFORBID(const char *args) {
  (void)args;
  char text[4 * MAX_POINTS + 1], *at = text;
  *at = 0;
  for (int y = 0; y < brain.game.height; y++) {
    for (int x = 0; x < brain.game.width; x++) {
      const int is_empty = cell_at(&brain.game, x, y) == EMPTY;
      if (is_empty && is_forbidden(&brain.game, (struct point){x, y}, BLACK)) at += sprintf(at, "%02d%02d", x, y);
    }
  }
  say("FORBID %s.", text);
  return 0;
}

static const char *run_YXHASHCLEAR(const char *args) {
  (void)args;
  forget_searches();
  return 0;
}

static const char *run_YXSHOWHASHUSAGE(const char *args) {
  (void)args;
  say("MESSAGE transposition table %.1f%% full", 100 * table_use());
  return 0;
}

static const char *run_YXHASHDUMP(const char *args) {
  (void)args;
  say("MESSAGE the transposition table is not written to files");
  return 0;
}

static const char *run_YXHASHLOAD(const char *args) {
  (void)args;
  say("MESSAGE the transposition table is not read from files");
  return 0;
}

static const char *run_YXDRAW(const char *args) {
  (void)args;
  // A draw is taken where the last search saw no advantage.
  say("MESSAGE the draw is %s", brain.last_score <= 0 ? "accepted" : "declined");
  return 0;
}

static const char *run_YXRESIGN(const char *args) {
  (void)args;
  say("MESSAGE the resignation is accepted");
  return 0;
}

// Blocks: commands that are followed by lines and DONE.

enum { MAX_SWAP2_LINES = 6 };

static struct {
  /** Null: none is open. */
  const char *name;
  /** What is answered at DONE to one that is not obeyed; empty if it is. */
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
} block;

static int block_is(const char *name) { return strcmp(block.name, name) == 0; }

static const char *board_line(const char *text) {
  double fields[MAX_FIELDS];
  const int count = parse_fields(text, fields);
  if (count != 3 || fields[2] < 1 || fields[2] > 3)
    return sentence("BOARD line \"%s\": expected x,y,field with field 1, 2 or 3", quote(text));
  if (!is_on(&brain.game, fields[0], fields[1]))
    return sentence("BOARD line \"%s\": expected x from 0 to %d and y from 0 to %d", quote(text), brain.game.width - 1,
                    brain.game.height - 1);
  const int x = (int)fields[0], y = (int)fields[1];
  if (block.filled[y * brain.game.width + x])
    return sentence("BOARD line \"%s\": expected a point that no line before has filled", quote(text));
  block.filled[y * brain.game.width + x] = 1;
  block.lines[block.count].x = x;
  block.lines[block.count].y = y;
  block.lines[block.count++].field = (int)fields[2];
  return 0;
}

/** @returns what is wrong with a line, which is passed over */
static const char *block_line(const char *text) {
  if (block.refusal[0] != 0) return 0;
  if (block_is("BOARD") || block_is("YXBOARD")) return board_line(text);
  if (block_is("SWAP2BOARD")) {
    if (block.count < MAX_SWAP2_LINES) snprintf(block.texts[block.count++], sizeof block.texts[0], "%s", text);
    return 0;
  }
  const int is_path = strncmp(block.name, "YXBLOCKPATH", 11) == 0;
  double fields[MAX_FIELDS];
  // Yixin-Board names points beyond a smaller board as well; there is nothing to leave out there.
  if (is_path && parse_fields(text, fields) >= 2 && (fields[0] >= brain.game.width || fields[1] >= brain.game.height)) {
    block.is_off_board = 1;
    return 0;
  }
  struct point point;
  const char *problem = parse_point(text, &point);
  if (problem == 0 && block.count < MAX_POINTS) block.points[block.count++] = point;
  return problem;
}

static const char *board_done(void) {
  const int has_answer = block_is("BOARD");
  int own = 0, opponent = 0, first = 0;
  if (block.count == brain.game.width * brain.game.height) return FULL_BOARD;
  for (int i = 0; i < block.count; i++) {
    own += block.lines[i].field == 1;
    opponent += block.lines[i].field == 2;
    if (first == 0 && block.lines[i].field != 3) first = block.lines[i].field;
  }
  const int color = own == opponent ? BLACK : opponent == own + 1 ? WHITE : first == 1 ? BLACK : WHITE;
  drop_job();
  clear_game(&brain.game, brain.game.width, brain.game.height);
  for (int i = 0; i < block.count; i++) {
    const int field = block.lines[i].field;
    add_stone(&brain.game, block.lines[i].x, block.lines[i].y, field == 3 ? BLOCKED : field == 1 ? color : 3 - color);
  }
  brain.game.side_to_move = brain.own = color;
  return has_answer ? start_move(1) : 0;
}

static const char *swap2_done(void) {
  struct game game = brain.game;
  clear_game(&game, game.width, game.height);
  struct point points[MAX_SWAP2_LINES];
  for (int i = 0; i < block.count; i++) {
    const char *problem = parse_point(block.texts[i], &points[i]);
    if (problem != 0) return problem;
  }
  if (block.count == 0) {
    choose_opening(points);
    say("%d,%d %d,%d %d,%d", points[0].x, points[0].y, points[1].x, points[1].y, points[2].x, points[2].y);
    return 0;
  }
  if (block.count != 3 && block.count != 5) return sentence("SWAP2BOARD with %d stones: expected 0, 3 or 5", block.count);
  for (int i = 0; i < block.count; i++) {
    const char *problem = add_stone(&game, points[i].x, points[i].y, i % 2 == 0 ? BLACK : WHITE);
    if (problem != 0) return problem;
  }
  game.side_to_move = WHITE;
  return start_choice(SWAP2_JOB, &game, "");
}

static const char *block_done(void) {
  if (block.refusal[0] != 0) return sentence("%s", block.refusal);
  if (block_is("BOARD") || block_is("YXBOARD")) return board_done();
  if (block_is("SWAP2BOARD")) return swap2_done();
  const int is_left_out = strstr(block.name, "UNDO") == 0;
  if (strncmp(block.name, "YXBLOCKPATH", 11) == 0) {
    if (!block.is_off_board) leave_out_path(block.points, block.count, is_left_out);
    return 0;
  }
  for (int i = 0; i < block.count; i++) leave_out_point(block.points[i], is_left_out);
  return 0;
}

// Words of the protocol.

struct command {
  const char *name;
  int needs_game, is_busy_while_thinking, starts_game, opens_block, keeps_search;
  const char *(*run)(const char *args);
};

#define run_BOARD 0
#define run_YXBOARD 0
#define run_SWAP2BOARD 0
#define run_YXBLOCK 0
#define run_YXBLOCKUNDO 0
#define run_YXBLOCKPATH 0
#define run_YXBLOCKPATHUNDO 0
#define COMMAND(name, ...) {#name, __VA_ARGS__, run_##name},
static const struct command TABLE[] = {COMMANDS{0, 0, 0, 0, 0, 0, 0}};

static const struct command *command_of(const char *name) {
  for (const struct command *each = TABLE; each->name != 0; each++)
    if (strcmp(each->name, name) == 0) return each;
  return 0;
}

static void say_error(const char *text) {
  char line[301];
  size_t length = 0;
  for (; text[length] != 0 && length < 300; length++)
    line[length] = text[length] >= ' ' && text[length] <= '~' ? text[length] : '?';
  line[length] = 0;
  say("ERROR %s", line);
}

// Lines of commands that are unknown, which are passed over.

static enum { PASS_NOTHING, PASS_FILE, PASS_TEXT, PASS_POINTS } passed_over;

static int is_followed_by_file(const char *name) {
  for (const char *const *each = FOLLOWED_BY_FILE; *each != 0; each++)
    if (strcmp(*each, name) == 0) return 1;
  return 0;
}

/** @returns whether a quotation mark stands in the text that no backslash takes back */
static int has_quote(const char *text) {
  for (; *text != 0; text++) {
    if (*text == '"') return 1;
    if (*text == '\\' && *++text == 0) return 0;
  }
  return 0;
}

static void begin_passing(const char *name, const char *args) {
  if (is_followed_by_file(name)) passed_over = *args == 0 ? PASS_FILE : PASS_NOTHING;
  else passed_over = *args == '"' && !has_quote(args + 1) ? PASS_TEXT : PASS_POINTS;
}

/** @returns whether the line belongs to the command that is passed over */
static int is_passed_over(const char *name, const char *line) {
  const int expected = passed_over;
  if (strcmp(name, "DONE") == 0) {
    passed_over = PASS_NOTHING;
    // A file may have that name.
    return expected != PASS_NOTHING;
  }
  if (expected == PASS_TEXT) {
    if (has_quote(line)) passed_over = PASS_POINTS;
    return 1;
  }
  double fields[MAX_FIELDS];
  const int is_command = command_of(name) != 0 || strncmp(name, "YX", 2) == 0;
  const int is_taken = expected == PASS_FILE ? !is_command : expected == PASS_POINTS && parse_fields(line, fields) >= 0;
  if (expected == PASS_FILE || !is_taken) passed_over = PASS_NOTHING;
  return is_taken;
}

// One line.

static void split(const char *line, char *name, size_t size, const char **args) {
  while (is_blank(*line)) line++;
  size_t length = 0;
  for (; line[length] != 0 && !is_blank(line[length]); length++)
    if (length < size - 1) name[length] = (char)toupper((unsigned char)line[length]);
  // A longer word is no command.
  name[length < size - 1 ? length : size - 1] = 0;
  line += length;
  while (is_blank(*line)) line++;
  *args = line;
}

static void open_block(const struct command *command, const char *refusal, const char *args);

/** @returns whether the line belonged to the block; if not, it is a command of its own */
static int goes_into_block(const char *name, char *line) {
  if (strcmp(name, "DONE") == 0) {
    // The manager's clock has been running since the first line of the block.
    brain.read_at = block.read_at;
    const char *problem = block_done();
    block.name = 0;
    if (problem != 0) say_error(problem);
    return 1;
  }
  // INFO may come at any time, and answering it would be taken for the answer to the block.
  if (strcmp(name, "INFO") == 0) return 0;
  if (command_of(name) != 0) {
    if (strcmp(name, "END") != 0) say("ERROR %s ended by %s: expected DONE", block.name, name);
    block.name = 0;
    return 0;
  }
  const char *problem = block_line(trimmed(line));
  if (problem != 0) say("DEBUG skipped %s", problem);
  return 1;
}

static void open_block(const struct command *command, const char *refusal, const char *args) {
  memset(&block, 0, sizeof block);
  block.name = command->name;
  block.read_at = brain.read_at;
  snprintf(block.refusal, sizeof block.refusal, "%s", refusal != 0 ? refusal : "");
  char items[MAX_LINE_LENGTH + 1];
  snprintf(items, sizeof items, "%s", args);
  for (char *item = items + strspn(items, " \t"); *item != 0 && block.name != 0;) {
    const size_t length = strcspn(item, " \t");
    char *next = item + length + strspn(item + length, " \t");
    item[length] = 0;
    char name[32];
    const char *rest;
    split(item, name, sizeof name, &rest);
    goes_into_block(name, item);
    item = next;
  }
}

/** @returns why a command is not obeyed now, null if it is */
static const char *refusal_of(const struct command *command) {
  const int is_quiet = strcmp(command->name, "INFO") == 0 || strcmp(command->name, "END") == 0;
  const char *problem = is_quiet ? 0 : take_memory_problem();
  if (problem != 0) return problem;
  if (command->needs_game && !brain.has_game)
    return sentence("%s before START: expected START <size> first", command->name);
  if (command->is_busy_while_thinking && brain.job != NO_JOB)
    return sentence("busy: %s came while a move is being looked for", command->name);
  return 0;
}

static void obey(char *line) {
  char name[32];
  const char *args;
  line = trimmed(line);
  split(line, name, sizeof name, &args);
  if (name[0] == 0) return;
  if (block.name != 0 && goes_into_block(name, line)) return;
  if (passed_over != PASS_NOTHING && is_passed_over(name, line)) return;
  passed_over = PASS_NOTHING;
  const int is_yixin = strncmp(name, "YX", 2) == 0;
  if (is_yixin) note_yixin(name);
  if (strcmp(name, "INFO") != 0 && strcmp(name, "ABOUT") != 0) end_pondering();
  const struct command *command = command_of(name);
  if (command == 0) {
    if (is_yixin) begin_passing(name, args);
    if (!is_yixin || !brain.is_yixin_board) say("UNKNOWN %s", quote(line));
    else if (strcmp(name, "YXQUERYDATABASEALL") == 0 || strcmp(name, "YXQUERYDATABASEALLT") == 0) {
      // Yixin-Board draws its board anew only when its database has been looked up.
      say("MESSAGE DATABASE REFRESH");
      say("MESSAGE DATABASE DONE");
    }
    return;
  }
  if (is_followed_by_file(name)) begin_passing(name, args);
  const char *refusal = refusal_of(command);
  if (!command->opens_block) {
    const char *problem = refusal != 0 ? refusal : command->run(args);
    if (problem != 0) say_error(problem);
    return;
  }
  // The lines of a block that is refused are still on their way: they are taken in, and answered at DONE.
  if (refusal == 0 && !command->keeps_search) drop_job();
  open_block(command, refusal, args);
}

/** Lines that are obeyed once the move that was called for has been sent. */
struct kept_line {
  struct kept_line *next;
  double read_at;
  char text[];
};
static struct kept_line *kept, **kept_end = &kept;

static int must_wait(const char *line) {
  char name[32];
  const char *args;
  split(line, name, sizeof name, &args);
  if (strcmp(name, "END") == 0) return 0;
  const struct command *command = command_of(name);
  const int starts_game = block.name == 0 && command != 0 && command->starts_game;
  if (starts_game && brain.job != NO_JOB && brain.is_yixin) stop_and_wait();
  return brain.job != NO_JOB && brain.is_called_for;
}

static void receive(char *line, double read_at) {
  if (!must_wait(line)) {
    brain.read_at = read_at;
    obey(line);
    return;
  }
  const size_t length = strlen(line);
  struct kept_line *made = malloc(sizeof *made + length + 1);
  if (made == 0) return;
  made->next = 0;
  made->read_at = read_at;
  memcpy(made->text, line, length + 1);
  *kept_end = made;
  kept_end = &made->next;
}

void receive_waiting(void) {
  struct kept_line *each = kept;
  kept = 0;
  kept_end = &kept;
  while (each != 0) {
    struct kept_line *next = each->next;
    receive(each->text, each->read_at);
    free(each);
    each = next;
  }
}

// Bytes.

static char line[MAX_LINE_LENGTH + 1];
static int line_length, is_past_first;
/** Managers whose system writes text as UTF-8 may begin with it. */
static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";

static void flush(double read_at) {
  line[line_length] = 0;
  line_length = 0;
  const size_t mark_length = sizeof BYTE_ORDER_MARK - 1;
  const int is_marked = !is_past_first && strncmp(line, BYTE_ORDER_MARK, mark_length) == 0;
  is_past_first = 1;
  receive(is_marked ? line + mark_length : line, read_at);
}

void receive_bytes(const char *bytes, int count, double read_at) {
  for (int i = 0; i < count; i++) {
    if (bytes[i] == '\n' || bytes[i] == '\r') flush(read_at);
    // A byte 0 would end the text; any other garbage does as well. Beyond the bound a line is cut.
    else if (line_length < MAX_LINE_LENGTH) line[line_length++] = bytes[i] == 0 ? '\1' : bytes[i];
  }
}

void receive_end(double read_at) {
  if (line_length > 0) flush(read_at);
}
