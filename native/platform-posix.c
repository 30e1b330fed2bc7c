#include "platform.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/** Enough for the deepest line of a search. */
enum { STACK_BYTES = 4 << 20 };
/** Enough for a few system calls. */
enum { SMALL_STACK_BYTES = 64 << 10 };
/** On x64. */
#define PAGE_BYTES ((size_t)4 << 10)
#define LARGE_PAGE_BYTES ((size_t)2 << 20)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
/** A separate condition for timed waits: the clock of a condition is chosen when it is made. */
static pthread_cond_t timed_change;
static int has_timed_change;

double clock_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

void lock(void) { pthread_mutex_lock(&mutex); }
void unlock(void) { pthread_mutex_unlock(&mutex); }
void wait_for_change(void) { pthread_cond_wait(&change, &mutex); }

void wait_for_change_for(double ms) {
  if (!has_timed_change) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&timed_change, &attributes);
    has_timed_change = 1;
  }
  const double until = clock_ms() + ms;
  const struct timespec time = {(time_t)(until / 1e3), (long)(fmod(until, 1e3) * 1e6)};
  pthread_cond_timedwait(&timed_change, &mutex, &time);
}

void tell_change(void) {
  pthread_cond_broadcast(&change);
  if (has_timed_change) pthread_cond_broadcast(&timed_change);
}

/** The arguments of a thread. Never freed: threads do not end. */
struct beginning {
  void (*run)(void *);
  void *argument;
};

static void *run_thread(void *given) {
  const struct beginning *beginning = given;
  beginning->run(beginning->argument);
  return 0;
}

static int run_detached(size_t stack_bytes, void *(*run)(void *), void *argument) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  // No thread is joined: the system frees one that ends at once.
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  return pthread_create(&thread, &attributes, run, argument) == 0;
}

int start_thread(void (*run)(void *), void *argument) {
  struct beginning *beginning = malloc(sizeof *beginning);
  if (beginning == 0) return 0;
  *beginning = (struct beginning){run, argument};
  return run_detached(STACK_BYTES, run_thread, beginning);
}

int read_input(char *buffer, int size) {
  // write_output() notices a manager that is gone.
  signal(SIGPIPE, SIG_IGN);
  for (;;) {
    const ssize_t count = read(0, buffer, (size_t)size);
    if (count >= 0) return (int)count;
    if (errno != EINTR && errno != EAGAIN) return 0;
    if (errno == EAGAIN) usleep(1000);
  }
}

void write_output(const char *text, size_t length) {
  while (length > 0) {
    const ssize_t count = write(1, text, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      usleep(1000);
      continue;
    }
    if (count < 0) leave(0);
    text += count;
    length -= (size_t)count;
  }
}

void write_error(const char *text) {
  if (write(2, text, strlen(text)) < 0) return;
}

_Noreturn void leave(int status) { _exit(status); }

static size_t whole_pages(size_t bytes) { return (bytes + PAGE_BYTES - 1) & -PAGE_BYTES; }

static char *map_pages(size_t bytes) {
  void *pages = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return pages == MAP_FAILED ? 0 : pages;
}

/** Aligned to large pages. */
void *take_pages(size_t wanted) {
  const size_t bytes = whole_pages(wanted);
  char *pages = bytes < LARGE_PAGE_BYTES ? 0 : map_pages(bytes + LARGE_PAGE_BYTES);
  if (pages == 0) return map_pages(bytes);
  const size_t before = -(uintptr_t)pages % LARGE_PAGE_BYTES;
  if (before > 0) munmap(pages, before);
  pages += before;
  munmap(pages + bytes, LARGE_PAGE_BYTES - before);
  return pages;
}

// Large pages where the system has them: a few are quickly allocated and freed, also at END. But the system zeroes each,
// which can take two milliseconds, and a search touches most pages of a table within its first thousand nodes. So a thread
// in the background fetches them, and what the search touches first comes in small pages.

static pthread_mutex_t fetching = PTHREAD_MUTEX_INITIALIZER;
/** Pages still to be fetched. */
static char *next_page;
static size_t left_bytes;
static int is_fetching;
/** Up to here the search can wait for the pages. */
enum { FEW_BYTES = 16 << 20 };

static void fetch_large_page(char *page) {
#ifdef MADV_HUGEPAGE
  madvise(page, LARGE_PAGE_BYTES, MADV_HUGEPAGE);
#endif
#ifdef MADV_COLLAPSE
  // For a page that the search has already touched.
  madvise(page, LARGE_PAGE_BYTES, MADV_COLLAPSE);
#endif
#ifdef MADV_POPULATE_WRITE
  madvise(page, LARGE_PAGE_BYTES, MADV_POPULATE_WRITE);
#endif
}

static void *fetch_all(void *nothing) {
  (void)nothing;
  for (;;) {
    pthread_mutex_lock(&fetching);
    if (left_bytes < LARGE_PAGE_BYTES) break;
    fetch_large_page(next_page);
    next_page += LARGE_PAGE_BYTES;
    left_bytes -= LARGE_PAGE_BYTES;
    pthread_mutex_unlock(&fetching);
  }
  is_fetching = 0;
  pthread_mutex_unlock(&fetching);
  return 0;
}

void fetch_pages(void *pages, size_t bytes) {
#ifdef MADV_HUGEPAGE
  if (bytes <= FEW_BYTES) {
    madvise(pages, bytes, MADV_HUGEPAGE);
    return;
  }
#endif
  pthread_mutex_lock(&fetching);
  next_page = pages;
  left_bytes = bytes;
  if (!is_fetching) is_fetching = run_detached(SMALL_STACK_BYTES, fetch_all, 0);
  pthread_mutex_unlock(&fetching);
}

void give_pages(void *pages, size_t bytes) {
  pthread_mutex_lock(&fetching);
  if (next_page >= (char *)pages && next_page < (char *)pages + bytes) left_bytes = 0;
  pthread_mutex_unlock(&fetching);
  munmap(pages, bytes);
}
