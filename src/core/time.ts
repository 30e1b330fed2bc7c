/** Times of games. */

/** A time in milliseconds that means no limit, in the protocol (INFO time_left) and internally. */
export const NO_LIMIT_MS = 0x7fffffff;
