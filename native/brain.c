#include "brain.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "fallback.h"
#include "platform.h"
#include "report.h"

/** What the program needs beside its table, measured; and what is kept free for what grows during a search. */
static const double BASELINE_BYTES = 6 << 20;
/** What a helping thread needs, measured. */
static const double HELPER_BYTES = 8 << 20;
static double spare_bytes(double limit) { return (1 << 20) + limit / 32; }
/** Where time is not limited, a choice between sides takes this long. */
enum { MAX_CHOICE_MS = 20000 };
/** The clock is looked at no less often, which costs nothing. */
enum { MAX_WAIT_MS = 60000 };

struct brain brain;

static struct {
  int id;
  double started_at, planned_ms, limit_ms;
  /** When an answer must be given, whether the search has come back or not. */
  double answer_at;
  /** What the search has told last of its best line; NO_POINT before it has. */
  struct figures found;
  /** The position before a choice. */
  struct game before;
  char words[40];
} job;
static int ponder_id;
static double used_ms, move_cost_ms, last_cost_ms = NAN;
/** The most that time_left has said in this game: the match time, for a manager that does not tell it. */
static double most_left_ms;
static char memory_problem[120];
static int input_ended;

// Words.

void say(const char *format, ...) {
  char line[1000];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
  line[length] = '\n';
  write_output(line, (size_t)length + 1);
}

void say_move(int x, int y) { say("%d,%d", x, y); }

// What is left out.

enum { MAX_PATHS = 1024 };
static uint8_t left_out[MAX_SIZE][MAX_SIZE], left_out_color[3][MAX_SIZE][MAX_SIZE];
static struct path {
  struct point last;
  uint64_t before;
  int count;
} *paths;
static int path_count;

