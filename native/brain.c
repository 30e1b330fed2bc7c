#include "brain.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "fallback.h"
#include "platform.h"
#include "reply.h"
#include "text.h"

/** What the program needs in addition to its table, measured; and what it keeps free for what grows during a search. */
static const double BASELINE_BYTES = 6 << 20;
/** What a helping thread needs, measured. */
static const double HELPER_BYTES = 8 << 20;
static double spare_bytes(double limit) { return (1 << 20) + limit / 32; }
/** A choice between sides takes this long if time is not limited. */
enum { MAX_CHOICE_MS = 20000 };
/** The clock thread wakes at least this often, which costs nothing. */
enum { MAX_WAIT_MS = 60000 };

static int is_thinking(const struct brain *brain) { return brain->job.kind != NO_JOB; }

// Settings.

static void apply_rule(struct brain *brain) {
  const struct settings *settings = &brain->settings;
  const int is_renju = brain->is_yixin && settings->ruleCode == CONTINUOUS_BIT;
  brain->game.rule = is_renju ? RENJU : (int)settings->ruleCode;
  brain->game.win_length = is_rule(brain->game.rule, settings->winLength) ? (int)settings->winLength : 5;
}

static double megabytes(double bytes) { return ceil(bytes / (1 << 20)); }

static void apply_memory(struct brain *brain) {
  const double bytes = brain->settings.maxMemory;
  brain->memory_problem[0] = 0;
  if (planTableBytes(bytes, BASELINE_BYTES, 0, spare_bytes(bytes)) > 0) return;
  snprintf(brain->memory_problem, sizeof brain->memory_problem, "memory limit %.0f MB: expected at least %.0f MB", megabytes(bytes),
           megabytes(BASELINE_BYTES + MIN_TABLE_BYTES));
}

/** A limit that cannot be met leaves the last one in force. */
static double memory_limit(struct brain *brain) {
  const double limit = brain->settings.maxMemory;
  if (brain->memory_problem[0] == 0 && planTableBytes(limit, BASELINE_BYTES, 0, spare_bytes(limit)) > 0)
    brain->usable_memory = limit;
  return brain->usable_memory;
}

const char *take_memory_problem(struct brain *brain) {
  if (brain->memory_problem[0] == 0) return 0;
  const char *problem = sentence("%s", brain->memory_problem);
  brain->memory_problem[0] = 0;
  return problem;
}

void note_yixin(struct brain *brain, const char *name) {
  // Match runners send YXSTOP to any engine.
  if (strcmp(name, "YXSTOP") != 0) brain->speaks_rapfi = 1;
  if (brain->is_yixin) return;
  brain->is_yixin = 1;
  apply_rule(brain);
}

// Time.

static struct time_plan plan(const struct brain *brain) {
  const struct settings *settings = &brain->settings;
  if (brain->is_yixin && settings->turnMs == YIXIN_ENDLESS_TURN_MS && settings->matchMs == YIXIN_ENDLESS_MATCH_MS)
    return (struct time_plan){NO_LIMIT_MS, NO_LIMIT_MS};
  return plan_move(&brain->clock, settings, &brain->game);
}

static double elapsed_ms(const struct job *job) { return clock_ms() - job->started_at; }

static int whole_ms(double ms) { return ms < NEVER ? (int)floor(ms) : NEVER; }

static double answer_by(double maximum_ms) { return maximum_ms < NEVER ? answerBy(maximum_ms) : HUGE_VAL; }

/** Sets the time and wakes the clock thread. */
static void must_answer_at(struct job *job, double time) {
  job->answer_at = time;
  tell_change();
}

static void limit_think(struct brain *brain, struct time_plan limits) {
  struct job *job = &brain->job;
  if (job->kind == NO_JOB) return;
  job->planned_ms = limits.maxMs;
  if (job->kind != MOVE_JOB) job->limit_ms = js_min(job->limit_ms, limits.maxMs);
  if (limits.maxMs == 0) {
    stop_job(brain);
    return;
  }
  const double optimum_ms = js_min(limits.optimumMs, limits.maxMs);
  set_limits(brain->search, job->request_id, whole_ms(optimum_ms), whole_ms(limits.maxMs));
  must_answer_at(job, js_max(job->started_at + answer_by(limits.maxMs), clock_ms() + IMMEDIATE_GRACE_MS));
}

