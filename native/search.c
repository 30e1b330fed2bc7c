#include "search.h"

#include <stdatomic.h>
#include <stdio.h>
#define TENGEN_ARRAY extern
#include "search-declarations.h"

#include "platform.h"

/** The table while a position is set up: emptying it takes no time. */
enum { SMALL_WORDS = (1 << 16) / 4 };
enum { ROOT_PERIOD_MS = 100 };
/** What a thread allocates in addition to the table once it searches, measured. */
enum { SPARE_BYTES = 8 << 20 };
/** Arrays that a kernel replaces by larger ones. */
enum { ROOMS = 8 };
/** The kernel counts up to here; this host enforces larger limits, to within a thousand nodes. */
static const double MAX_NODES_IN_32_BITS = 2147483647;

struct k_functions k_functions_made_any(void);
struct k_functions k_functions_made_avx2(void);

/** One thread. The first one decides. */
struct searcher {
  /** First: the kernel passes its host nothing else. */
  struct k_state state;
  struct search *search;
  int index;
  struct room {
    void *at;
    size_t bytes;
  } rooms[ROOMS];
  /** Of a helper: the last call for help it has seen, and thousands of nodes since. */
  int seen_call;
  atomic_int kilonodes;
  int forgotten;
};

struct search {
  struct search_listener listener;
  struct k_functions kernel;
  /** The same search, but its parameters are variables. */
  struct k_functions plain;
  struct searcher *searchers[MAX_THREADS];

  int32_t small_table[SMALL_WORDS] __attribute__((aligned(64)));
  /** The thread that decides replaces it, with the lock held: table_use() may run in another thread. */
  int32_t *table;
  size_t table_bytes;
  size_t wanted_table_bytes;
  /** The system has been asked for its pages. */
  int is_table_fetched;

  /** Shared by all threads. `running` does not change before all helpers have finished. */
  struct request waiting, running;
  int is_waiting, last_id, must_forget;
  int calls_for_help, called_helpers, helpers_at_work, times_forgotten;
  atomic_int helped_id;
  atomic_int stopped_up_to, limits_id, limit_optimum, limit_maximum;

  /** Of the thread that decides. */
  int maximum_ms, is_silent;
  double maximum_kilonodes, root_shown_at;
  uint8_t root_shown[CELLS];
  struct game held;
  int is_held;
};

// What the kernel asks of its host.

static struct searcher *searcher_of(struct k_state *state) { return (struct searcher *)state; }

void *k_allocate(struct k_state *state, int32_t which, int32_t bytes) {
  struct room *room = &searcher_of(state)->rooms[which];
  if (room->at != 0) give_pages(room->at, room->bytes);
  *room = (struct room){bytes > 0 ? take_pages((size_t)bytes) : 0, (size_t)bytes};
  if (bytes > 0 && room->at == 0) leave_without("memory");
  return room->at;
}

static double since_start(const struct search *search) { return clock_ms() - search->running.started_at; }

int32_t k_hostNow(struct k_state *state) { return (int32_t)since_start(searcher_of(state)->search); }

static int is_stopped(const struct search *search) { return atomic_load(&search->stopped_up_to) >= search->running.id; }

static void show_root(struct search *search) {
  int changes[CELLS][3];
  int count = 0;
  const uint8_t *root_state = search->searchers[0]->state.k_rootState;
  for (int point = 0; point < CELLS; point++) {
    if (root_state[point] == search->root_shown[point]) continue;
    search->root_shown[point] = root_state[point];
    changes[count][0] = point_of(point).x;
    changes[count][1] = point_of(point).y;
    changes[count++][2] = root_state[point];
  }
  if (count == 0) return;
  lock();
  search->listener.on_root(search->listener.owner, search->running.id, count, (const int(*)[3])changes);
  unlock();
}

