/* One conversation with a manager: settings, clocks, the move that is owed. Everything is called with the lock held. */
#ifndef TENGEN_BRAIN_H
#define TENGEN_BRAIN_H
#include "search.h"

/** What is being looked for. */
enum job_kind { NO_JOB, MOVE_JOB, SWAP2_JOB, CHOICE_JOB };

struct brain {
  struct game game;
  struct settings settings;
  int has_game;
  /** The color the brain plays; 0 until something tells. */
  int own;
  /** When the command being answered was read. */
  double read_at;
  int is_yixin, is_yixin_board, speaks_rapfi;
  /** An answer is owed, and has been called for. */
  enum job_kind job;
  int is_called_for;
  /** Score of the last move made; NAN if none was searched. */
  double last_score;
};

extern struct brain brain;

void open_brain(void);
/** Sends one line. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_move(int x, int y);

void start_game(int width, int height);
void drop_job(void);
void end_pondering(void);
void stop_job(void);
void stop_and_wait(void);
/** INFO. */
void set_value(const char *text);
/** A command of Yixin's front ends came. */
void note_yixin(const char *name);
/** @returns why the memory limit cannot be met, told once; null if it can */
const char *take_memory_problem(void);
/** Thinks about a move of the side to move, plays it and answers it. @returns what is wrong, null if it has begun */
const char *start_move(int lines);
/** Whether White, which is to move, takes Black instead. @param kind SWAP2_JOB answers a move or SWAP, CHOICE_JOB yes or no */
const char *start_choice(enum job_kind kind, const struct game *game, const char *words);
void end_of_input(void);
/** The color of the stone that TURN brings. */
int opponent_color(void);

/** Moves that a front end has told the brain to leave out. They outlast the game. */
void leave_out_point(struct point point, int is_left_out);
void leave_out_path(const struct point *moves, int count, int is_left_out);
void leave_out_color(struct point point, int color, int is_left_out);
void clear_points(void);
void clear_paths(void);

/** session.c: obeys the lines that have waited for the move. */
void receive_waiting(void);
#endif
