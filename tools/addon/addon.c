/*
 * The search as a Node-API addon: src/engine/runtime/native-kernel.ts opens it on the memory that wasm-kernel.ts would use. All
 * state of a search lies in that memory, and the addon has none: threads and engines of one process can use it at once.
 *
 * An exception in JavaScript that the search calls, which includes the end of the thread, leaves the search at once, as it
 * leaves WebAssembly.
 */
#include <node_api.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "search-declarations.h"

#include "addon-tables.h"

#ifdef _WIN32
// On Windows, longjmp calls the handlers of all frames that it leaves, unless setjmp has recorded no frame.
#undef setjmp
#define setjmp(buffer) _setjmp(buffer, 0)
#endif

struct k_functions k_functions_made_any(void);
#ifdef TENGEN_AVX2
struct k_functions k_functions_made_avx2(void);
#endif

/** Functions of JavaScript, by their names in the object that open() takes. */
enum callback { ALLOCATE, HOST_NOW, HOST_STOP, HOST_INFO, CALLBACKS };
static const char *const CALLBACK_NAMES[CALLBACKS] = {"allocate", "hostNow", "hostStop", "hostInfo"};

/** Exported functions of the kernel, in the order of their names. */
enum method {
  START,
  KILONODES,
  NEW_GAME,
  CLEAR_SAMPLES,
  PLACE,
  SET_UP,
  THINK,
  SET_TABLE_BYTES,
  USE_TABLE,
  JOIN_SEARCH,
  METHODS
};
static const char *const METHOD_NAMES[METHODS] = {"start",  "kilonodes", "newGame",       "clearSamples", "place",
                                                  "setUp",  "think",     "setTableBytes", "useTable",     "joinSearch"};

struct kernel;

/** What is bound to an exported function. */
struct bound {
  struct kernel *kernel;
  enum method method;
};

/**
 * One search. Each of its functions has a property that holds the arguments of open(); the search is freed with them.
 * The references here are weak, so that a host that refers to its search is collected together with it.
 */
struct kernel {
  napi_env env;
  /** The array that the functions hold: callbacks, memory and `busy`. */
  napi_ref held;
  napi_ref callbacks[CALLBACKS];
  struct bound bound[METHODS];
  uint8_t *memory;
  /** 1 while a method runs; other threads read it. */
  int32_t *busy;
  /** In the memory. */
  struct instance *instance;
  struct k_functions functions;
  /** Where an exception in JavaScript leads: the innermost call of a method. */
  jmp_buf *leave;
};

struct instance {
  /** First: the search passes its host nothing else. */
  struct k_state state;
  struct kernel *kernel;
};

/** Calls JavaScript with integers. @returns the result as an integer @note does not return if there is an exception */
static int64_t call(struct k_state *state, enum callback callback, size_t count, const int32_t *numbers) {
  struct kernel *kernel = ((struct instance *)state)->kernel;
  const napi_env env = kernel->env;
  napi_handle_scope scope;
  napi_value function, undefined, result, arguments[2];
  int64_t value = 0;
  if (napi_open_handle_scope(env, &scope) != napi_ok) longjmp(*kernel->leave, 1);
  int is_fine = napi_get_reference_value(env, kernel->callbacks[callback], &function) == napi_ok && function != 0 &&
                napi_get_undefined(env, &undefined) == napi_ok;
  for (size_t i = 0; i < count && is_fine; i++) is_fine = napi_create_int32(env, numbers[i], &arguments[i]) == napi_ok;
  is_fine = is_fine && napi_call_function(env, undefined, function, count, arguments, &result) == napi_ok;
  if (is_fine) napi_get_value_int64(env, result, &value);
  napi_close_handle_scope(env, scope);
  if (!is_fine) longjmp(*kernel->leave, 1);
  return value;
}

void *k_allocate(struct k_state *state, int32_t which, int32_t bytes) {
  return ((struct instance *)state)->kernel->memory + call(state, ALLOCATE, 2, (const int32_t[]){which, bytes});
}
int32_t k_hostNow(struct k_state *state) { return (int32_t)call(state, HOST_NOW, 0, 0); }
int32_t k_hostStop(struct k_state *state) { return (int32_t)call(state, HOST_STOP, 0, 0); }
void k_hostInfo(struct k_state *state, int32_t kind) { call(state, HOST_INFO, 1, &kind); }

