/* The state of one conversation: settings, clocks, the move that is owed. Call everything with the lock held. */
#ifndef TENGEN_BRAIN_H
#define TENGEN_BRAIN_H
#include "excluded.h"
#include "manager-clock.h"
#include "report.h"
#include "search.h"

/** The answer that a search is to find. */
enum job_kind { NO_JOB, MOVE_JOB, SWAP2_JOB, CHOICE_JOB };

struct job {
  enum job_kind kind;
  /** The answer has been called for: nothing that comes later is obeyed before it. */
  int is_called_for;
  int request_id;
  double started_at, planned_ms, limit_ms;
  /** When to answer at the latest, whether the search has ended or not. */
  double answer_at;
  /** The latest figures of the best line; `best` is NO_POINT until there are any. */
  struct figures found;
  /** The position before a choice. */
  struct game before;
  /** Which swap a choice answers: after three stones 1, after five 2. */
  int swap;
};

struct brain {
  struct game game;
  struct settings settings;
  struct excluded_moves excluded;
  int has_game;
  /** The color the brain plays; 0 while unknown. */
  int own;
  /** When the current command was read. */
  double read_at;
  int is_yixin, is_yixin_board, speaks_rapfi;
  struct job job;
  /** Score of the last move made; NAN if none was searched. */
  double last_score;
  struct search *search;

  /** Of brain.c alone. */
  struct manager_clock clock;
  struct report report;
  struct request request;
  int ponder_id;
  /** The last memory limit that could be met, and the largest table a search has had use for. */
  double usable_memory, needed_table_bytes;
  char memory_problem[120];
  int input_ended;
  void (*on_answer)(void *owner);
  void *owner;
};

/**
 * Starts the threads of a brain whose memory is all zeros.
 * @param on_answer called after an answer that took a search has been sent
 */
void open_brain(struct brain *brain, void (*on_answer)(void *owner), void *owner);

void start_game(struct brain *brain, int width, int height);
void drop_job(struct brain *brain);
void end_pondering(struct brain *brain);
void stop_job(struct brain *brain);
void stop_and_wait(struct brain *brain);
/** INFO. */
void set_value(struct brain *brain, const char *text);
/** Notes a command of Yixin's front ends. */
void note_yixin(struct brain *brain, const char *name);
/** @returns once why the memory limit cannot be met; null if it can */
const char *take_memory_problem(struct brain *brain);
/** Searches for a move of the side to move, plays it and sends it. @returns an error text, null if the search has begun */
const char *start_move(struct brain *brain, int lines);
/**
 * Decides whether White, which is to move, takes Black instead.
 * @param kind SWAP2_JOB is answered with a move or SWAP, CHOICE_JOB with YES or NO
 * @param swap of a CHOICE_JOB: 1 after three stones, 2 after five
 * @returns an error text, null if the search has begun
 */
const char *start_choice(struct brain *brain, enum job_kind kind, const struct game *game, int swap);
void end_of_input(struct brain *brain);
/** @returns the color of the stone that TURN brings */
int opponent_color(const struct brain *brain);
#endif
