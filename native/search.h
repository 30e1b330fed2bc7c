/* The threads that search: one takes a request at a time, stops when it is told to, tells what it finds; others may help. */
#ifndef TENGEN_SEARCH_H
#define TENGEN_SEARCH_H
#include "game.h"

/** No limit. */
enum { NEVER = 0x7fffffff };

/** What a search has found, with points of the padded board. */
struct figures {
  int score, depth, sel_depth, line, lines, pv_length, best;
  double nodes;
  int pv[MAX_PV];
};

/** What to do. Times are milliseconds from its start; NEVER is no limit. */
struct request {
  int id;
  /** Only sets the position up, for the tables of its rule. */
  int is_setup;
  int is_ponder;
  struct game game;
  double started_at;
  int optimum_ms, maximum_ms, at_once, shows_root, lines;
  double max_depth, max_nodes, table_bytes;
  /** Threads beside the one that decides. */
  int helpers;
  int excluded_count;
  struct point excluded[MAX_POINTS];
};

/** All of these are called with the lock held. */
void start_search_thread(void);
/** A new number. Requests before it are dropped; one that runs has to be stopped as well. */
void send_request(struct request *request);
/** Stops all requests up to this one. */
void stop_search(int id);
/** Changes the limits of a request that runs. */
void set_limits(int id, int optimum_ms, int maximum_ms);
/** The table and all that was learned in earlier searches are empty before the next. */
void forget_searches(void);
/** @returns how many threads there are to help; they stay */
int helpers_made(void);
/** @returns the part of the table that is in use, 0 to 1 */
double table_use(void);

/** What the thread calls, with the lock held; brain.c has them. */
void search_told(int id, int kind, const struct figures *figures);
void search_showed_root(int id, int count, const int (*changes)[3]);
/** @param search_ms how long it ran */
void search_ended(int id, const struct figures *figures, double search_ms);

/** Prints the bench to a depth. */
void run_bench(int depth);
#endif
