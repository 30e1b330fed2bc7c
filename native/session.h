/* One conversation with a manager: takes bytes, cuts them into lines and has the brain obey them. */
#ifndef TENGEN_SESSION_H
#define TENGEN_SESSION_H

struct session;

/** Starts the threads of a conversation. Call all of these with the lock held. */
struct session *open_session(void);
/** Takes bytes as they come. @param read_at when they were read */
void receive_bytes(struct session *session, const char *bytes, int count, double read_at);
/** End of input: the rest without a line end is a line too. The process ends once the move that is owed has been sent. */
void receive_end(struct session *session, double read_at);
#endif
