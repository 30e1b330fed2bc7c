/* The native program for tournaments: one thread reads and obeys, others search. */
#include <stdio.h>
#include <stdlib.h>

#include "platform.h"
#include "search.h"
#include "session.h"

static const char HELP[] =
    "Usage: pbrain-tengen\n"
    "  pbrain-tengen             reads Gomocup commands: START 15, BEGIN, TURN 7,7, ... END\n"
    "  pbrain-tengen bench [N]   searches fixed positions to N plies, 1 to 99 (default 10)\n"
    "  pbrain-tengen --version\n"
    "This native program of tengen only plays. tengen for Node.js also runs matches, and analyzes and converts games.\n";

static void print(const char *text) { write_output(text, strlen(text)); }

static int run_words(int count, char **words) {
  if (strcmp(words[0], "--version") == 0 && count == 1) print("tengen " VERSION "\n");
  else if (strcmp(words[0], "--help") == 0 && count == 1) print(HELP);
  else if (strcmp(words[0], "bench") == 0 && count <= 2) {
    const int depth = count == 2 ? atoi(words[1]) : 10;
    if (depth >= 1 && depth <= 99) run_bench(depth);
    else {
      write_error("bench: expected a number of plies from 1 to 99\n");
      return 2;
    }
  } else {
    char text[200];
    snprintf(text, sizeof text, "argument \"%.80s\": expected nothing, bench, --version or --help\n", words[0]);
    write_error(text);
    return 2;
  }
  return 0;
}

int main(int count, char **words) {
  static char bytes[1 << 16];
  if (count > 1) leave(run_words(count - 1, words + 1));
  lock();
  struct session *session = open_session();
  unlock();
  for (;;) {
    const int length = read_input(bytes, sizeof bytes);
    const double read_at = clock_ms();
    lock();
    if (length > 0) receive_bytes(session, bytes, length, read_at);
    else {
      receive_end(session, read_at);
      // Another thread ends the process once the move has been sent.
      for (;;) wait_for_change();
    }
    unlock();
  }
}
