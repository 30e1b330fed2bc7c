/**
 * The continuous game (bit 2 of the rule): play continues after a win or a foul, and the stones that made it are dead.
 */
import { BLOCKED } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { copyPosition, type Position } from './position.ts';
import type { Judgment } from './referee.ts';

/**
 * The stones that die with a move.
 * @param judgment the referee's judgment of the move at `point`
 * @returns every stone of the winning rows, the one stone of a foul, or nothing
 */
export function deadStones(judgment: Judgment, point: XY): XY[] {
  if (judgment.outcome === 'foul') return [point];
  const unique = new Map(judgment.rows.flat().map((stone) => [`${stone.x},${stone.y}`, stone]));
  return [...unique.values()];
}

/** @returns a copy of the board, the move on it, in which `dead` are blocked cells: field 3 of BOARD */
export function withDeadStones(position: Position, dead: readonly XY[]): Position {
  const copy = copyPosition(position);
  for (const { x, y } of dead) copy.cells[y * copy.width + x] = BLOCKED;
  return copy;
}
