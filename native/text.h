/* Reads what managers send, and writes sentences about it. */
#ifndef TENGEN_TEXT_H
#define TENGEN_TEXT_H
#include <stddef.h>

int is_blank(char letter);
/** Cuts blanks and tabs off both ends, in place. */
char *trimmed(char *text);
/** @returns input as a reply can show it: printable ASCII, short; valid until the call after the next */
const char *quote(const char *text);

enum { MAX_FIELDS = 4 };
/** Reads `a,b,...`, blanks around the commas allowed. @returns the number of fields, -1 unless all are whole numbers */
int parse_fields(const char *text, double fields[MAX_FIELDS]);
/** Reads a whole number of at most `most` digits. @returns the text after it, null if there is none */
const char *digits_at(const char *text, size_t most, double *number);

/** @returns the formatted text, valid until the call after the next: the lock leaves one caller at a time */
const char *sentence(const char *format, ...) __attribute__((format(printf, 1, 2)));
#endif
