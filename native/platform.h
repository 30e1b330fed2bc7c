/* What the program uses of the system: pipes, a clock, threads, memory. One file for each system implements it. */
#ifndef TENGEN_PLATFORM_H
#define TENGEN_PLATFORM_H
#include <stddef.h>
#include <stdio.h>

/** @returns milliseconds of a monotonic clock, with fractions */
double clock_ms(void);

/** One lock guards all state that threads share. */
void lock(void);
void unlock(void);
/** Releases the lock until another thread calls tell_change(). */
void wait_for_change(void);
/** The same, for at most `ms` milliseconds. One thread at a time may call it. */
void wait_for_change_for(double ms);
void tell_change(void);

/** Starts a thread. @returns 0 if the system has no room for another */
int start_thread(void (*run)(void *), void *argument);

/** Waits for input. @returns the number of bytes read, 0 at the end of input */
int read_input(char *buffer, int size);
/** Writes all bytes, in one call if the system takes them. Ends the program if the reader is gone. */
void write_output(const char *text, size_t length);
/** For unknown words on the command line; a brain never writes here. */
void write_error(const char *text);

/** Ends the process at once, whatever its threads are doing. */
_Noreturn void leave(int status);
/** Ends the process, which cannot do without what the system has refused. */
_Noreturn static inline void leave_without(const char *what) {
  char text[80];
  write_output(text, (size_t)snprintf(text, sizeof text, "ERROR no %s: the system has none left, close other programs\n", what));
  leave(1);
}

/** @returns zeroed pages, which take no memory before they are touched; null if the system has no room */
void *take_pages(size_t bytes);
/** Has the system allocate the pages in the background where the first access to a page would delay the search. */
void fetch_pages(void *pages, size_t bytes);
void give_pages(void *pages, size_t bytes);
#endif