/** @param at of the table, bytes from the beginning of the memory; the other arguments are whole numbers */
static int32_t run(struct kernel *kernel, enum method method, const int64_t *at, const int32_t *n) {
  const struct k_functions *search = &kernel->functions;
  struct k_state *state = &kernel->instance->state;
  switch (method) {
    case START: search->start(state); return 0;
    case KILONODES: return search->kilonodes(state);
    case NEW_GAME: search->newGame(state); return 0;
    case CLEAR_SAMPLES: search->clearSamples(state); return 0;
    case PLACE: search->place(state, n[0], n[1], n[2]); return 0;
    case SET_UP: search->setUp(state, n[0], n[1], n[2], n[3]); return 0;
    case THINK: search->think(state, n[0], n[1], n[2], n[3], n[4], n[5]); return 0;
    case SET_TABLE_BYTES: search->setTableBytes(state, n[0]); return 0;
    case USE_TABLE: search->useTable(state, (int32_t *)(kernel->memory + at[0]), n[1]); return 0;
    case JOIN_SEARCH: search->joinSearch(state, (int32_t *)(kernel->memory + at[0]), n[1], n[2], n[3]); return 0;
    default: return 0;
  }
}

static napi_value on_method(napi_env env, napi_callback_info info) {
  enum { MOST = 6 };
  napi_value arguments[MOST], held, result = 0;
  size_t count = MOST;
  void *data;
  int32_t numbers[MOST] = {0};
  int64_t at[MOST] = {0};
  if (napi_get_cb_info(env, info, &count, arguments, 0, &data) != napi_ok) return 0;
  for (size_t i = 0; i < count && i < MOST; i++) {
    napi_get_value_int64(env, arguments[i], &at[i]);
    numbers[i] = (int32_t)at[i];
  }
  const struct bound *bound = data;
  struct kernel *kernel = bound->kernel;
  // This handle keeps the search for the duration of the call, in which the host may drop its last function of it.
  if (napi_get_reference_value(env, kernel->held, &held) != napi_ok) return 0;
  // JavaScript that a method calls may call another one.
  jmp_buf *const outer = kernel->leave;
  jmp_buf leave;
  kernel->leave = &leave;
  __atomic_store_n(kernel->busy, 1, __ATOMIC_SEQ_CST);
  if (setjmp(leave) == 0) napi_create_int32(env, run(kernel, bound->method, at, numbers), &result);
  kernel->leave = outer;
  __atomic_store_n(kernel->busy, outer != 0, __ATOMIC_SEQ_CST);
  return result;
}

static void on_collected(napi_env env, void *data, void *hint) {
  (void)hint;
  struct kernel *kernel = data;
  for (int i = 0; i < CALLBACKS; i++)
    if (kernel->callbacks[i] != 0) napi_delete_reference(env, kernel->callbacks[i]);
  napi_delete_reference(env, kernel->held);
  free(kernel);
}

static int has_avx2(void) {
#ifdef TENGEN_AVX2
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
#else
  return 0;
#endif
}

static struct k_functions fastest_form(void) {
#ifdef TENGEN_AVX2
  if (has_avx2()) return k_functions_made_avx2();
#endif
  return k_functions_made_any();
}

/** @returns the address of the numbers; 0 if the value is not an array of this type */
static void *numbers_of(napi_env env, napi_value value, napi_typedarray_type type, size_t *length) {
  bool is_typed = false;
  napi_typedarray_type found;
  void *numbers;
  if (napi_is_typedarray(env, value, &is_typed) != napi_ok || !is_typed) return 0;
  if (napi_get_typedarray_info(env, value, &found, length, &numbers, 0, 0) != napi_ok || found != type) return 0;
  return numbers;
}

/** Adds the callbacks of `object` to the array `held`. @returns whether all of them are functions */
static int hold_callbacks(napi_env env, napi_value object, napi_value held, struct kernel *kernel) {
  napi_valuetype kind;
  if (napi_typeof(env, object, &kind) != napi_ok || kind != napi_object) return 0;
  for (uint32_t i = 0; i < CALLBACKS; i++) {
    napi_value function;
    napi_valuetype type;
    if (napi_get_named_property(env, object, CALLBACK_NAMES[i], &function) != napi_ok ||
        napi_typeof(env, function, &type) != napi_ok || type != napi_function ||
        napi_set_element(env, held, i, function) != napi_ok ||
        napi_create_reference(env, function, 0, &kernel->callbacks[i]) != napi_ok)
      return 0;
  }
  return 1;
}

/** Adds the methods, each of which holds the array `held`. @returns whether that succeeded */
static int add_methods(napi_env env, napi_value object, napi_value held, struct kernel *kernel) {
  const napi_property_descriptor constant = {.utf8name = "held", .value = held, .attributes = napi_default};
  for (int i = 0; i < METHODS; i++) {
    napi_value function;
    struct bound *const bound = &kernel->bound[i];
    *bound = (struct bound){kernel, (enum method)i};
    if (napi_create_function(env, METHOD_NAMES[i], NAPI_AUTO_LENGTH, on_method, bound, &function) != napi_ok ||
        napi_define_properties(env, function, 1, &constant) != napi_ok ||
        napi_set_named_property(env, object, METHOD_NAMES[i], function) != napi_ok)
      return 0;
  }
  return 1;
}