int32_t k_hostStop(struct k_state *state) {
  struct searcher *searcher = searcher_of(state);
  struct search *search = searcher->search;
  if (searcher->index > 0) {
    atomic_store(&searcher->kilonodes, search->kernel.kilonodes(state));
    return atomic_load(&search->helped_id) != search->running.id;
  }
  if (is_stopped(search)) return 1;
  if (search->kernel.kilonodes(state) >= search->maximum_kilonodes) return 1;
  const double time = since_start(search);
  if (search->running.shows_root && !search->is_silent && time - search->root_shown_at >= ROOT_PERIOD_MS) {
    search->root_shown_at = time;
    show_root(search);
  }
  if (atomic_load(&search->limits_id) == search->running.id) search->maximum_ms = atomic_load(&search->limit_maximum);
  return search->maximum_ms != NEVER && time >= search->maximum_ms;
}

/** @returns the nodes that helpers have searched for the running request */
static double helper_nodes(const struct search *search) {
  double kilonodes = 0;
  for (int i = 1; i <= search->called_helpers; i++) kilonodes += atomic_load(&search->searchers[i]->kilonodes);
  return kilonodes * 1000;
}

static struct figures figures_now(const struct search *search) {
  const struct k_state *state = &search->searchers[0]->state;
  const int32_t *result = state->k_result;
  struct figures figures = {
      .score = result[RESULT_SCORE],
      .depth = result[RESULT_DEPTH],
      .sel_depth = result[RESULT_SELDEPTH],
      .line = result[RESULT_LINE],
      .lines = result[RESULT_LINES] > 1 ? result[RESULT_LINES] : 1,
      .pv_length = result[RESULT_PV_LENGTH],
      .best = result[RESULT_BEST],
      .nodes = result[RESULT_MEGANODES] * 1e6 + result[RESULT_NODES] + helper_nodes(search),
  };
  for (int i = 0; i < figures.pv_length; i++) figures.pv[i] = state->k_pv[i];
  return figures;
}

void k_hostInfo(struct k_state *state, int32_t kind) {
  const struct searcher *searcher = searcher_of(state);
  const struct search *search = searcher->search;
  if (searcher->index > 0 || search->is_silent || state->k_result[RESULT_BEST] == NO_POINT) return;
  const struct figures figures = figures_now(search);
  lock();
  search->listener.on_figures(search->listener.owner, search->running.id, kind, &figures);
  unlock();
}

int helpers_made(const struct search *search) {
  int count = 0;
  while (count < MAX_THREADS - 1 && search->searchers[count + 1] != 0) count++;
  return count;
}

// The table.

/**
 * Allocates pages only if room is left for what the threads allocate later, without which the program would end.
 * @returns null if the system has no room
 */
static void *take_beside(size_t bytes, int helpers) {
  const size_t spare_bytes = (size_t)SPARE_BYTES * (size_t)(1 + helpers);
  void *spare = take_pages(spare_bytes);
  if (spare == 0) return 0;
  void *taken = take_pages(bytes);
  give_pages(spare, spare_bytes);
  return taken;
}

static void set_table(struct search *search, int32_t *taken, size_t bytes) {
  lock();
  search->table = taken;
  search->table_bytes = bytes;
  unlock();
}

static size_t table_size(struct search *search, double bytes) {
  return (size_t)search->kernel.tableSize(&search->searchers[0]->state, (int32_t)bytes);
}

/** Makes an empty table without touching its pages; a smaller one if the system has no room. */
static void renew_table(struct search *search, size_t bytes) {
  int32_t *old = search->table;
  const size_t old_bytes = search->table_bytes;
  // Freeing and allocating large tables takes the system a while: not under the lock.
  set_table(search, 0, 0);
  if (old != 0) give_pages(old, old_bytes);
  search->is_table_fetched = 0;
  search->wanted_table_bytes = bytes;
  for (size_t last = 0; search->table == 0 && bytes != last; bytes = table_size(search, (double)(bytes - bytes / 8))) {
    last = bytes;
    set_table(search, take_beside(bytes, helpers_made(search)), bytes);
  }
}

/** Not before the first search: until then the memory limit may change. */
static void fetch_table(struct search *search) {
  if (search->is_table_fetched) return;
  fetch_pages(search->table, search->table_bytes);
  search->is_table_fetched = 1;
}

static size_t planned_bytes(struct search *search, const struct request *request) {
  return table_size(search, js_min(request->table_bytes, MAX_TABLE_SIZE));
}

