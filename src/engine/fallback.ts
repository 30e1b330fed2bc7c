/** A move without a search, for when there is no time for one or the search has failed. */
import type { Color } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import type { Rule } from '../core/rule.ts';
import { fallbackPoint, isForbiddenTo, leaveOut, setBoard } from '../kernel/fallback/move.ts';
import { columnOf, NO_POINT, rowOf } from '../kernel/point.ts';
import type { Position } from '../rules/position.ts';

export interface FallbackMove extends XY {
  /** The side has only forbidden points left, and this is one of them. */
  readonly isFoul: boolean;
}

/**
 * @param excluded moves
 * @returns a winning move if there is one, else a move that stops a win of the opponent, else the empty point with the
 * most promising lines; never a forbidden point while the side has another. Null if there is no empty point
 */
export function fallbackMove(
  { cells, width, height }: Position,
  { code, winLength }: Rule,
  color: Color,
  excluded: readonly XY[] = [],
): FallbackMove | null {
  setBoard(cells, width, height, code, winLength);
  for (const { x, y } of excluded) leaveOut(x, y);
  const point = fallbackPoint(color);
  if (point === NO_POINT) return null;
  return { x: columnOf(point), y: rowOf(point), isFoul: isForbiddenTo(color, point) !== 0 };
}
