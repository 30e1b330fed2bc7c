#include "search.h"

#include <stdatomic.h>
#include <stdio.h>
#define TENGEN_ARRAY extern
#include "search-declarations.h"

#include "platform.h"

/** A table while a position is set up: what empties it then takes no time. */
enum { SMALL_WORDS = (1 << 16) / 4 };
enum { ROOT_PERIOD_MS = 100 };
/** What a thread takes beside the table once it searches, measured. */
enum { SPARE_BYTES = 8 << 20 };
/** Arrays of a search that it replaces by others. */
enum { ROOMS = 8 };
/** Limits beyond what the search counts in 32 bits are kept here, to within a thousand nodes. */
static const double MAX_NODES_IN_32_BITS = 2147483647;

struct k_functions k_functions_made_any(void);
struct k_functions k_functions_made_avx2(void);

static struct k_functions search;

/** A thread that searches: the first one decides, the others help it by filling the table. */
struct searcher {
  /** First, as the search gives its host nothing else. */
  struct k_state state;
  int index;
  struct room {
    void *at;
    size_t bytes;
  } rooms[ROOMS];
  /** Of one that helps: the last call for help that it has seen, and thousands of nodes since. */
  int seen_call;
  atomic_int kilonodes;
  int forgotten;
};
static struct searcher *searchers[MAX_THREADS];

static int32_t small_table[SMALL_WORDS] __attribute__((aligned(64)));
/** Renewed by the thread that decides, with the lock held: another one may be asking how full it is. */
static int32_t *table;
static size_t table_bytes;
static size_t wanted_table_bytes;
/** It is in memory, or will be soon. */
static int is_table_fetched;

/** Between the threads. What is running does not change before all helpers have come back. */
static struct request waiting, running;
static int is_waiting, last_id, must_forget;
static int calls_for_help, called_helpers, helpers_at_work, times_forgotten;
static atomic_int helped_id;
static atomic_int stopped_up_to, limits_id, limit_optimum, limit_maximum;

/** Of the thread that decides. */
static int maximum_ms, is_silent;
static double maximum_kilonodes, root_shown_at;
static uint8_t root_shown[CELLS];
static struct game held;
static int is_held;

// What the search asks of its host.

static struct searcher *searcher_of(struct k_state *state) { return (struct searcher *)state; }

void *k_allocate(struct k_state *state, int32_t which, int32_t bytes) {
  struct room *room = &searcher_of(state)->rooms[which];
  if (room->at != 0) give_pages(room->at, room->bytes);
  *room = (struct room){bytes > 0 ? take_pages((size_t)bytes) : 0, (size_t)bytes};
  if (bytes > 0 && room->at == 0) leave(1);
  return room->at;
}

static double since_start(void) { return clock_ms() - running.started_at; }

int32_t k_hostNow(struct k_state *state) {
  (void)state;
  return (int32_t)since_start();
}

static int is_stopped(void) { return atomic_load(&stopped_up_to) >= running.id; }

static void show_root(void) {
  int changes[CELLS][3];
  int count = 0;
  const uint8_t *root_state = searchers[0]->state.k_rootState;
  for (int point = 0; point < CELLS; point++) {
    if (root_state[point] == root_shown[point]) continue;
    root_shown[point] = root_state[point];
    changes[count][0] = point_of(point).x;
    changes[count][1] = point_of(point).y;
    changes[count++][2] = root_state[point];
  }
  if (count == 0) return;
  lock();
  search_showed_root(running.id, count, (const int(*)[3])changes);
  unlock();
}

int32_t k_hostStop(struct k_state *state) {
  struct searcher *searcher = searcher_of(state);
  if (searcher->index > 0) {
    atomic_store(&searcher->kilonodes, search.kilonodes(state));
    return atomic_load(&helped_id) != running.id;
  }
  if (is_stopped()) return 1;
  if (search.kilonodes(state) >= maximum_kilonodes) return 1;
  const double time = since_start();
  if (running.shows_root && !is_silent && time - root_shown_at >= ROOT_PERIOD_MS) {
    root_shown_at = time;
    show_root();
  }
  if (atomic_load(&limits_id) == running.id) maximum_ms = atomic_load(&limit_maximum);
  return maximum_ms != NEVER && time >= maximum_ms;
}