double table_use(const struct search *search) {
  enum { BUCKET_WORDS = 16, ENTRY_WORDS = 3, SAMPLE = 2048 };
  const int32_t *table = search->table;
  const size_t words = table == 0 ? 0 : search->table_bytes / 4;
  const size_t buckets = words / BUCKET_WORDS;
  const size_t step = (buckets / SAMPLE > 1 ? buckets / SAMPLE : 1) * BUCKET_WORDS;
  double seen = 0, used = 0;
  for (size_t bucket = 0; bucket < words; bucket += step)
    for (size_t word = ENTRY_WORDS - 1; word < BUCKET_WORDS - 1; word += ENTRY_WORDS, seen++)
      used += __atomic_load_n(&table[bucket + word], __ATOMIC_RELAXED) != 0;
  return seen == 0 ? 0 : used / seen;
}

// Positions.

/** Selects the head of the network for the rule. */
static void follow_rule(const struct game *game) {
  const int rule = game->win_length == 5 ? LEARNED_RULE[game->rule] : -1;
  if (k_hasNetwork[0] == 0 || rule < 0 || k_hasNetwork[0] == rule + 1) return;
  k_hasNetwork[0] = HEADS[rule].is_there ? rule + 1 : -1;
  if (!HEADS[rule].is_there) return;
  memcpy(k_hiddenWeights, HEADS[rule].hidden, sizeof HEADS[rule].hidden);
  memcpy(k_outputWeights, HEADS[rule].output, sizeof HEADS[rule].output);
}

static void set_up(const struct k_functions *kernel, struct k_state *state, const struct game *game) {
  kernel->setUp(state, game->width, game->height, game->rule, game->win_length);
  for (int i = 0; i < game->count; i++) {
    const struct stone stone = game->stones[i];
    kernel->place(state, stone.x, stone.y, stone.color);
  }
}

/** Searches the position on the board, see think() in src/kernel/search/root.ts. An exhaustive search is a plain one. */
static void search_position(const struct search *search, struct k_state *state, int side, int optimum, int maximum,
                            int max_depth, int32_t max_nodes, int lines) {
  const struct k_functions *kernel = search->kernel.isExhaustive(state) ? &search->plain : &search->kernel;
  kernel->think(state, side, optimum, maximum, max_depth, max_nodes, lines);
}

static int is_helped(const struct search *search, const struct request *request) {
  return request->helpers > 0 && search->table != 0 && !request->at_once && !request->is_setup;
}

/** Distinguishes entries of earlier searches in a table that threads share. */
static int32_t search_number(const struct request *request) { return request->id & 0x3fffffff; }

/** A table never outlives the game in which it was filled. */
static void set_position(struct search *search, const struct request *request, int forgets) {
  const struct game *game = &request->game, *held = &search->held;
  const int is_same = search->is_held && held->width == game->width && held->height == game->height &&
                      held->rule == game->rule && held->win_length == game->win_length;
  const struct k_functions *kernel = &search->kernel;
  struct k_state *state = &search->searchers[0]->state;
  follow_rule(game);
  if (!is_same || forgets || search->table == 0 || search->wanted_table_bytes != planned_bytes(search, request)) {
    kernel->useTable(state, search->small_table, SMALL_WORDS);
    set_up(kernel, state, game);
    kernel->newGame(state);
    renew_table(search, planned_bytes(search, request));
    search->held = *game;
    search->is_held = 1;
    search->times_forgotten++;
  } else {
    set_up(kernel, state, game);
  }
  if (search->table == 0) return;
  if (!request->is_setup && !request->at_once) fetch_table(search);
  const int32_t words = (int32_t)(search->table_bytes / 4);
  if (is_helped(search, request)) kernel->joinSearch(state, search->table, words, search_number(request), 0);
  else kernel->useTable(state, search->table, words);
}

static int ms_until(const struct search *search, int time) {
  if (time == NEVER) return UNTIMED_MS;
  const double left = floor(time - since_start(search));
  return left > 0 ? (int)left : 0;
}

