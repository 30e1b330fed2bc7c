/** What every drawing of a board has in common: its lines and its marked points. */

import type { XY } from '../../core/point.ts';

/** Distance of two lines, user units. */
export const STEP = 30;
export const STONE = 13.5;
/** From the edge of a page's board to the first line: space for half a stone and the coordinates. */
export const MARGIN = 30;

/** @returns the position of a column or row on a page's board */
export function at(coordinate: number): number {
  return MARGIN + coordinate * STEP;
}

/** @returns the width or height of a page's board with this many columns or rows */
export function lengthOf(points: number): number {
  return 2 * MARGIN + (points - 1) * STEP;
}

/** @returns the lines of a board as the path of an SVG element; `at` says where a column or row lies */
export function gridPath(width: number, height: number, at: (coordinate: number) => number): string {
  const rows = Array.from({ length: height }, (_, y) => `M${at(0)} ${at(y)}H${at(width - 1)}`);
  const columns = Array.from({ length: width }, (_, x) => `M${at(x)} ${at(0)}V${at(height - 1)}`);
  return [...rows, ...columns].join('');
}

/**
 * @returns the marked points: the center, and where there is room the fourth from each corner; on 19 by 19, as in Go,
 * also those halfway between
 */
export function starPoints(width: number, height: number): XY[] {
  const [columns, rows] = [marked(width), marked(height)];
  const isGo = width === 19 && height === 19;
  return columns.flatMap((x, i) =>
    rows.flatMap((y, j) =>
      isGo || columns.length < 3 || rows.length < 3 || (i === 1) === (j === 1) ? [{ x, y }] : [],
    ),
  );
}

function marked(size: number): number[] {
  const middle = size % 2 === 1 ? [(size - 1) / 2] : [];
  return size >= 13 ? [3, ...middle, size - 4] : middle;
}
