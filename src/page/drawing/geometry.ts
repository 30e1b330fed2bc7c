/** Positions on the drawing, in user units. */
import { STEP } from '../../records/notation/board-drawing.ts';

/** From the edge to the first line: space for half a stone and the coordinates. */
export const MARGIN = 30;

/** @returns the position of a column or row */
export function at(coordinate: number): number {
  return MARGIN + coordinate * STEP;
}

/** @returns the width or height of the drawing of a board with `count` columns or rows */
export function lengthOf(points: number): number {
  return 2 * MARGIN + (points - 1) * STEP;
}
