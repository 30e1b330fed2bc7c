/* What the program uses of the system: pipes, a clock, threads, memory. One file for each system implements it. */
#ifndef TENGEN_PLATFORM_H
#define TENGEN_PLATFORM_H
#include <stddef.h>

/** @returns milliseconds of a clock that only goes forward, with fractions */
double clock_ms(void);

/** One lock guards everything that several threads use. */
void lock(void);
void unlock(void);
/** Waits, with the lock given up meanwhile, until another thread calls tell_change(). */
void wait_for_change(void);
/** The same, but for so many milliseconds at most. */
void wait_for_change_for(double ms);
void tell_change(void);

/** Starts a thread. @returns 0 if the system has none left */
int start_thread(void (*run)(void *), void *argument);

/** Waits for input. @returns bytes read, 0 at its end */
int read_input(char *buffer, int size);
/** Writes all bytes, in one piece where the system takes them so. Ends the program if nobody is there to read them. */
void write_output(const char *text, size_t length);
/** For words on the command line that mean nothing; a brain says nothing here. */
void write_error(const char *text);

/** Ends the program at once, whatever the threads are doing. */
_Noreturn void leave(int status);

/** @returns zeros, which take no memory before they are touched; null if the system has no room for them */
void *take_pages(size_t bytes);
/** Has the system bring them in while other things go on, where a page that is met for the first time holds up a search. */
void fetch_pages(void *pages, size_t bytes);
void give_pages(void *pages, size_t bytes);
#endif
