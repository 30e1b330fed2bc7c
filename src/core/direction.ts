/** Directions of rows. */

/** A step along a line: (dx, dy), each -1, 0 or 1. */
export type Direction = readonly [dx: number, dy: number];

/** The four directions of rows: right, down, down-right, up-right. */
export const DIRECTIONS: readonly Direction[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];
