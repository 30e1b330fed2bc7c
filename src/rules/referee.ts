/**
 * Who has won and what is forbidden: slow, obvious, for every rule and board size.
 */
import { BLACK_STONE, BLOCKED_CELL, type Color, cellAt, EMPTY_CELL, opponentOf, type Position, type XY } from './position.ts';
import type { Rule } from './rule.ts';

/** `win`: the move wins the game. `foul`: Black's move is forbidden under renju and loses. `none`: play goes on. */
export type Outcome = 'none' | 'win' | 'foul';

/** The four directions a row can run in, as steps (dx, dy): right, down, down-right, up-right. */
export const DIRECTIONS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/** @returns the unbroken row of `color` through (x, y) as if its stone stood there, from one end to the other */
export function rowThrough(position: Position, x: number, y: number, color: Color, dx: number, dy: number): XY[] {
  const row: XY[] = [{ x, y }];
  for (let i = 1; cellAt(position, x + dx * i, y + dy * i) === color; i++) row.push({ x: x + dx * i, y: y + dy * i });
  for (let i = 1; cellAt(position, x - dx * i, y - dy * i) === color; i++) row.unshift({ x: x - dx * i, y: y - dy * i });
  return row;
}