static void apply_time(struct brain *brain, int is_left, double left_before_ms) {
  const double running_ms = is_thinking(brain) ? elapsed_ms(&brain->job) : 0;
  if (is_left) note_time_left(&brain->clock, &brain->settings, left_before_ms, running_ms);
  if (brain->job.kind == MOVE_JOB) limit_think(brain, plan(brain));
  else if (brain->settings.turnMs == 0) stop_job(brain);
}

/** @returns whether the key is in capitals, as clients of Rapfi write it */
static int is_in_capitals(const char *text) {
  const char *at = text;
  while (isupper((unsigned char)*at)) at++;
  if (at == text) return 0;
  if (*at == '_') at++;
  while (isupper((unsigned char)*at)) at++;
  return *at == ' ' || *at == '\t';
}

void set_value(struct brain *brain, const char *text) {
  if (is_in_capitals(text)) brain->speaks_rapfi = 1;
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
  const double left_before_ms = brain->settings.timeLeftMs;
  const enum effect effect = apply_setting(&brain->settings, key, strtod(at, 0));
  if (effect == EFFECT_RULE) apply_rule(brain);
  // Reported once each time the limit is set.
  if (effect == EFFECT_MEMORY && strcmp(key, "max_memory") == 0) apply_memory(brain);
  if (effect == EFFECT_PONDERING && !brain->settings.pondering) end_pondering(brain);
  if (effect == EFFECT_TIME) apply_time(brain, strncmp(key, "time_left", 9) == 0, left_before_ms);
}

// Searches.

/** @param maximum_ms of a search for an answer, else 0: the table grows to what the longest of these has use for */
static void plan_threads_and_table(struct brain *brain, struct request *request, double maximum_ms) {
  const double limit = memory_limit(brain);
  request->helpers = (int)fittingHelpers(limit, BASELINE_BYTES, brain->settings.threads - 1, HELPER_BYTES, spare_bytes(limit));
  const int made = helpers_made(brain->search);
  const int held = request->helpers > made ? request->helpers : made;
  const double baseline = BASELINE_BYTES + held * HELPER_BYTES;
  const double bytes = planTableBytes(limit, baseline, brain->settings.hashBytes, spare_bytes(limit));
  const double needed_bytes = tableBytesForTime(maximum_ms, 1 + request->helpers);
  brain->needed_table_bytes = js_max(brain->needed_table_bytes, needed_bytes);
  const double wanted = brain->settings.hashBytes > 0 ? bytes : js_min(bytes, brain->needed_table_bytes);
  request->table_bytes = bytes > 0 ? wanted : MIN_TABLE_BYTES;
}

/** @param maximum_ms see plan_threads_and_table() @returns a request for the current position */
static struct request *new_request(struct brain *brain, double maximum_ms) {
  struct request *request = &brain->request;
  request->is_setup = request->is_ponder = request->at_once = request->shows_root = 0;
  request->game = brain->game;
  request->started_at = clock_ms();
  request->lines = 1;
  request->max_depth = request->max_nodes = 0;
  request->excluded_count = 0;
  plan_threads_and_table(brain, request, maximum_ms);
  return request;
}

static void set_up_only(struct brain *brain) {
  struct request *request = new_request(brain, 0);
  request->is_setup = 1;
  send_request(brain->search, request);
}

static int is_rapfi_form(const struct brain *brain) {
  if (isnan(brain->settings.messageForm)) return brain->speaks_rapfi && !brain->is_yixin_board;
  return brain->settings.messageForm == 1;
}

/** @param is_reported whether the manager learns how the search goes */
static void search_for_job(struct brain *brain, struct time_plan times, int lines, int is_reported) {
  struct job *job = &brain->job;
  const double maximum = js_min(times.maxMs, job->limit_ms);
  struct request *request = new_request(brain, whole_ms(maximum));
  job->planned_ms = maximum;
  request->started_at = job->started_at;
  request->maximum_ms = whole_ms(maximum);
  request->optimum_ms = whole_ms(js_min(times.optimumMs, maximum));
  request->at_once = maximum == 0;
  request->lines = lines < 500 ? lines : 500;
  request->max_depth = brain->settings.maxDepth;
  request->max_nodes = brain->settings.maxNodes;
  request->excluded_count = excluded_points(&brain->excluded, &brain->game, request->excluded);
  const int detail = is_reported ? (int)brain->settings.showDetail : 0;
  const struct manner manner = {brain->game.width, brain->game.height, brain->is_yixin_board, is_rapfi_form(brain), detail};
  request->shows_root = detail & 1;
  send_request(brain->search, request);
  job->request_id = request->id;
  job->found.best = NO_POINT;
  must_answer_at(job, request->at_once ? clock_ms() + IMMEDIATE_GRACE_MS : job->started_at + answer_by(maximum));
  if (is_reported) begin_report(&brain->report, &manner);
}

