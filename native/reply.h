/* Lines to the manager. Call all of these with the lock held. */
#ifndef TENGEN_REPLY_H
#define TENGEN_REPLY_H

/** Sends one line. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_move(int x, int y);
/** Sends an ERROR line, in printable ASCII. */
void say_error(const char *text);
#endif
