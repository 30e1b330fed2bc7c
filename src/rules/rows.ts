/** Rows: maximal unbroken lines of one color. Every rule is worded in terms of them. */
import type { XY } from '../core/point.ts';
import { cellAt, type Position } from './position.ts';

/**
 * @returns the unbroken row of `color` through (x, y), from one end to the other, as if that point held such a stone
 */
export function rowThrough(position: Position, x: number, y: number, color: number, dx: number, dy: number): XY[] {
  const row: XY[] = [{ x, y }];
  for (let i = 1; cellAt(position, x + dx * i, y + dy * i) === color; i++) row.push({ x: x + dx * i, y: y + dy * i });
  for (let i = 1; cellAt(position, x - dx * i, y - dy * i) === color; i++)
    row.unshift({ x: x - dx * i, y: y - dy * i });
  return row;
}

/**
 * The two points next to a row, before its first stone and after its last. They may be off the board.
 * @param row points in a line, in the order of the step (dx, dy), as {@link rowThrough} returns them
 */
export function endsOf(row: readonly XY[], dx: number, dy: number): readonly [XY, XY] {
  const first = row[0];
  const last = row[row.length - 1];
  return [
    { x: first.x - dx, y: first.y - dy },
    { x: last.x + dx, y: last.y + dy },
  ];
}
