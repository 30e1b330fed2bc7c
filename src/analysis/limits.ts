/** Upper limits of `tengen analyze`. */

/** Plies. */
export const MAX_DEPTH = 200;
/** A day, in milliseconds. Also the limit of a search without one. */
export const MAX_ANALYSIS_MS = 86_400_000;
/** Searches at once. */
export const MAX_ANALYSIS_THREADS = 64;
/** Megabytes of one search's table. It is cleared for each query, and its size affects the answer. */
export const MAX_TABLE_MB = 1024;
/** Turns of a game, passes included. */
export const MAX_PLIES = 1000;