/** Nodes that helpers have searched for the request that runs. */
static double helper_nodes(void) {
  double kilonodes = 0;
  for (int i = 1; i <= called_helpers; i++) kilonodes += atomic_load(&searchers[i]->kilonodes);
  return kilonodes * 1000;
}

static struct figures figures_now(void) {
  const struct k_state *state = &searchers[0]->state;
  const int32_t *result = state->k_result;
  struct figures figures = {
      .score = result[RESULT_SCORE],
      .depth = result[RESULT_DEPTH],
      .sel_depth = result[RESULT_SELDEPTH],
      .line = result[RESULT_LINE],
      .lines = result[RESULT_LINES] > 1 ? result[RESULT_LINES] : 1,
      .pv_length = result[RESULT_PV_LENGTH],
      .best = result[RESULT_BEST],
      .nodes = result[RESULT_MEGANODES] * 1e6 + result[RESULT_NODES] + helper_nodes(),
  };
  for (int i = 0; i < figures.pv_length; i++) figures.pv[i] = state->k_pv[i];
  return figures;
}

void k_hostInfo(struct k_state *state, int32_t kind) {
  if (searcher_of(state)->index > 0 || is_silent || state->k_result[RESULT_BEST] == NO_POINT) return;
  const struct figures figures = figures_now();
  lock();
  search_told(running.id, kind, &figures);
  unlock();
}

int helpers_made(void) {
  int count = 0;
  while (count < MAX_THREADS - 1 && searchers[count + 1] != 0) count++;
  return count;
}

// The table.

/** @returns null if the system has no room for it, or not for what the threads take later; those end the program without */
static void *take_beside(size_t bytes, int helpers) {
  const size_t spare_bytes = (size_t)SPARE_BYTES * (size_t)(1 + helpers);
  void *spare = take_pages(spare_bytes);
  if (spare == 0) return 0;
  void *taken = take_pages(bytes);
  give_pages(spare, spare_bytes);
  return taken;
}

static void set_table(int32_t *taken, size_t bytes) {
  lock();
  table = taken;
  table_bytes = bytes;
  unlock();
}

/** Zeros, without touching them; less than is wanted if the system has no room. */
static void renew_table(size_t bytes) {
  int32_t *old = table;
  const size_t old_bytes = table_bytes;
  // The system takes its time with large ones, during which nobody is held up.
  set_table(0, 0);
  if (old != 0) give_pages(old, old_bytes);
  is_table_fetched = 0;
  wanted_table_bytes = bytes;
  for (size_t last = 0; table == 0 && bytes != last; bytes = (size_t)search.tableSize(&searchers[0]->state, (int32_t)(bytes - bytes / 8))) {
    last = bytes;
    set_table(take_beside(bytes, helpers_made()), bytes);
  }
}

/** Called by the first search: before, the limit of the memory may not be known yet. */
static void fetch_table(void) {
  if (is_table_fetched) return;
  fetch_pages(table, table_bytes);
  is_table_fetched = 1;
}

static size_t planned_bytes(const struct request *request) {
  return (size_t)search.tableSize(&searchers[0]->state, (int32_t)js_min(request->table_bytes, MAX_TABLE_SIZE));
}

double table_use(void) {
  enum { BUCKET_WORDS = 16, ENTRY_WORDS = 3, SAMPLE = 2048 };
  const size_t words = table == 0 ? 0 : table_bytes / 4;
  const size_t buckets = words / BUCKET_WORDS;
  const size_t step = (buckets / SAMPLE > 1 ? buckets / SAMPLE : 1) * BUCKET_WORDS;
  double seen = 0, used = 0;
  for (size_t bucket = 0; bucket < words; bucket += step)
    for (size_t word = ENTRY_WORDS - 1; word < BUCKET_WORDS - 1; word += ENTRY_WORDS, seen++) used += __atomic_load_n(&table[bucket + word], __ATOMIC_RELAXED) != 0;
  return seen == 0 ? 0 : used / seen;
}

// Positions.

