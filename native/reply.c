#include "reply.h"

#include <stdarg.h>
#include <stdio.h>

#include "platform.h"

/** Longest text of an ERROR line. */
enum { MAX_ERROR = 300 };

void say(const char *format, ...) {
  char line[1000];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
  line[length] = '\n';
  write_output(line, (size_t)length + 1);
}

void say_move(int x, int y) { say("%d,%d", x, y); }

void say_error(const char *text) {
  char line[MAX_ERROR + 1];
  int length = 0;
  for (; text[length] != 0 && length < MAX_ERROR; length++)
    line[length] = text[length] >= ' ' && text[length] <= '~' ? text[length] : '?';
  line[length] = 0;
  say("ERROR %s", line);
}
