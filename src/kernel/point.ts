/**
 * Points of the padded board that the hot layers work on.
 *
 * A row is 32 cells wide and the board starts at column 5, row 5, so every line through a point can be followed for
 * five cells without checking for the edge: cells outside of the board read as blocked.
 */

export { BLACK, BLOCKED, EMPTY, WHITE } from '../core/color.ts';
export { MAX_SIZE, MIN_SIZE } from '../core/limits.ts';

/** Cells from one row of the padded board to the next. */
export const STRIDE = 32;
/** Columns and rows of wall before the first point: {@link MAX_SIZE} + 2 * PAD = {@link STRIDE}. */
export const PAD = 5;
/** Cells of the padded board; points are 0 .. CELLS - 1. */
export const CELLS = 1024;
/** No point: a wall cell, so that reading the board there is harmless. */
export const NO_POINT = 0;

/** @param x column from 0, @param y row from 0 (top) @returns point of the padded board */
export function pointAt(x: number, y: number): number {
  return ((y + PAD) << 5) + x + PAD;
}

/** @returns column of `point`, from 0 */
export function columnOf(point: number): number {
  return (point & (STRIDE - 1)) - PAD;
}

/** @returns row of `point`, from 0 at the top */
export function rowOf(point: number): number {
  return (point >> 5) - PAD;
}
