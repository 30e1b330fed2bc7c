/* The manager's clock: the times INFO gives, the time used since, and what moves cost in addition to their searches. */
#ifndef TENGEN_MANAGER_CLOCK_H
#define TENGEN_MANAGER_CLOCK_H
#include "game.h"

struct manager_clock {
  /** Thinking time since the last INFO time_left or the start of the game. */
  double used_ms;
  double move_cost_ms;
  /** What the last move took in addition to its search, until the manager shows what it has counted; NAN: unknown. */
  double last_cost_ms;
  /** The largest time_left of this game: the match time of a manager that does not send one. */
  double most_left_ms;
};

/** Forgets the clock of the last game. A manager that sends it sends it again. */
void restart_clock(struct manager_clock *clock, struct settings *settings);
/** @returns how long the move now due may take */
struct time_plan plan_move(const struct manager_clock *clock, const struct settings *settings, const struct game *game);
/** An answer is due to be sent. @param cost_ms of `elapsed_ms` that was not spent searching; NAN: unknown, or no move */
void note_answer(struct manager_clock *clock, double elapsed_ms, double cost_ms);
/**
 * INFO time_left came: from here on only later use counts against it.
 * @param before_ms its value before @param running_ms how long the current search has run, 0 if there is none
 */
void note_time_left(struct manager_clock *clock, struct settings *settings, double before_ms, double running_ms);
#endif
