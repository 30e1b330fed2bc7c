/** Sizes of a transposition table. They are spaced closely, so that little of a memory limit is left unused. */

/** Smallest and largest size of a table, in int32 words. */
export const MIN_TABLE_SIZE = 1 << 16;
export const MAX_TABLE_SIZE = 1 << 30;

/** A size is 128 to 255 times a power of two. */
export const SIZE_BITS = 8;

/** @param bytes upper bound @returns the largest valid size that does not exceed it */
export function tableSize(bytes: number): number {
  if (bytes <= MIN_TABLE_SIZE) return MIN_TABLE_SIZE;
  if (bytes >= MAX_TABLE_SIZE) return MAX_TABLE_SIZE;
  const spare = 32 - SIZE_BITS - Math.clz32(bytes);
  return (bytes >> spare) << spare;
}
