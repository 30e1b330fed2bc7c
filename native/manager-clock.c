#include "manager-clock.h"

void restart_clock(struct manager_clock *clock, struct settings *settings) {
  clock->used_ms = 0;
  clock->last_cost_ms = NAN;
  clock->most_left_ms = 0;
  settings->timeLeftMs = NAN;
}

struct time_plan plan_move(const struct manager_clock *clock, const struct settings *settings, const struct game *game) {
  const double match_ms = js_or(settings->matchMs, clock->most_left_ms);
  const struct clocks clocks = {settings->turnMs,      match_ms,           settings->timeLeftMs, clock->used_ms,
                                settings->incrementMs, clock->move_cost_ms};
  return planTime(&clocks, game->count, empty_count(game));
}

/** @param unseen_ms of the last move that the manager has counted beyond what the brain has */
static void note_cost(struct manager_clock *clock, double unseen_ms) {
  if (!isnan(clock->last_cost_ms)) clock->move_cost_ms = nextMoveCost(clock->move_cost_ms, clock->last_cost_ms + unseen_ms);
  clock->last_cost_ms = NAN;
}

void note_answer(struct manager_clock *clock, double elapsed_ms, double cost_ms) {
  clock->used_ms += elapsed_ms;
  note_cost(clock, 0);
  clock->last_cost_ms = cost_ms;
}

void note_time_left(struct manager_clock *clock, struct settings *settings, double before_ms, double running_ms) {
  const int is_known = !isnan(before_ms) && !isnan(settings->timeLeftMs);
  const double counted_ms = is_known ? before_ms + settings->incrementMs - settings->timeLeftMs : 0;
  note_cost(clock, js_max(0, counted_ms - clock->used_ms));
  clock->used_ms = 0;
  if (isnan(settings->timeLeftMs)) return;
  // During a search the clock keeps its value at the command, and the whole search is counted later.
  settings->timeLeftMs += running_ms;
  clock->most_left_ms = js_max(clock->most_left_ms, settings->timeLeftMs);
}