/** Has the search judge by the head of the network that the rule has. */
static void follow_rule(const struct game *game) {
  const int rule = game->win_length == 5 ? LEARNED_RULE[game->rule] : -1;
  if (k_hasNetwork[0] == 0 || rule < 0 || k_hasNetwork[0] == rule + 1) return;
  k_hasNetwork[0] = HEADS[rule].is_there ? rule + 1 : -1;
  if (!HEADS[rule].is_there) return;
  memcpy(k_hiddenWeights, HEADS[rule].hidden, sizeof HEADS[rule].hidden);
  memcpy(k_outputWeights, HEADS[rule].output, sizeof HEADS[rule].output);
}

static void set_up(struct k_state *state, const struct game *game) {
  search.setUp(state, game->width, game->height, game->rule, game->win_length);
  for (int i = 0; i < game->count; i++) {
    const struct stone stone = game->stones[i];
    search.place(state, stone.x, stone.y, stone.color);
  }
}

static int is_helped(const struct request *request) {
  return request->helpers > 0 && table != 0 && !request->at_once && !request->is_setup;
}

/** By which the threads know entries of earlier searches. */
static int32_t search_number(const struct request *request) { return request->id & 0x3fffffff; }

/** The table never outlives the game that it was filled in. */
static void set_position(const struct request *request, int forgets) {
  const struct game *game = &request->game;
  const int is_same = is_held && held.width == game->width && held.height == game->height && held.rule == game->rule &&
                      held.win_length == game->win_length;
  struct k_state *state = &searchers[0]->state;
  follow_rule(game);
  if (!is_same || forgets || table == 0 || wanted_table_bytes != planned_bytes(request)) {
    search.useTable(state, small_table, SMALL_WORDS);
    set_up(state, game);
    search.newGame(state);
    renew_table(planned_bytes(request));
    held = *game;
    is_held = 1;
    times_forgotten++;
  } else {
    set_up(state, game);
  }
  if (table == 0) return;
  if (!request->is_setup && !request->at_once) fetch_table();
  const int32_t words = (int32_t)(table_bytes / 4);
  if (is_helped(request)) search.joinSearch(state, table, words, search_number(request), 0);
  else search.useTable(state, table, words);
}

static int ms_until(int time) {
  if (time == NEVER) return UNTIMED_MS;
  const double left = floor(time - since_start());
  return left > 0 ? (int)left : 0;
}

static void exclude(struct k_state *state, const struct request *request) {
  memset(state->k_rootExcluded, 0, CELLS);
  for (int i = 0; i < request->excluded_count; i++)
    state->k_rootExcluded[padded(request->excluded[i])] = 1;
}

static int most_depth(const struct request *request) {
  return (int)js_min(js_or(request->max_depth, ANY_DEPTH), ANY_DEPTH);
}

// Helpers.

/** Searches what is running, over the same table, until the thread that decides is done. */
static void help(struct searcher *searcher) {
  struct k_state *state = &searcher->state;
  if (searcher->forgotten != times_forgotten) search.newGame(state);
  searcher->forgotten = times_forgotten;
  set_up(state, &running.game);
  search.joinSearch(state, table, (int32_t)(table_bytes / 4), search_number(&running), searcher->index);
  exclude(state, &running);
  search.think(state, running.game.side_to_move, UNTIMED_MS, UNTIMED_MS, most_depth(&running), 0, running.lines);
}

static void run_helper(void *given) {
  struct searcher *searcher = given;
  search.start(&searcher->state);
  lock();
  for (;;) {
    while (searcher->seen_call == calls_for_help) wait_for_change();
    searcher->seen_call = calls_for_help;
    if (searcher->index > called_helpers) continue;
    unlock();
    help(searcher);
    lock();
    if (--helpers_at_work == 0) tell_change();
  }
}

/** @param index number of the thread, from 0 for the one that decides @returns null if the system has no room for it */
static struct searcher *new_searcher(int index) {
  struct searcher *searcher = index == 0 ? take_pages(sizeof *searcher) : take_beside(sizeof *searcher, index);
  if (searcher != 0) searcher->index = index;
  return searcher;
}

/** As many as there is room for. */
static void call_helpers(const struct request *request) {
  lock();
  int count = 0;
  while (count < request->helpers) {
    struct searcher **next = &searchers[count + 1];
    if (*next == 0) {
      struct searcher *made = new_searcher(count + 1);
      if (made == 0) break;
      made->seen_call = calls_for_help;
      if (!start_thread(run_helper, made)) {
        give_pages(made, sizeof *made);
        break;
      }
      *next = made;
    }
    atomic_store(&(*next)->kilonodes, 0);
    count++;
  }
  called_helpers = helpers_at_work = count;
  atomic_store(&helped_id, request->id);
  calls_for_help++;
  tell_change();
  unlock();
}