/** The same for the same stones, whatever their order. */
static uint64_t stone_hash(int x, int y, int color) {
  uint64_t mixed = (uint64_t)(x + 32 * y + 1024 * color + 1) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  return (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
}

void leave_out_point(struct point point, int is_left_out) { left_out[point.y][point.x] = (uint8_t)is_left_out; }
void leave_out_color(struct point point, int color, int is_left_out) {
  left_out_color[color][point.y][point.x] = (uint8_t)is_left_out;
}
void clear_points(void) { memset(left_out, 0, sizeof left_out); }
void clear_paths(void) { path_count = 0; }

void leave_out_path(const struct point *moves, int count, int is_left_out) {
  if (count == 0) return;
  struct path path = {moves[count - 1], 0, count - 1};
  for (int i = 0; i < count - 1; i++) path.before += stone_hash(moves[i].x, moves[i].y, i % 2 == 0 ? BLACK : WHITE);
  for (int i = 0; i < path_count; i++) {
    if (memcmp(&paths[i].last, &path.last, sizeof path.last) != 0 || paths[i].before != path.before) continue;
    paths[i] = paths[--path_count];
    break;
  }
  if (paths == 0) paths = malloc(MAX_PATHS * sizeof *paths);
  if (is_left_out && paths != 0 && path_count < MAX_PATHS) paths[path_count++] = path;
}

/** @returns how many empty points the side to move is not to play; none if there is no other */
static int excluded_points(struct point *points) {
  const struct game *game = &brain.game;
  uint64_t stones = 0;
  for (int i = 0; i < game->count; i++) stones += stone_hash(game->stones[i].x, game->stones[i].y, game->stones[i].color);
  int count = 0;
  for (int y = 0; y < game->height; y++) {
    for (int x = 0; x < game->width; x++) {
      if (cell_at(game, x, y) != EMPTY) continue;
      int is_out = left_out[y][x] || left_out_color[game->side_to_move][y][x];
      for (int i = 0; i < path_count && !is_out; i++)
        is_out = paths[i].last.x == x && paths[i].last.y == y && paths[i].count == game->count && paths[i].before == stones;
      if (is_out) points[count++] = (struct point){x, y};
    }
  }
  return count < empty_count(game) ? count : 0;
}

// Settings.

static void apply_rule(void) {
  const struct settings *settings = &brain.settings;
  const int is_renju = brain.is_yixin && settings->ruleCode == CONTINUOUS_BIT;
  brain.game.rule = is_renju ? RENJU : (int)settings->ruleCode;
  brain.game.win_length = is_rule(brain.game.rule, settings->winLength) ? (int)settings->winLength : 5;
}

static double megabytes(double bytes) { return ceil(bytes / (1 << 20)); }

static void apply_memory(void) {
  const double bytes = brain.settings.maxMemory;
  memory_problem[0] = 0;
  if (planTableBytes(bytes, BASELINE_BYTES, 0, spare_bytes(bytes)) > 0) return;
  snprintf(memory_problem, sizeof memory_problem, "memory limit %.0f MB: expected at least %.0f MB", megabytes(bytes),
           megabytes(BASELINE_BYTES + MIN_TABLE_BYTES));
}

/** A limit that cannot be met changes nothing. */
static double memory_limit(void) {
  static double limit;
  if (memory_problem[0] == 0 &&
      planTableBytes(brain.settings.maxMemory, BASELINE_BYTES, 0, spare_bytes(brain.settings.maxMemory)) > 0)
    limit = brain.settings.maxMemory;
  return limit;
}

const char *take_memory_problem(void) {
  if (memory_problem[0] == 0) return 0;
  const char *problem = sentence("%s", memory_problem);
  memory_problem[0] = 0;
  return problem;
}

void note_yixin(const char *name) {
  // Match runners send YXSTOP to any engine.
  if (strcmp(name, "YXSTOP") != 0) brain.speaks_rapfi = 1;
  if (brain.is_yixin) return;
  brain.is_yixin = 1;
  apply_rule();
}

// Time.

static struct time_plan plan(void) {
  const struct settings *settings = &brain.settings;
  if (brain.is_yixin && settings->turnMs == YIXIN_ENDLESS_TURN_MS && settings->matchMs == YIXIN_ENDLESS_MATCH_MS)
    return (struct time_plan){NO_LIMIT_MS, NO_LIMIT_MS};
  const double match_ms = js_or(settings->matchMs, most_left_ms);
  const struct clocks clocks = {settings->turnMs,      match_ms,    settings->timeLeftMs, used_ms,
                                settings->incrementMs, move_cost_ms};
  return planTime(&clocks, brain.game.count, empty_count(&brain.game));
}

static int whole_ms(double ms) { return ms < NEVER ? (int)floor(ms) : NEVER; }

static void note_cost(double unseen_ms) {
  if (!isnan(last_cost_ms)) move_cost_ms = nextMoveCost(move_cost_ms, last_cost_ms + unseen_ms);
  last_cost_ms = NAN;
}

static double answer_by(double maximum_ms) { return maximum_ms < NEVER ? answerBy(maximum_ms) : HUGE_VAL; }

/** The thread that watches the clock looks at it anew. */
static void must_answer_at(double time) {
  job.answer_at = time;
  tell_change();
}

static void limit_think(struct time_plan limits) {
  if (brain.job == NO_JOB) return;
  job.planned_ms = limits.maximumMs;
  if (brain.job != MOVE_JOB) job.limit_ms = js_min(job.limit_ms, limits.maximumMs);
  if (limits.maximumMs == 0) {
    stop_job();
    return;
  }
  set_limits(job.id, whole_ms(js_min(limits.optimumMs, limits.maximumMs)), whole_ms(limits.maximumMs));
  must_answer_at(js_max(job.started_at + answer_by(limits.maximumMs), clock_ms() + IMMEDIATE_GRACE_MS));
}

/** @param is_left INFO time_left came: from here on only what is used later counts against it */
static void apply_time(int is_left, double left_before_ms) {
  struct settings *settings = &brain.settings;
  if (is_left) {
    const int is_known = !isnan(left_before_ms) && !isnan(settings->timeLeftMs);
    const double counted_ms = is_known ? left_before_ms + settings->incrementMs - settings->timeLeftMs : 0;
    note_cost(js_max(0, counted_ms - used_ms));
    used_ms = 0;
    // While thinking the clock is kept as it stood when the command was read, and the whole think counted later.
    if (brain.job != NO_JOB && !isnan(settings->timeLeftMs)) settings->timeLeftMs += clock_ms() - job.started_at;
    if (!isnan(settings->timeLeftMs)) most_left_ms = js_max(most_left_ms, settings->timeLeftMs);
  }
  if (brain.job == MOVE_JOB) limit_think(plan());
  else if (settings->turnMs == 0) stop_job();
}

/** @returns whether the text is a key in capitals, as clients of Rapfi write it */
static int is_in_capitals(const char *text) {
  const char *at = text;
  while (isupper((unsigned char)*at)) at++;
  if (at == text) return 0;
  if (*at == '_') at++;
  while (isupper((unsigned char)*at)) at++;
  return *at == ' ' || *at == '\t';
}

void set_value(const char *text) {
  if (is_in_capitals(text)) brain.speaks_rapfi = 1;
  char key[32];
  size_t length = 0;
  for (; text[length] != 0 && text[length] != ' ' && text[length] != '\t'; length++)
    if (length < sizeof key - 1) key[length] = (char)tolower((unsigned char)text[length]);
  if (length == 0 || length >= sizeof key) return;
  key[length] = 0;
  const char *at = text + length;
  while (*at == ' ' || *at == '\t') at++;
  const char *digits = at + (*at == '+' || *at == '-');
  const size_t count = strspn(digits, "0123456789");
  if (count < 1 || count > 15 || digits[count] != 0) return;
  const double left_before_ms = brain.settings.timeLeftMs;
  const enum effect effect = apply_setting(&brain.settings, key, strtod(at, 0));
  if (effect == EFFECT_RULE) apply_rule();
  if (effect == EFFECT_MEMORY) apply_memory();
  if (effect == EFFECT_PONDERING && !brain.settings.pondering) end_pondering();
  if (effect == EFFECT_TIME) apply_time(strncmp(key, "time_left", 9) == 0, left_before_ms);
}

// Searches.

/** @param maximum_ms of a think of its own, else 0: the table is as large as the longest of these so far has use for */
static void plan_threads_and_table(struct request *request, double maximum_ms) {
  static double needed_bytes;
  const double limit = memory_limit();
  request->helpers = (int)fittingHelpers(limit, BASELINE_BYTES, brain.settings.threads - 1, HELPER_BYTES, spare_bytes(limit));
  const int held = request->helpers > helpers_made() ? request->helpers : helpers_made();
  const double baseline = BASELINE_BYTES + held * HELPER_BYTES;
  const double bytes = planTableBytes(limit, baseline, brain.settings.hashBytes, spare_bytes(limit));
  needed_bytes = js_max(needed_bytes, tableBytesForTime(maximum_ms, 1 + request->helpers));
  const double wanted = brain.settings.hashBytes > 0 ? bytes : js_min(bytes, needed_bytes);
  request->table_bytes = bytes > 0 ? wanted : MIN_TABLE_BYTES;
}

/** A request of the position as it is. @param maximum_ms see {@link plan_threads_and_table} */
static struct request *new_request(double maximum_ms) {
  static struct request request;
  request.is_setup = request.is_ponder = request.at_once = request.shows_root = 0;
  request.game = brain.game;
  request.started_at = clock_ms();
  request.lines = 1;
  request.max_depth = request.max_nodes = 0;
  request.excluded_count = 0;
  plan_threads_and_table(&request, maximum_ms);
  return &request;
}

static void set_up_only(void) {
  struct request *request = new_request(0);
  request->is_setup = 1;
  send_request(request);
}

static void search_for_job(struct time_plan times, int lines, int is_told) {
  const double maximum = js_min(times.maximumMs, job.limit_ms);
  struct request *request = new_request(whole_ms(maximum));
  job.planned_ms = maximum;
  request->started_at = job.started_at;
  request->maximum_ms = whole_ms(maximum);
  request->optimum_ms = whole_ms(js_min(times.optimumMs, maximum));
  request->at_once = maximum == 0;
  request->lines = lines < 500 ? lines : 500;
  request->max_depth = brain.settings.maxDepth;
  request->max_nodes = brain.settings.maxNodes;
  request->excluded_count = excluded_points(request->excluded);
  const int form = isnan(brain.settings.messageForm) ? brain.speaks_rapfi && !brain.is_yixin_board
                                                     : brain.settings.messageForm == 1;
  const int detail = is_told ? (int)brain.settings.showDetail : 0;
  const struct manner manner = {brain.game.width, brain.game.height, brain.is_yixin_board, form, detail};
  request->shows_root = detail & 1;
  send_request(request);
  job.id = request->id;
  job.found.best = NO_POINT;
  must_answer_at(request->at_once ? clock_ms() + IMMEDIATE_GRACE_MS : job.started_at + answer_by(maximum));
  if (is_told) begin_report(&manner);
}

static void start_job(enum job_kind kind) {
  brain.job = kind;
  brain.is_called_for = 0;
  job.started_at = brain.read_at;
  job.planned_ms = NAN;
  job.limit_ms = NO_LIMIT_MS;
}

const char *start_move(int lines) {
  if (empty_count(&brain.game) == 0) return "board is full: expected an empty point";
  brain.own = brain.game.side_to_move;
  start_job(MOVE_JOB);
  search_for_job(plan(), lines, 1);
  return 0;
}

const char *start_choice(enum job_kind kind, const struct game *game, const char *words) {
  if (empty_count(game) == 0) return "board is full: expected an empty point";
  drop_job();
  job.before = brain.game;
  brain.game = *game;
  snprintf(job.words, sizeof job.words, "%s", words);
  start_job(kind);
  struct time_plan times = plan();
  if (kind == CHOICE_JOB) times.maximumMs = times.optimumMs = js_min(times.maximumMs, MAX_CHOICE_MS);
  search_for_job(times, 1, kind == SWAP2_JOB);
  return 0;
}

static void clean_up(void) {
  if (brain.job == MOVE_JOB) return;
  const int rule = brain.game.rule, win_length = brain.game.win_length;
  brain.game = job.before;
  brain.game.rule = rule;
  brain.game.win_length = win_length;
}

void drop_job(void) {
  if (brain.job == NO_JOB) return;
  used_ms += clock_ms() - job.started_at;
  clean_up();
  brain.job = NO_JOB;
  stop_search(job.id);
}

void stop_job(void) {
  if (brain.job == NO_JOB) return;
  job.limit_ms = 0;
  stop_search(job.id);
  must_answer_at(clock_ms() + STOP_GRACE_MS);
}

void stop_and_wait(void) {
  brain.is_called_for = 1;
  stop_job();
}

void end_pondering(void) {
  if (ponder_id != 0) stop_search(ponder_id);
  ponder_id = 0;
}

/** Thinks about the opponent's move until something comes: what is found stays in the table. */
static void ponder(void) {
  if (!brain.settings.pondering || brain.job != NO_JOB || empty_count(&brain.game) == 0) return;
  struct request *request = new_request(0);
  request->is_ponder = 1;
  request->maximum_ms = request->optimum_ms = MAX_PONDERING_MS;
  send_request(request);
  ponder_id = request->id;
}

void search_told(int id, int kind, const struct figures *figures) {
  if (brain.job == NO_JOB || id != job.id) return;
  if (figures->line == 0) job.found = *figures;
  if (brain.job != CHOICE_JOB) report_figures(kind, figures, clock_ms() - job.started_at);
}

void search_showed_root(int id, int count, const int (*changes)[3]) {
  if (brain.job != NO_JOB && id == job.id) report_root(count, changes);
}

static struct point fallback(void) {
  static struct point excluded[MAX_POINTS];
  return fallback_move(&brain.game, excluded, excluded_points(excluded));
}

/** Answers with the move that a search has found, or with one without a search where that is none or none to play. */
static void answer(const struct figures *figures, double search_ms) {
  const enum job_kind kind = brain.job;
  const double elapsed_ms = clock_ms() - job.started_at;
  const int side = brain.game.side_to_move;
  struct point move = point_of(figures->best);
  const int is_sound = figures->best != NO_POINT && is_on_board(&brain.game, move.x, move.y) &&
                       cell_at(&brain.game, move.x, move.y) == EMPTY && !is_forbidden(&brain.game, move, side);
  if (!is_sound) move = fallback();
  if (kind != CHOICE_JOB && is_sound) report_result(figures, elapsed_ms);
  if (kind != CHOICE_JOB && !is_sound) report_fallback(is_forbidden(&brain.game, move, side));
  if (kind == MOVE_JOB && is_sound) brain.last_score = figures->score;
  used_ms += elapsed_ms;
  note_cost(0);
  if (kind == MOVE_JOB && !isnan(job.planned_ms))
    last_cost_ms = js_max(0, elapsed_ms - js_min(job.planned_ms, search_ms));
  clean_up();
  brain.job = NO_JOB;
  const int swaps = is_sound && figures->score < 0;
  if (kind == CHOICE_JOB) say("%s %s", job.words, swaps ? "YES" : "NO");
  else if (kind == SWAP2_JOB && swaps) say("SWAP");
  else say_move(move.x, move.y);
  if (kind == MOVE_JOB) {
    add_stone(&brain.game, move.x, move.y, brain.game.side_to_move);
    brain.game.side_to_move = 3 - brain.game.side_to_move;
    if (!input_ended) ponder();
  }
  receive_waiting();
  if (!input_ended) return;
  // What came before the end of input may have had the brain think again.
  input_ended = 0;
  end_of_input();
}

void search_ended(int id, const struct figures *figures, double search_ms) {
  if (brain.job != NO_JOB && id == job.id) answer(figures, search_ms);
}

/**
 * Answers with the best that is known when the search does not come back in time: it asks for the time every few dozen nodes,
 * but it may not get to run, or wait for the system.
 */
static void watch_clock(void *given) {
  (void)given;
  lock();
  for (;;) {
    const double left_ms = brain.job == NO_JOB ? HUGE_VAL : job.answer_at - clock_ms();
    if (left_ms > MAX_WAIT_MS) wait_for_change_for(MAX_WAIT_MS);
    else if (left_ms > 0) wait_for_change_for(left_ms);
    else {
      stop_search(job.id);
      answer(&job.found, HUGE_VAL);
    }
  }
}

// The conversation.

void open_brain(void) {
  brain.settings = DEFAULT_SETTINGS;
  brain.last_score = NAN;
  clear_game(&brain.game, DEFAULT_SIZE, DEFAULT_SIZE);
  apply_rule();
  start_search_thread();
  if (!start_thread(watch_clock, 0)) leave(1);
}

void start_game(int width, int height) {
  drop_job();
  clear_game(&brain.game, width, height);
  forget_searches();
  brain.has_game = 1;
  brain.own = 0;
  brain.last_score = NAN;
  // The clock of the last game. A manager that sends it sends it again.
  used_ms = 0;
  brain.settings.timeLeftMs = NAN;
  most_left_ms = 0;
  last_cost_ms = NAN;
  set_up_only();
}

void end_of_input(void) {
  if (input_ended) return;
  input_ended = 1;
  if (brain.job == NO_JOB) leave(0);
  const double allowed = js_min(LAST_THINK_MS, plan().maximumMs);
  if (clock_ms() - job.started_at >= allowed) stop_job();
  else limit_think((struct time_plan){allowed, allowed});
}

int opponent_color(void) {
  if (brain.game.count == 0) return BLACK;
  return brain.own == 0 ? brain.game.side_to_move : 3 - brain.own;
}