static void start_job(struct brain *brain, enum job_kind kind) {
  struct job *job = &brain->job;
  job->kind = kind;
  job->is_called_for = 0;
  job->started_at = brain->read_at;
  job->planned_ms = NAN;
  job->limit_ms = NO_LIMIT_MS;
}

const char *start_move(struct brain *brain, int lines) {
  if (empty_count(&brain->game) == 0) return TEXT_BOARD_FULL;
  brain->own = brain->game.side_to_move;
  start_job(brain, MOVE_JOB);
  search_for_job(brain, plan(brain), lines, 1);
  return 0;
}

const char *start_choice(struct brain *brain, enum job_kind kind, const struct game *game, int swap) {
  if (empty_count(game) == 0) return TEXT_BOARD_FULL;
  drop_job(brain);
  brain->job.before = brain->game;
  brain->game = *game;
  brain->job.swap = swap;
  start_job(brain, kind);
  struct time_plan times = plan(brain);
  if (kind == CHOICE_JOB) times.maxMs = times.optimumMs = js_min(times.maxMs, MAX_CHOICE_MS);
  search_for_job(brain, times, 1, kind == SWAP2_JOB);
  return 0;
}

/** Puts back the position before a choice. */
static void clean_up(struct brain *brain) {
  if (brain->job.kind == MOVE_JOB) return;
  const int rule = brain->game.rule, win_length = brain->game.win_length;
  brain->game = brain->job.before;
  brain->game.rule = rule;
  brain->game.win_length = win_length;
}

void drop_job(struct brain *brain) {
  if (!is_thinking(brain)) return;
  brain->clock.used_ms += elapsed_ms(&brain->job);
  clean_up(brain);
  brain->job.kind = NO_JOB;
  stop_search(brain->search, brain->job.request_id);
}

void stop_job(struct brain *brain) {
  if (!is_thinking(brain)) return;
  brain->job.limit_ms = 0;
  stop_search(brain->search, brain->job.request_id);
  must_answer_at(&brain->job, clock_ms() + STOP_GRACE_MS);
}

void stop_and_wait(struct brain *brain) {
  brain->job.is_called_for = 1;
  stop_job(brain);
}

void end_pondering(struct brain *brain) {
  if (brain->ponder_id != 0) stop_search(brain->search, brain->ponder_id);
  brain->ponder_id = 0;
}

/** Searches on the opponent's time until a command comes: the results stay in the table. */
static void ponder(struct brain *brain) {
  if (!brain->settings.pondering || is_thinking(brain) || empty_count(&brain->game) == 0) return;
  struct request *request = new_request(brain, 0);
  request->is_ponder = 1;
  request->maximum_ms = request->optimum_ms = MAX_PONDERING_MS;
  send_request(brain->search, request);
  brain->ponder_id = request->id;
}

static void on_figures(void *owner, int id, int kind, const struct figures *figures) {
  struct brain *brain = owner;
  struct job *job = &brain->job;
  if (job->kind == NO_JOB || id != job->request_id) return;
  if (figures->line == 0) job->found = *figures;
  if (job->kind != CHOICE_JOB) report_figures(&brain->report, kind, figures, elapsed_ms(job));
}

static void on_root(void *owner, int id, int count, const int (*changes)[3]) {
  struct brain *brain = owner;
  if (is_thinking(brain) && id == brain->job.request_id) report_root(&brain->report, count, changes);
}

static struct point fallback(struct brain *brain) {
  struct point excluded[MAX_POINTS];
  return fallback_move(&brain->game, excluded, excluded_points(&brain->excluded, &brain->game, excluded));
}

static int is_playable(struct brain *brain, int best) {
  const struct point move = point_of(best);
  return best != NO_POINT && is_on_board(&brain->game, move.x, move.y) && cell_at(&brain->game, move.x, move.y) == EMPTY &&
         !is_forbidden(&brain->game, move, brain->game.side_to_move);
}