static void exclude(struct k_state *state, const struct request *request) {
  memset(state->k_rootExcluded, 0, CELLS);
  for (int i = 0; i < request->excluded_count; i++) state->k_rootExcluded[padded(request->excluded[i])] = 1;
}

static int depth_limit(const struct request *request) {
  return (int)js_min(js_or(request->max_depth, ANY_DEPTH), ANY_DEPTH);
}

// Helpers.

/** Searches the running request over the same table until the thread that decides has finished. */
static void help(struct searcher *searcher) {
  const struct search *search = searcher->search;
  const struct k_functions *kernel = &search->kernel;
  const struct request *running = &search->running;
  struct k_state *state = &searcher->state;
  if (searcher->forgotten != search->times_forgotten) kernel->newGame(state);
  searcher->forgotten = search->times_forgotten;
  set_up(kernel, state, &running->game);
  kernel->joinSearch(state, search->table, (int32_t)(search->table_bytes / 4), search_number(running), searcher->index);
  exclude(state, running);
  search_position(search, state, running->game.side_to_move, UNTIMED_MS, UNTIMED_MS, depth_limit(running), 0,
                  running->lines);
}

static void run_helper(void *given) {
  struct searcher *searcher = given;
  struct search *search = searcher->search;
  search->kernel.start(&searcher->state);
  lock();
  for (;;) {
    while (searcher->seen_call == search->calls_for_help) wait_for_change();
    searcher->seen_call = search->calls_for_help;
    if (searcher->index > search->called_helpers) continue;
    unlock();
    help(searcher);
    lock();
    if (--search->helpers_at_work == 0) tell_change();
  }
}

/** @param index number of the thread; 0 decides @returns null if the system has no room */
static struct searcher *new_searcher(struct search *search, int index) {
  struct searcher *searcher = index == 0 ? take_pages(sizeof *searcher) : take_beside(sizeof *searcher, index);
  if (searcher == 0) return 0;
  searcher->search = search;
  searcher->index = index;
  return searcher;
}

/** Starts as many helpers as are wanted, or as there is room for. */
static void call_helpers(struct search *search, const struct request *request) {
  lock();
  int count = 0;
  while (count < request->helpers) {
    struct searcher **next = &search->searchers[count + 1];
    if (*next == 0) {
      struct searcher *made = new_searcher(search, count + 1);
      if (made == 0) break;
      made->seen_call = search->calls_for_help;
      if (!start_thread(run_helper, made)) {
        give_pages(made, sizeof *made);
        break;
      }
      *next = made;
    }
    atomic_store(&(*next)->kilonodes, 0);
    count++;
  }
  search->called_helpers = search->helpers_at_work = count;
  atomic_store(&search->helped_id, request->id);
  search->calls_for_help++;
  tell_change();
  unlock();
}

/** @returns milliseconds that the search ran */
static double think(struct search *search, const struct request *request) {
  struct k_state *state = &search->searchers[0]->state;
  exclude(state, request);
  memset(search->root_shown, 0, sizeof search->root_shown);
  search->root_shown_at = -HUGE_VAL;
  search->is_silent = request->is_ponder;
  search->maximum_ms = request->maximum_ms;
  const int is_counted = request->max_nodes <= MAX_NODES_IN_32_BITS;
  search->maximum_kilonodes = is_counted ? NEVER : floor(js_min(request->max_nodes, 1e12) / 1000);
  int optimum_limit = request->optimum_ms, maximum_limit = request->maximum_ms;
  double search_ms = 0;
  for (;;) {
    // A search without time left still returns the best move by static evaluation.
    const int maximum = request->at_once ? 0 : ms_until(search, maximum_limit);
    const int optimum = ms_until(search, optimum_limit);
    const double searched_from = clock_ms();
    search_position(search, state, request->game.side_to_move, optimum < maximum ? optimum : maximum, maximum,
                    depth_limit(request), is_counted ? (int32_t)request->max_nodes : 0, request->lines);
    search_ms += clock_ms() - searched_from;
    // If a running search gets more time, it starts over: the table makes the way back to its depth short.
    if (request->at_once || atomic_load(&search->limits_id) != request->id || is_stopped(search)) break;
    const int new_optimum = atomic_load(&search->limit_optimum), new_maximum = atomic_load(&search->limit_maximum);
    if (new_maximum <= maximum_limit || ms_until(search, new_optimum) == 0) break;
    optimum_limit = new_optimum;
    maximum_limit = search->maximum_ms = new_maximum;
    set_position(search, request, 0);
  }
  return search_ms;
}

