/**
 * What Black may not play under renju, and what neither side may under omok, straight from the definitions. Slow:
 * src/kernel/patterns has the fast version.
 *
 * Everything here concerns a stone on an empty point of the side in question. "Five" means a row that wins: of exactly
 * five in renju, of five or more in omok. A five wins whatever else it makes, so it is checked first. Blocked cells,
 * stones of the other side and the edge end a line alike.
 *
 * Omok takes the three of renju, and forbids two of them to both sides; it has no overlines and no forbidden
 * double-fours. A line that is already a four is no three, so that a four and a three are allowed.
 *
 * Source: International Rules of Renju (Renju International Federation), sections 3 (the shapes) and 9 (the fouls);
 * renju.net/study/rifrules.php. docs/reference/rules.md explains how the wording of 9.3 is read.
 */
import { BLACK, type Color, EMPTY } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { DIRECTIONS, type Direction } from '../core/point.ts';
import { forbidsTo, type Rule, ruleFromCode } from '../core/rule.ts';
import { RENJU } from '../core/rule-code.ts';
import { cellAt, copyPosition, isOnBoard, type Position } from './position.ts';
import { endsOf, rowThrough } from './rows.ts';

/** Why a move is a foul. */
export type ForbiddenKind = 'overline' | 'double-four' | 'double-three';

/** A row of six or more. */
export interface OverlineLine {
  readonly kind: 'overline';
  /** The stones of the row, including the new one. */
  readonly points: readonly XY[];
}

/** Four stones in a line that one more makes five. */
export interface FourLine {
  readonly kind: 'four';
  /** The four stones, including the new one, in the order of the line. */
  readonly points: readonly XY[];
  /** Where the fifth goes: one point, or two for a straight four. */
  readonly fiveAt: readonly XY[];
}

/** Three stones in a line that one more makes a straight four, by a move that is neither a foul nor a five. */
export interface ThreeLine {
  readonly kind: 'three';
  /** The three stones, including the new one, in the order of the line. */
  readonly points: readonly XY[];
  /** Where the fourth may go: one point or two. */
  readonly straightFourAt: readonly XY[];
}

/** One of the lines that make a foul. */
export type ForbiddenLine = OverlineLine | FourLine | ThreeLine;

/** A foul and everything that makes it one. */
export interface Forbidden {
  /** The first of {@link kinds}. */
  readonly kind: ForbiddenKind;
  /** Every kind of foul the move is, in the order overline, double-four, double-three. */
  readonly kinds: readonly ForbiddenKind[];
  /**
   * The lines that make it a foul: overlines, then fours if there are two or more, then threes if there are two or
   * more.
   */
  readonly lines: readonly ForbiddenLine[];
}

const RENJU_RULE = ruleFromCode(RENJU)!;

/** The board with the stones of the side in question. */
interface Board extends Position {
  readonly color: Color;
  readonly omok: boolean;
}

/**
 * What `color` may not play at (x, y).
 * @param rule default: renju
 * @param color default: Black
 * @returns the first reason that applies, in the order overline, double-four, double-three (omok has only the last);
 *   null if the point is legal, makes a five, is not empty or is off the board, or the rule forbids nothing to `color`
 */
export function forbiddenAt(
  position: Position,
  x: number,
  y: number,
  rule: Rule = RENJU_RULE,
  color: Color = BLACK,
): ForbiddenKind | null {
  if (!forbidsTo(rule, color) || cellAt(position, x, y) !== EMPTY) return null;
  return kindAt({ ...position, color, omok: rule.omok }, x, y);
}

function kindAt(before: Board, x: number, y: number): ForbiddenKind | null {
  const board = withStone(before, x, y);
  if (makesFive(board, x, y)) return null;
  if (!board.omok && overlines(board, x, y).length > 0) return 'overline';
  if (!board.omok && fours(board, x, y).length > 1) return 'double-four';
  if (threes(board, x, y).length > 1) return 'double-three';
  return null;
}

/**
 * Why `color` may not play at (x, y): every kind of foul and the lines that make it.
 * @param rule default: renju
 * @param color default: Black
 * @returns null where {@link forbiddenAt} does
 */
export function explainForbidden(
  position: Position,
  x: number,
  y: number,
  rule: Rule = RENJU_RULE,
  color: Color = BLACK,
): Forbidden | null {
  if (!forbidsTo(rule, color) || cellAt(position, x, y) !== EMPTY) return null;
  const board = withStone({ ...position, color, omok: rule.omok }, x, y);
  if (makesFive(board, x, y)) return null;
  const kinds: ForbiddenKind[] = [];
  const lines: ForbiddenLine[] = [];
  const blame = (kind: ForbiddenKind, found: readonly ForbiddenLine[], needed: number): void => {
    if (found.length < needed) return;
    kinds.push(kind);
    lines.push(...found);
  };
  if (!board.omok) {
    blame('overline', overlines(board, x, y), 1);
    blame('double-four', fours(board, x, y), 2);
  }
  blame('double-three', threes(board, x, y), 2);
  return kinds.length === 0 ? null : { kind: kinds[0], kinds, lines };
}

