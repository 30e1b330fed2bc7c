#include "platform.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

/** Enough for the deepest line of a search. */
enum { STACK_BYTES = 4 << 20 };

static SRWLOCK mutex = SRWLOCK_INIT;
static CONDITION_VARIABLE change = CONDITION_VARIABLE_INIT;

double clock_ms(void) {
  static double period_ms;
  LARGE_INTEGER number;
  if (period_ms == 0) {
    QueryPerformanceFrequency(&number);
    period_ms = 1e3 / (double)number.QuadPart;
  }
  QueryPerformanceCounter(&number);
  return (double)number.QuadPart * period_ms;
}

void lock(void) { AcquireSRWLockExclusive(&mutex); }
void unlock(void) { ReleaseSRWLockExclusive(&mutex); }
void wait_for_change(void) { SleepConditionVariableSRW(&change, &mutex, INFINITE, 0); }
void wait_for_change_for(double ms) { SleepConditionVariableSRW(&change, &mutex, (DWORD)ms + 1, 0); }
void tell_change(void) { WakeAllConditionVariable(&change); }

/** The arguments of a thread. Never freed: threads do not end. */
struct beginning {
  void (*run)(void *);
  void *argument;
};

static DWORD WINAPI run_thread(void *given) {
  const struct beginning *beginning = given;
  beginning->run(beginning->argument);
  return 0;
}

int start_thread(void (*run)(void *), void *argument) {
  struct beginning *beginning = malloc(sizeof *beginning);
  if (beginning == 0) return 0;
  *beginning = (struct beginning){run, argument};
  return CreateThread(0, STACK_BYTES, run_thread, beginning, STACK_SIZE_PARAM_IS_A_RESERVATION, 0) != 0;
}

int read_input(char *buffer, int size) {
  const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
  for (;;) {
    DWORD count = 0;
    // A pipe whose other end is closed is an error here.
    if (!ReadFile(input, buffer, (DWORD)size, &count, 0)) return 0;
    // No bytes: the end of a file or console. On a pipe, an empty write, unless the writer is gone.
    if (count > 0 || GetFileType(input) != FILE_TYPE_PIPE || !PeekNamedPipe(input, 0, 0, 0, 0, 0)) return (int)count;
  }
}

void write_output(const char *text, size_t length) {
  while (length > 0) {
    DWORD count = 0;
    if (!WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, (DWORD)length, &count, 0)) leave(0);
    text += count;
    length -= count;
  }
}

void write_error(const char *text) {
  DWORD count;
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)strlen(text), &count, 0);
}

_Noreturn void leave(int status) {
  // Does not wait for threads.
  TerminateProcess(GetCurrentProcess(), (UINT)status);
  for (;;) Sleep(INFINITE);
}

void *take_pages(size_t bytes) { return VirtualAlloc(0, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE); }
void fetch_pages(void *pages, size_t bytes) { (void)pages, (void)bytes; }

void give_pages(void *pages, size_t bytes) {
  (void)bytes;
  VirtualFree(pages, 0, MEM_RELEASE);
}