/** @returns milliseconds that the search ran */
static double think(const struct request *request) {
  struct k_state *state = &searchers[0]->state;
  exclude(state, request);
  memset(root_shown, 0, sizeof root_shown);
  root_shown_at = -HUGE_VAL;
  is_silent = request->is_ponder;
  maximum_ms = request->maximum_ms;
  const int is_counted = request->max_nodes <= MAX_NODES_IN_32_BITS;
  maximum_kilonodes = is_counted ? NEVER : floor(js_min(request->max_nodes, 1e12) / 1000);
  int optimum_limit = request->optimum_ms, maximum_limit = request->maximum_ms;
  double search_ms = 0;
  for (;;) {
    // A search that came too late for its time still gives the best static look.
    const int maximum = request->at_once ? 0 : ms_until(maximum_limit);
    const int optimum = ms_until(optimum_limit);
    const double searched_from = clock_ms();
    search.think(state, request->game.side_to_move, optimum < maximum ? optimum : maximum, maximum,
                 most_depth(request), is_counted ? (int32_t)request->max_nodes : 0, request->lines);
    search_ms += clock_ms() - searched_from;
    // Given more time in the middle of a think, the search goes on: its table makes the way back to its depth short.
    if (request->at_once || atomic_load(&limits_id) != request->id || is_stopped()) break;
    const int new_optimum = atomic_load(&limit_optimum), new_maximum = atomic_load(&limit_maximum);
    if (new_maximum <= maximum_limit || ms_until(new_optimum) == 0) break;
    optimum_limit = new_optimum;
    maximum_limit = maximum_ms = new_maximum;
    set_position(request, 0);
  }
  return search_ms;
}

static void run_requests(void) {
  for (;;) {
    lock();
    while (!is_waiting || helpers_at_work > 0) wait_for_change();
    called_helpers = 0;
    running = waiting;
    is_waiting = 0;
    const int forgets = must_forget;
    must_forget = 0;
    unlock();
    set_position(&running, forgets);
    if (running.is_setup) continue;
    if (is_helped(&running)) call_helpers(&running);
    const double search_ms = think(&running);
    atomic_store(&helped_id, 0);
    const struct figures figures = figures_now();
    lock();
    search_ended(running.id, &figures, search_ms);
    unlock();
  }
}

static void open_search(void) {
  search = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")
               ? k_functions_made_avx2()
               : k_functions_made_any();
  searchers[0] = new_searcher(0);
  if (searchers[0] == 0) leave(1);
  search.start(&searchers[0]->state);
}

static void run_thread(void *given) {
  (void)given;
  open_search();
  run_requests();
}

void start_search_thread(void) {
  if (!start_thread(run_thread, 0)) leave(1);
}

void send_request(struct request *request) {
  request->id = ++last_id;
  waiting = *request;
  is_waiting = 1;
  tell_change();
}

void stop_search(int id) { atomic_store(&stopped_up_to, id); }

void set_limits(int id, int optimum, int maximum) {
  atomic_store(&limit_optimum, optimum);
  atomic_store(&limit_maximum, maximum);
  atomic_store(&limits_id, id);
}

void forget_searches(void) { must_forget = 1; }

void run_bench(int depth) {
  static struct request request;
  open_search();
  maximum_ms = NEVER;
  maximum_kilonodes = NEVER;
  is_silent = 1;
  running.id = 1;
  running.started_at = clock_ms();
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
    set_position(&request, 1);
    search.think(&searchers[0]->state, position->moves % 2 == 0 ? BLACK : WHITE, UNTIMED_MS, UNTIMED_MS, depth, 0, 1);
    const double nodes = figures_now().nodes;
    total += nodes;
    write_output(line, (size_t)snprintf(line, sizeof line, "%10.0f %s\n", nodes, position->name));
  }
  char line[200];
  const double seconds = (clock_ms() - start) / 1000;
  write_output(line, (size_t)snprintf(line, sizeof line, "%.0f nodes %.0f nps\n", total, floor(total / seconds + 0.5)));
}
