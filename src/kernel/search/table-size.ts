/** How large a transposition table is. Sizes lie close together, so that little of a memory limit is left unused. */

/** Smallest table the search works with, and largest there is. */
export const MIN_TABLE_SIZE = 1 << 16;
export const MAX_TABLE_SIZE = 1 << 30;

/** A size is 128 to 255 times a power of two. */
export const SIZE_BITS = 8;

/** @param bytes upper bound @returns the largest size not above it, within what there is */
export function tableSize(bytes: number): number {
  if (bytes <= MIN_TABLE_SIZE) return MIN_TABLE_SIZE;
  if (bytes >= MAX_TABLE_SIZE) return MAX_TABLE_SIZE;
  const spare = 32 - SIZE_BITS - Math.clz32(bytes);
  return (bytes >> spare) << spare;
}