/** Sends the move of a search, or a move without a search if the search has found none that can be played. */
static void answer(struct brain *brain, const struct figures *figures, double search_ms) {
  struct job *job = &brain->job;
  const enum job_kind kind = job->kind;
  const double elapsed = elapsed_ms(job);
  const int is_sound = is_playable(brain, figures->best);
  const struct point move = is_sound ? point_of(figures->best) : fallback(brain);
  if (kind != CHOICE_JOB && is_sound) report_result(&brain->report, figures, elapsed);
  if (kind != CHOICE_JOB && !is_sound)
    report_fallback(&brain->report, is_forbidden(&brain->game, move, brain->game.side_to_move));
  if (kind == MOVE_JOB && is_sound) brain->last_score = figures->score;
  const int is_timed = kind == MOVE_JOB && !isnan(job->planned_ms);
  note_answer(&brain->clock, elapsed, is_timed ? js_max(0, elapsed - js_min(job->planned_ms, search_ms)) : NAN);
  clean_up(brain);
  job->kind = NO_JOB;
  const int swaps = is_sound && figures->score < 0;
  if (kind == CHOICE_JOB) say(TEXT_SWAP2_CHOICE(job->swap, swaps ? "YES" : "NO"));
  else if (kind == SWAP2_JOB && swaps) say("SWAP");
  else say_move(move.x, move.y);
  if (kind == MOVE_JOB) {
    add_stone(&brain->game, move.x, move.y, brain->game.side_to_move);
    brain->game.side_to_move = 3 - brain->game.side_to_move;
    const int is_five = is_sound && figures->score >= WIN - 1;
    if (!brain->input_ended && !is_five) ponder(brain);
  }
  brain->on_answer(brain->owner);
  if (!brain->input_ended) return;
  // Lines that came before the end of input may have started another search.
  brain->input_ended = 0;
  end_of_input(brain);
}

static void on_end(void *owner, int id, const struct figures *figures, double search_ms) {
  struct brain *brain = owner;
  if (is_thinking(brain) && id == brain->job.request_id) answer(brain, figures, search_ms);
}

/**
 * Answers with the best move known when the search does not return in time: it checks the clock every few dozen nodes, but
 * the system may not run it, or keep it waiting.
 */
static void watch_clock(void *given) {
  struct brain *brain = given;
  const struct job *job = &brain->job;
  lock();
  for (;;) {
    const double left_ms = job->kind == NO_JOB ? HUGE_VAL : job->answer_at - clock_ms();
    if (left_ms > MAX_WAIT_MS) wait_for_change_for(MAX_WAIT_MS);
    else if (left_ms > 0) wait_for_change_for(left_ms);
    else {
      stop_search(brain->search, job->request_id);
      answer(brain, &job->found, HUGE_VAL);
    }
  }
}

// The conversation.

void open_brain(struct brain *brain, void (*on_answer)(void *owner), void *owner) {
  const struct search_listener listener = {brain, on_figures, on_root, on_end};
  brain->on_answer = on_answer;
  brain->owner = owner;
  brain->settings = DEFAULT_SETTINGS;
  brain->last_score = NAN;
  brain->clock.last_cost_ms = NAN;
  clear_game(&brain->game, DEFAULT_SIZE, DEFAULT_SIZE);
  apply_rule(brain);
  brain->search = open_search(&listener);
  if (!start_thread(watch_clock, brain)) leave_without("thread");
}

void start_game(struct brain *brain, int width, int height) {
  drop_job(brain);
  clear_game(&brain->game, width, height);
  forget_searches(brain->search);
  brain->has_game = 1;
  brain->own = 0;
  brain->last_score = NAN;
  restart_clock(&brain->clock, &brain->settings);
  set_up_only(brain);
}

void end_of_input(struct brain *brain) {
  if (brain->input_ended) return;
  brain->input_ended = 1;
  if (!is_thinking(brain)) leave(0);
  const double allowed = js_min(LAST_THINK_MS, plan(brain).maxMs);
  if (elapsed_ms(&brain->job) >= allowed) stop_job(brain);
  else limit_think(brain, (struct time_plan){allowed, allowed});
}

int opponent_color(const struct brain *brain) {
  if (brain->game.count == 0) return BLACK;
  return brain->own == 0 ? brain->game.side_to_move : 3 - brain->own;
}