static void run_requests(struct search *search) {
  const struct request *running = &search->running;
  for (;;) {
    lock();
    while (!search->is_waiting || search->helpers_at_work > 0) wait_for_change();
    search->called_helpers = 0;
    search->running = search->waiting;
    search->is_waiting = 0;
    const int forgets = search->must_forget;
    search->must_forget = 0;
    unlock();
    set_position(search, running, forgets);
    if (running->is_setup) continue;
    if (is_helped(search, running)) call_helpers(search, running);
    const double search_ms = think(search, running);
    atomic_store(&search->helped_id, 0);
    const struct figures figures = figures_now(search);
    lock();
    search->listener.on_end(search->listener.owner, running->id, &figures, search_ms);
    unlock();
  }
}

static struct search *new_search(void) {
  struct search *search = take_pages(sizeof *search);
  if (search == 0) leave_without("memory");
  return search;
}

/** Makes the kernel of the thread that decides, in that thread: others do not wait for it. */
static void start_kernel(struct search *search) {
  search->plain = k_functions_made_any();
  search->kernel = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")
                       ? k_functions_made_avx2()
                       : search->plain;
  search->searchers[0] = new_searcher(search, 0);
  if (search->searchers[0] == 0) leave_without("memory");
  search->kernel.start(&search->searchers[0]->state);
}

static void run_thread(void *search) {
  start_kernel(search);
  run_requests(search);
}

struct search *open_search(const struct search_listener *listener) {
  struct search *search = new_search();
  search->listener = *listener;
  if (!start_thread(run_thread, search)) leave_without("thread");
  return search;
}

void send_request(struct search *search, struct request *request) {
  request->id = ++search->last_id;
  search->waiting = *request;
  search->is_waiting = 1;
  tell_change();
}

void stop_search(struct search *search, int id) { atomic_store(&search->stopped_up_to, id); }

void set_limits(struct search *search, int id, int optimum, int maximum) {
  atomic_store(&search->limit_optimum, optimum);
  atomic_store(&search->limit_maximum, maximum);
  atomic_store(&search->limits_id, id);
}

void forget_searches(struct search *search) { search->must_forget = 1; }

void run_bench(int depth) {
  static struct request request;
  struct search *search = new_search();
  start_kernel(search);
  search->maximum_ms = NEVER;
  search->maximum_kilonodes = NEVER;
  search->is_silent = 1;
  search->running.id = 1;
  search->running.started_at = clock_ms();
  double total = 0;
  const double start = clock_ms();
  for (size_t i = 0; i < sizeof BENCH_POSITIONS / sizeof *BENCH_POSITIONS; i++) {
    const struct bench_position *position = &BENCH_POSITIONS[i];
    char line[200];
    clear_game(&request.game, position->width, position->height);
    request.game.rule = position->rule;
    request.game.win_length = position->win_length;
    for (int k = 0; k < position->moves; k++)
      add_stone(&request.game, position->points[2 * k], position->points[2 * k + 1], k % 2 == 0 ? BLACK : WHITE);
    request.table_bytes = BENCH_TABLE_BYTES;
    set_position(search, &request, 1);
    search_position(search, &search->searchers[0]->state, position->moves % 2 == 0 ? BLACK : WHITE, UNTIMED_MS,
                    UNTIMED_MS, depth, 0, 1);
    const double nodes = figures_now(search).nodes;
    total += nodes;
    write_output(line, (size_t)snprintf(line, sizeof line, "%10.0f %s\n", nodes, position->name));
  }
  char line[200];
  const double seconds = (clock_ms() - start) / 1000;
  write_output(line, (size_t)snprintf(line, sizeof line, "%.0f nodes %.0f nps\n", total, floor(total / seconds + 0.5)));
}
