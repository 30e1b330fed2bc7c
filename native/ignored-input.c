#include "ignored-input.h"

#include "commands.h"
#include "text.h"

int is_followed_by_file(const char *name) {
  for (const char *const *each = FOLLOWED_BY_FILE; *each != 0; each++)
    if (strcmp(*each, name) == 0) return 1;
  return 0;
}

/** @returns whether the text contains a quotation mark that no backslash escapes */
static int has_quote(const char *text) {
  for (; *text != 0; text++) {
    if (*text == '"') return 1;
    if (*text == '\\' && *++text == 0) return 0;
  }
  return 0;
}

enum ignored_input ignored_after(const char *name, const char *args) {
  if (is_followed_by_file(name)) return *args == 0 ? IGNORE_FILE : IGNORE_NOTHING;
  return *args == '"' && !has_quote(args + 1) ? IGNORE_TEXT : IGNORE_POINTS;
}

int takes_ignored(enum ignored_input *ignored, const char *name, const char *line) {
  const enum ignored_input expected = *ignored;
  if (strcmp(name, "DONE") == 0) {
    *ignored = IGNORE_NOTHING;
    // A file may have that name.
    return expected != IGNORE_NOTHING;
  }
  if (expected == IGNORE_TEXT) {
    if (has_quote(line)) *ignored = IGNORE_POINTS;
    return 1;
  }
  double fields[MAX_FIELDS];
  const int is_command = command_of(name) != 0 || strncmp(name, "YX", 2) == 0;
  const int is_taken = expected == IGNORE_FILE ? !is_command : expected == IGNORE_POINTS && parse_fields(line, fields) >= 0;
  if (expected == IGNORE_FILE || !is_taken) *ignored = IGNORE_NOTHING;
  return is_taken;
}
