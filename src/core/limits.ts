/** Limits that commands, protocol, page and kernel share. */

/** Maximum number of best lines of a search. */
export const MAX_LINES = 16;
/** Largest node limit that a user may set. */
export const MAX_NODES = 1e12;

export const MIN_SIZE = 3;
/** Largest side of a board: what fits into the kernel's padded board. */
export const MAX_SIZE = 22;

/** A time in milliseconds that means no limit, in the protocol (INFO time_left) and internally. */
export const NO_LIMIT_MS = 0x7fffffff;
