/** Limits of a search, shared by commands, protocol, page and kernel. */

/** Maximum number of best lines of a search. */
export const MAX_LINES = 16;
/** Largest node limit that a user may set. */
export const MAX_NODES = 1e12;
