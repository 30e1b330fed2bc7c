/** How much `tengen analyze` may be asked for. */

/** Best moves of one search. */
export const MOST_LINES = 16;
export const MOST_NODES = 1e12;
/** Plies. */
export const MOST_DEPTH = 200;
/** Milliseconds: a day. A search without a limit of its own gets this one. */
export const MOST_MS = 86_400_000;
/** Searches at once. */
export const MOST_THREADS = 64;
/** Megabytes of one search's table. It is emptied for each query, and its size is part of what decides the answer. */
export const MOST_TABLE_MB = 1024;