/** Throws a TypeError, unless JavaScript has thrown already. @returns no value */
static napi_value refuse(napi_env env, const char *message) {
  bool is_pending = false;
  if (napi_is_exception_pending(env, &is_pending) == napi_ok && !is_pending) napi_throw_type_error(env, 0, message);
  return 0;
}

/** open(memory: Uint8Array, base, callbacks, busy: Int32Array): the bytes from `base` are zeros. @returns the methods */
static napi_value on_open(napi_env env, napi_callback_info info) {
  napi_value arguments[4], object, held;
  size_t count = 4, length = 0, words = 0;
  int64_t base = -1;
  if (napi_get_cb_info(env, info, &count, arguments, 0, 0) != napi_ok) return 0;
  uint8_t *const memory = numbers_of(env, arguments[0], napi_uint8_array, &length);
  int32_t *const busy = numbers_of(env, arguments[3], napi_int32_array, &words);
  napi_get_value_int64(env, arguments[1], &base);
  if (memory == 0) return refuse(env, "memory of a search: expected a Uint8Array");
  if (busy == 0 || words == 0) return refuse(env, "busy: expected an Int32Array of at least one number");
  if (base < 0 || (uint64_t)base + sizeof(struct instance) > length ||
      ((uintptr_t)memory + (size_t)base) % _Alignof(struct instance) != 0) {
    napi_throw_range_error(env, 0, "memory of a search: expected room for its state at a multiple of 64 bytes");
    return 0;
  }
  struct kernel *kernel = calloc(1, sizeof *kernel);
  if (kernel == 0 || napi_create_array(env, &held) != napi_ok ||
      napi_add_finalizer(env, held, kernel, on_collected, 0, &kernel->held) != napi_ok) {
    free(kernel);
    napi_throw_error(env, 0, "expected memory for a search");
    return 0;
  }
  kernel->env = env;
  kernel->memory = memory;
  kernel->busy = busy;
  kernel->instance = (struct instance *)(memory + base);
  kernel->functions = fastest_form();
  if (!hold_callbacks(env, arguments[2], held, kernel))
    return refuse(env, "callbacks: expected the functions allocate, hostNow, hostStop and hostInfo");
  if (napi_set_element(env, held, CALLBACKS, arguments[0]) != napi_ok ||
      napi_set_element(env, held, CALLBACKS + 1, arguments[3]) != napi_ok ||
      napi_object_freeze(env, held) != napi_ok || napi_create_object(env, &object) != napi_ok ||
      !add_methods(env, object, held, kernel))
    return refuse(env, "expected to create the functions of a search");
  kernel->instance->kernel = kernel;
  return object;
}

/** exit(status): ends the process without waiting for its threads. */
static napi_value on_exit_now(napi_env env, napi_callback_info info) {
  napi_value argument;
  size_t count = 1;
  int32_t status = 0;
  if (napi_get_cb_info(env, info, &count, &argument, 0, 0) == napi_ok && count > 0)
    napi_get_value_int32(env, argument, &status);
  _exit(status);
}

static void set_function(napi_env env, napi_value object, const char *name, napi_callback callback) {
  napi_value function;
  if (napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, 0, &function) == napi_ok)
    napi_set_named_property(env, object, name, function);
}

static void set_number(napi_env env, napi_value object, const char *name, double number) {
  napi_value value;
  if (napi_create_double(env, number, &value) == napi_ok) napi_set_named_property(env, object, name, value);
}

static void set_text(napi_env env, napi_value object, const char *name, const char *text) {
  napi_value value;
  if (napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &value) == napi_ok)
    napi_set_named_property(env, object, name, value);
}

/** Exports what NativeAddon of src/engine/runtime/native-kernel.ts describes. */
NAPI_MODULE_INIT() {
  napi_value arrays;
  set_function(env, exports, "open", on_open);
  set_function(env, exports, "exit", on_exit_now);
  set_text(env, exports, "source", SOURCE);
  set_number(env, exports, "end", sizeof(struct instance));
  set_text(env, exports, "vectors", has_avx2() ? "AVX2" : "");
  if (napi_create_object(env, &arrays) != napi_ok) return exports;
  for (size_t i = 0; i < sizeof ARRAYS / sizeof *ARRAYS; i++) {
    napi_value place;
    if (napi_create_object(env, &place) != napi_ok) break;
    set_text(env, place, "type", ARRAYS[i].type);
    set_number(env, place, "offset", (double)ARRAYS[i].offset);
    set_number(env, place, "length", ARRAYS[i].length);
    napi_set_named_property(env, arrays, ARRAYS[i].name, place);
  }
  napi_set_named_property(env, exports, "arrays", arrays);
  return exports;
}
