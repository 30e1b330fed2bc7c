/* Lines of a manager: cut out of what is read, and obeyed. */
#ifndef TENGEN_SESSION_H
#define TENGEN_SESSION_H

/** Takes bytes as they come, with the lock held. @param read_at when they were read */
void receive_bytes(const char *bytes, int count, double read_at);
/** End of input: what stands there without a line end is a line as well. */
void receive_end(double read_at);
#endif
