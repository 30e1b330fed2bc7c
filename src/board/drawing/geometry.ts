/** Where things lie on the drawing, in user units. */
import { STEP } from '../../notation/board-drawing.ts';

/** From the edge to the first line: room for half a stone, and for the coordinates. */
export const MARGIN = 30;

/** @returns where a column or row lies */
export function at(coordinate: number): number {
  return MARGIN + coordinate * STEP;
}

/** @returns width or height of the drawing of a board with so many columns or rows */
export function lengthOf(points: number): number {
  return 2 * MARGIN + (points - 1) * STEP;
}
