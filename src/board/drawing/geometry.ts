/** Where things lie on the drawing, in user units. */
import { STEP } from '../../notation/board-drawing.ts';

/** From the edge to the first line: room for half a stone, and for the coordinates. */
export const MARGIN = 30;

/** @returns where a column or row lies */
export function at(coordinate: number): number {
  return MARGIN + coordinate * STEP;
}

/** @returns the side of the drawing of a board */
export function sideOf(size: number): number {
  return 2 * MARGIN + (size - 1) * STEP;
}
