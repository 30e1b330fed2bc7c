/** Sizes of the lowered search's memory, see kernel-memory.ts. */

/** A page of WebAssembly memory. */
export const PAGE_BYTES = 65536;
/** Four gigabytes: the most that 32 bits address. */
export const MAX_PAGES = 65536;
/**
 * What one search needs beside the transposition table: fixed arrays, tables of one rule, the table of the threat
 * search.
 */
export const PRIVATE_BYTES = 10 << 20;
