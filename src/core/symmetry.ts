/** The eight rotations and reflections of a square board. */
import type { XY } from './point.ts';

/** Number of symmetries of a square board. */
export const SYMMETRIES = 8;

/**
 * @param symmetry bit 2 first exchanges x and y, then bit 0 mirrors x and bit 1 mirrors y
 * @returns the image of a point on a board of side `size`
 */
export function imageOf({ x, y }: XY, size: number, symmetry: number): XY {
  const [column, row] = (symmetry & 4) !== 0 ? [y, x] : [x, y];
  return {
    x: (symmetry & 1) !== 0 ? size - 1 - column : column,
    y: (symmetry & 2) !== 0 ? size - 1 - row : row,
  };
}
