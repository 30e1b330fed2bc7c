/**
 * The board for choosing a move without a search: stones and rule as given, and no incremental state, so any thread can
 * examine any position at any time. Everything is traced point by point, as the referee does.
 */
import { CARO_BIT, EXACT_FIVE_BIT, OMOK_BIT, RENJU_BIT } from '../../core/rule-code.ts';
import { BLOCKED, CELLS, pointAt, STRIDE } from '../point.ts';

/** Contents of each point of the padded board; blocked outside of the board. */
export const paddedCells = new Uint8Array(CELLS);
/** 1 for excluded points. */
export const isLeftOut = new Uint8Array(CELLS);
/** Steps to the next point in the four directions of a row. */
export const strideOf = new Int32Array(4);
strideOf.set([1, STRIDE, STRIDE + 1, 1 - STRIDE]);

export let width = 0;
export let height = 0;
/** Stones in a row that win. */
export let lengthToWin = 5;
/** 1 if Black has forbidden points, and wins with exactly five. */
export let isRenjuRule = 0;
/** 1 if double-threes are forbidden to both sides. */
export let isOmokRule = 0;
/** 1 if a five between two opposing stones does not win. */
export let isCaroRule = 0;
/** 1 if longer rows do not win for either side. */
export let isExactRule = 0;

/**
 * Sets up a position; no point is excluded.
 * @param cells `cells[y * columns + x]` is 0 empty, 1 black, 2 white, 3 blocked
 * @param code sum of bits of INFO rule
 * @param length stones in a row that win
 */
export function setBoard(cells: Uint8Array, columns: number, rows: number, code: number, length: number): void {
  width = columns;
  height = rows;
  lengthToWin = length;
  isOmokRule = (code & OMOK_BIT) !== 0 ? 1 : 0;
  isRenjuRule = (code & RENJU_BIT) !== 0 ? 1 : 0;
  isCaroRule = (code & CARO_BIT) !== 0 ? 1 : 0;
  isExactRule = (code & EXACT_FIVE_BIT) !== 0 && isRenjuRule === 0 ? 1 : 0;
  paddedCells.fill(BLOCKED);
  isLeftOut.fill(0);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) paddedCells[pointAt(x, y)] = cells[y * columns + x];
  }
}

/** Excludes the empty point at (x, y) from being played. */
export function leaveOut(x: number, y: number): void {
  isLeftOut[pointAt(x, y)] = 1;
}
