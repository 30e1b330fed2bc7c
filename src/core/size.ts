/** Board sizes. */

/** Smallest side of a board. */
export const MIN_SIZE = 3;
/** Largest side of a board: what fits into the kernel's padded board. */
export const MAX_SIZE = 22;
