/** Sizes of boards. */

/** Smallest side of a board. */
export const MIN_SIZE = 3;
/** Largest side of a board: what fits the padded board of the kernel. */
export const MAX_SIZE = 22;
