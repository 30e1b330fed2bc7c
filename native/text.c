#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "tables.h"

int is_blank(char letter) { return letter == ' ' || letter == '\t'; }

char *trimmed(char *text) {
  size_t end = strlen(text);
  while (end > 0 && is_blank(text[end - 1])) text[--end] = 0;
  while (is_blank(*text)) text++;
  return text;
}

const char *quote(const char *text) {
  static char quotes[2][QUOTE_LENGTH + 1];
  static int which;
  char *made = quotes[which ^= 1];
  size_t length = 0;
  for (; text[length] != 0 && length < QUOTE_LENGTH; length++)
    made[length] = text[length] >= ' ' && text[length] <= '~' ? text[length] : '?';
  made[length] = 0;
  return made;
}

int parse_fields(const char *text, double fields[MAX_FIELDS]) {
  for (int count = 0;; text++) {
    while (is_blank(*text)) text++;
    const char *digits = text + (*text == '+' || *text == '-');
    const size_t length = strspn(digits, "0123456789");
    if (length < 1 || length > 10) return -1;
    if (count < MAX_FIELDS) fields[count] = strtod(text, 0);
    count++;
    text = digits + length;
    while (is_blank(*text)) text++;
    if (*text == 0) return count;
    if (*text != ',') return -1;
  }
}

const char *digits_at(const char *text, size_t most, double *number) {
  const size_t length = strspn(text, "0123456789");
  if (length < 1 || length > most) return 0;
  *number = strtod(text, 0);
  return text + length;
}

const char *sentence(const char *format, ...) {
  static char texts[2][400];
  static int which;
  char *text = texts[which ^= 1];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof texts[0], format, arguments);
  va_end(arguments);
  return text;
}
