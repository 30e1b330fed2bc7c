/*
 * The threads that search. One of them decides: it takes a request at a time, stops on demand and reports what it finds.
 * The others help it by filling the table.
 */
#ifndef TENGEN_SEARCH_H
#define TENGEN_SEARCH_H
#include "figures.h"
#include "game.h"

/** No time limit. */
enum { NEVER = 0x7fffffff };

/** Times are milliseconds from the start of the search. */
struct request {
  int id;
  /** Only sets up the position, which builds the tables of its rule. */
  int is_setup;
  int is_ponder;
  struct game game;
  double started_at;
  int optimum_ms, maximum_ms, at_once, shows_root, lines;
  double max_depth, max_nodes, table_bytes;
  /** Threads in addition to the one that decides. */
  int helpers;
  int excluded_count;
  struct point excluded[MAX_POINTS];
};

/** What the search calls, with the lock held. */
struct search_listener {
  void *owner;
  void (*on_figures)(void *owner, int id, int kind, const struct figures *figures);
  /** @param changes x, y and new state of root moves */
  void (*on_root)(void *owner, int id, int count, const int (*changes)[3]);
  /** @param search_ms how long the search ran */
  void (*on_end)(void *owner, int id, const struct figures *figures, double search_ms);
};

struct search;

/** Call all of these with the lock held. */

/** Starts the thread that decides. Ends the program if the system has no room for it. */
struct search *open_search(const struct search_listener *listener);
/** Numbers a request. It replaces one that is waiting; stop one that is running as well. */
void send_request(struct search *search, struct request *request);
/** Stops all requests up to this one. */
void stop_search(struct search *search, int id);
/** Changes the limits of a running request. */
void set_limits(struct search *search, int id, int optimum_ms, int maximum_ms);
/** Empties the table and everything learned in earlier searches before the next search. */
void forget_searches(struct search *search);
/** @returns the number of helping threads; they are never ended */
int helpers_made(const struct search *search);
/** @returns the part of the table in use, 0 to 1 */
double table_use(const struct search *search);

/** Prints the bench to a depth, in this thread and without the lock. */
void run_bench(int depth);
#endif