/**
 * @param rule default: renju
 * @param color default: Black
 * @returns the empty points that `color` may not play, by column, then row
 */
export function forbiddenPoints(position: Position, rule: Rule = RENJU_RULE, color: Color = BLACK): XY[] {
  const points: XY[] = [];
  for (let x = 0; x < position.width; x++) {
    for (let y = 0; y < position.height; y++) {
      if (forbiddenAt(position, x, y, rule, color) !== null) points.push({ x, y });
    }
  }
  return points;
}

/** @returns true if the row wins */
function isFive(board: Board, row: readonly XY[]): boolean {
  return board.omok ? row.length >= 5 : row.length === 5;
}

/** @returns true if the stone at (x, y) is part of a five */
function makesFive(board: Board, x: number, y: number): boolean {
  return DIRECTIONS.some(([dx, dy]) => isFive(board, rowOf(board, x, y, dx, dy)));
}

/** @returns the rows of six or more through the stone at (x, y) */
function overlines(board: Board, x: number, y: number): OverlineLine[] {
  return DIRECTIONS.map(([dx, dy]) => rowOf(board, x, y, dx, dy))
    .filter((row) => row.length > 5)
    .map((points) => ({ kind: 'overline', points }));
}

/** @returns the fours that the stone at (x, y), which makes no five, is part of; one line can hold two */
function fours(board: Board, x: number, y: number): FourLine[] {
  return DIRECTIONS.flatMap((direction) => foursAlong(board, x, y, direction));
}

/**
 * The fifth stone joins the row of the one at (x, y), so it can only go to an end of that row. Fours are counted as
 * sets of stones: both ends of a straight four complete the same set, so it is one four.
 */
function foursAlong(board: Board, x: number, y: number, [dx, dy]: Direction): FourLine[] {
  const found: { kind: 'four'; points: XY[]; fiveAt: XY[] }[] = [];
  for (const end of endsOf(rowOf(board, x, y, dx, dy), dx, dy)) {
    if (cellAt(board, end.x, end.y) !== EMPTY) continue;
    const five = rowOf(board, end.x, end.y, dx, dy);
    if (!isFive(board, five)) continue;
    const points = five.filter((point) => !isSame(point, end));
    const known = found.find((four) => four.points.every((point, i) => isSame(point, points[i])));
    if (known === undefined) found.push({ kind: 'four', points, fiveAt: [end] });
    else known.fiveAt.push(end);
  }
  return found;
}

/**
 * The threes that the stone at (x, y), which makes no five, is part of; a line holds at most one. A line that
 * holds a four through the stone holds no three through it (a straight four and a five would have to overlap in all
 * four stones, one of which is missing), so renju need not distinguish the two. Omok must: a row of four wins with six.
 */
function threes(board: Board, x: number, y: number): ThreeLine[] {
  return DIRECTIONS.flatMap((direction) => threeAlong(board, x, y, direction) ?? []);
}

/** The fourth stone joins the row of the one at (x, y), so it can only go to an end of that row. */
function threeAlong(board: Board, x: number, y: number, direction: Direction): ThreeLine | null {
  const [dx, dy] = direction;
  if (board.omok && foursAlong(board, x, y, direction).length > 0) return null;
  const straightFourAt = endsOf(rowOf(board, x, y, dx, dy), dx, dy).filter((end) =>
    isLegalStraightFour(board, end, direction),
  );
  if (straightFourAt.length === 0) return null;
  const [fourth] = straightFourAt;
  const points = rowOf(board, fourth.x, fourth.y, dx, dy).filter((point) => !isSame(point, fourth));
  return { kind: 'three', points, straightFourAt };
}

/**
 * True if a stone at `point` makes a straight four along the direction, makes no five elsewhere at the same time,
 * and is no foul. That last condition is the original question with one more stone on the board, so the recursion ends.
 */
function isLegalStraightFour(board: Board, point: XY, [dx, dy]: Direction): boolean {
  if (cellAt(board, point.x, point.y) !== EMPTY) return false;
  const row = rowOf(board, point.x, point.y, dx, dy);
  if (row.length !== 4) return false;
  const next = withStone(board, point.x, point.y);
  const isStraight = endsOf(row, dx, dy).every(
    (end) => cellAt(next, end.x, end.y) === EMPTY && isFive(next, rowOf(next, end.x, end.y, dx, dy)),
  );
  return isStraight && !makesFive(next, point.x, point.y) && kindAt(board, point.x, point.y) === null;
}

function rowOf(board: Board, x: number, y: number, dx: number, dy: number): XY[] {
  return rowThrough(board, x, y, board.color, dx, dy);
}

function withStone(board: Board, x: number, y: number): Board {
  if (!isOnBoard(board, x, y)) throw new RangeError(`point (${x}, ${y}) is off the board`);
  const copy = { ...copyPosition(board), color: board.color, omok: board.omok };
  copy.cells[y * copy.width + x] = board.color;
  return copy;
}

function isSame(a: XY, b: XY): boolean {
  return a.x === b.x && a.y === b.y;
}
