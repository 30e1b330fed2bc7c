/** How much `tengen analyze` may be asked for. */

/** Plies. */
export const MAX_DEPTH = 200;
/** Milliseconds: a day. A search without a limit of its own gets this one. */
export const MAX_ANALYSIS_MS = 86_400_000;
/** Searches at once. */
export const MAX_ANALYSIS_THREADS = 64;
/** Megabytes of one search's table. It is emptied for each query, and its size is part of what decides the answer. */
export const MAX_TABLE_MB = 1024;
