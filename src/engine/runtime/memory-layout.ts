/** Sizes of the lowered search's memory, see kernel-memory.ts. */

export const PAGE_BYTES = 65536;
/** 4 GiB: all that 32 bits can address. */
export const MAX_PAGES = 65536;
/**
 * What one search needs in addition to the transposition table: fixed arrays, tables of one rule, the table of the
 * threat search.
 */
export const PRIVATE_BYTES = 10 << 20;
