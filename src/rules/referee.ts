/** Who has won and what is forbidden: slow, obvious, for every rule and board size. */
import { BLACK, type Color, EMPTY, opponentOf, WHITE } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { DIRECTIONS, type Direction } from '../core/point.ts';
import type { Rule } from '../core/rule.ts';
import { cellAt, emptyCount, emptyPoints, isOnBoard, type Position } from './position.ts';
import { explainForbidden, type Forbidden, forbiddenAt } from './renju.ts';
import { endsOf, rowThrough } from './rows.ts';

export { DIRECTIONS, type Direction } from '../core/point.ts';
export { endsOf, rowThrough } from './rows.ts';

/**
 * `win`: the move wins the game. `foul`: renju or omok forbids the move to its side, which loses. `none`: the game
 * continues.
 */
export type Outcome = 'none' | 'win' | 'foul';

/** The result of a move. */
export interface Judgment {
  readonly outcome: Outcome;
  /** The winning rows, one for each direction that has one; none unless the outcome is `win`. */
  readonly rows: readonly XY[][];
  /** Why the move is a foul; null unless the outcome is `foul`. */
  readonly forbidden: Forbidden | null;
}

/**
 * Judges the stone that `color` is about to place. A winning row takes precedence over a foul. The continuous game (bit
 * 2 of the rule) makes no difference here, nor does the side to move.
 * @param position the board before the move; (x, y) is empty
 * @throws RangeError if (x, y) is occupied, blocked or off the board
 */
export function judgeMove(position: Position, rule: Rule, x: number, y: number, color: Color): Judgment {
  if (!isLegal(position, x, y)) throw new RangeError(`move (${x}, ${y}): expected an empty point of the board`);
  const rows = winningRows(position, rule, x, y, color);
  if (rows.length > 0) return { outcome: 'win', rows, forbidden: null };
  const forbidden = explainForbidden(position, x, y, rule, color);
  return { outcome: forbidden === null ? 'none' : 'foul', rows: [], forbidden };
}

/**
 * The winning row of a stone on the board.
 * @returns the row from end to end, the first in the order of `DIRECTIONS` if there are several; null if none wins
 * @throws RangeError if there is no stone at (x, y)
 */
export function winningRow(position: Position, rule: Rule, x: number, y: number): XY[] | null {
  const color = cellAt(position, x, y);
  if (color !== BLACK && color !== WHITE) throw new RangeError(`point (${x}, ${y}): expected a stone`);
  return winningRows(position, rule, x, y, color)[0] ?? null;
}

/** @returns true if no empty point is left; blocked cells are not empty */
export function isBoardFull(position: Position): boolean {
  return emptyCount(position) === 0;
}

/**
 * @returns true if a stone can be placed at (x, y): on the board and empty. A foul is legal in this sense; it loses.
 */
export function isLegal(position: Position, x: number, y: number): boolean {
  return isOnBoard(position, x, y) && cellAt(position, x, y) === EMPTY;
}

/** @returns true if the rule forbids the empty point to `color` */
export function isFoul(position: Position, rule: Rule, { x, y }: XY, color: Color): boolean {
  return forbiddenAt(position, x, y, rule, color) !== null;
}

/** @returns true if `color` has an empty point to play that is not a foul */
export function hasLegalMove(position: Position, rule: Rule, color: Color): boolean {
  return emptyPoints(position).some((point) => !isFoul(position, rule, point, color));
}

/** @returns the empty points that are no foul for `color`, row by row from the top */
export function legalMoves(position: Position, rule: Rule, color: Color): XY[] {
  return emptyPoints(position).filter((point) => !isFoul(position, rule, point, color));
}

/** The winning rows through (x, y) as if it held a stone of `color`, at most one for each direction. */
function winningRows(position: Position, rule: Rule, x: number, y: number, color: Color): XY[][] {
  return DIRECTIONS.flatMap((direction) => {
    const row = rowThrough(position, x, y, color, ...direction);
    return isWinning(position, rule, row, direction, color) ? [row] : [];
  });
}

function isWinning(position: Position, rule: Rule, row: readonly XY[], direction: Direction, color: Color): boolean {
  const length = row.length;
  if (length < rule.winLength) return false;
  if (length > rule.winLength) return !isExact(rule, color);
  return !(rule.caro && isShutIn(position, row, direction, color));
}

function isExact(rule: Rule, color: Color): boolean {
  return rule.renju ? color === BLACK : rule.exactFive;
}

/** Caro: opposing stones at both ends. The edge and blocked cells are no stones and do not block a row. */
function isShutIn(position: Position, row: readonly XY[], [dx, dy]: Direction, color: Color): boolean {
  return endsOf(row, dx, dy).every((end) => cellAt(position, end.x, end.y) === opponentOf(color));
}
