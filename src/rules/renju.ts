/**
 * What Black may not play under renju, straight from the definitions. Slow: src/kernel/patterns has the fast version.
 *
 * Everything here concerns a black stone on an empty point, and "five" means a row of exactly five. A five wins
 * whatever else it makes, so it is checked first. Blocked cells, white stones and the edge end a line alike.
 *
 * Source: International Rules of Renju (Renju International Federation), sections 3 (the shapes) and 9 (the fouls);
 * renju.net/study/rifrules.php. docs/reference/rules.md explains how the wording of 9.3 is read.
 */
import { BLACK, EMPTY } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { DIRECTIONS, type Direction } from '../core/point.ts';
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

/**
 * What Black may not play at (x, y).
 * @returns the first reason that applies, in the order overline, double-four, double-three; null if the point is legal,
 *   makes a five, is not empty or is off the board
 */
export function forbiddenAt(position: Position, x: number, y: number): ForbiddenKind | null {
  if (cellAt(position, x, y) !== EMPTY) return null;
  const board = withBlackStone(position, x, y);
  if (makesFive(board, x, y)) return null;
  if (overlines(board, x, y).length > 0) return 'overline';
  if (fours(board, x, y).length > 1) return 'double-four';
  if (threes(board, x, y).length > 1) return 'double-three';
  return null;
}

/**
 * Why Black may not play at (x, y): every kind of foul and the lines that make it.
 * @returns null where {@link forbiddenAt} does
 */
export function explainForbidden(position: Position, x: number, y: number): Forbidden | null {
  if (cellAt(position, x, y) !== EMPTY) return null;
  const board = withBlackStone(position, x, y);
  if (makesFive(board, x, y)) return null;
  const kinds: ForbiddenKind[] = [];
  const lines: ForbiddenLine[] = [];
  const blame = (kind: ForbiddenKind, found: readonly ForbiddenLine[], needed: number): void => {
    if (found.length < needed) return;
    kinds.push(kind);
    lines.push(...found);
  };
  blame('overline', overlines(board, x, y), 1);
  blame('double-four', fours(board, x, y), 2);
  blame('double-three', threes(board, x, y), 2);
  return kinds.length === 0 ? null : { kind: kinds[0], kinds, lines };
}

/** @returns the empty points Black may not play, by column, then row */
export function forbiddenPoints(position: Position): XY[] {
  const points: XY[] = [];
  for (let x = 0; x < position.width; x++) {
    for (let y = 0; y < position.height; y++) {
      if (forbiddenAt(position, x, y) !== null) points.push({ x, y });
    }
  }
  return points;
}

/** @returns true if the black stone at (x, y) is part of a row of exactly five */
function makesFive(board: Position, x: number, y: number): boolean {
  return DIRECTIONS.some(([dx, dy]) => blackRow(board, x, y, dx, dy).length === 5);
}

/** @returns the rows of six or more through the black stone at (x, y) */
function overlines(board: Position, x: number, y: number): OverlineLine[] {
  return DIRECTIONS.map(([dx, dy]) => blackRow(board, x, y, dx, dy))
    .filter((row) => row.length > 5)
    .map((points) => ({ kind: 'overline', points }));
}

/** @returns the fours that the black stone at (x, y), which makes no five, is part of; one line can hold two */
function fours(board: Position, x: number, y: number): FourLine[] {
  return DIRECTIONS.flatMap((direction) => foursAlong(board, x, y, direction));
}

/**
 * The fifth stone joins the row of the one at (x, y), so it can only go to an end of that row. Fours are counted as
 * sets of stones: both ends of a straight four complete the same set, so it is one four.
 */
function foursAlong(board: Position, x: number, y: number, [dx, dy]: Direction): FourLine[] {
  const found: { kind: 'four'; points: XY[]; fiveAt: XY[] }[] = [];
  for (const end of endsOf(blackRow(board, x, y, dx, dy), dx, dy)) {
    if (cellAt(board, end.x, end.y) !== EMPTY) continue;
    const five = blackRow(board, end.x, end.y, dx, dy);
    if (five.length !== 5) continue;
    const points = five.filter((point) => !isSame(point, end));
    const known = found.find((four) => four.points.every((point, i) => isSame(point, points[i])));
    if (known === undefined) found.push({ kind: 'four', points, fiveAt: [end] });
    else known.fiveAt.push(end);
  }
  return found;
}

/**
 * The threes that the black stone at (x, y), which makes no five, is part of; a line holds at most one. A line that
 * holds a four through the stone holds no three through it (a straight four and a five would have to overlap in all
 * four stones, one of which is missing), so the two need not be distinguished.
 */
function threes(board: Position, x: number, y: number): ThreeLine[] {
  return DIRECTIONS.flatMap((direction) => threeAlong(board, x, y, direction) ?? []);
}

/** The fourth stone joins the row of the one at (x, y), so it can only go to an end of that row. */
function threeAlong(board: Position, x: number, y: number, direction: Direction): ThreeLine | null {
  const [dx, dy] = direction;
  const straightFourAt = endsOf(blackRow(board, x, y, dx, dy), dx, dy).filter((end) =>
    isLegalStraightFour(board, end, direction),
  );
  if (straightFourAt.length === 0) return null;
  const [fourth] = straightFourAt;
  const points = blackRow(board, fourth.x, fourth.y, dx, dy).filter((point) => !isSame(point, fourth));
  return { kind: 'three', points, straightFourAt };
}

/**
 * True if a black stone at `point` makes a straight four along the direction, makes no five elsewhere at the same time,
 * and is no foul. That last condition is the original question with one more stone on the board, so the recursion ends.
 */
function isLegalStraightFour(board: Position, point: XY, [dx, dy]: Direction): boolean {
  if (cellAt(board, point.x, point.y) !== EMPTY) return false;
  const row = blackRow(board, point.x, point.y, dx, dy);
  if (row.length !== 4) return false;
  const next = withBlackStone(board, point.x, point.y);
  const isStraight = endsOf(row, dx, dy).every(
    (end) => cellAt(next, end.x, end.y) === EMPTY && blackRow(next, end.x, end.y, dx, dy).length === 5,
  );
  return isStraight && !makesFive(next, point.x, point.y) && forbiddenAt(board, point.x, point.y) === null;
}

function blackRow(board: Position, x: number, y: number, dx: number, dy: number): XY[] {
  return rowThrough(board, x, y, BLACK, dx, dy);
}

function withBlackStone(position: Position, x: number, y: number): Position {
  if (!isOnBoard(position, x, y)) throw new RangeError(`point (${x}, ${y}) is off the board`);
  const copy = copyPosition(position);
  copy.cells[y * copy.width + x] = BLACK;
  return copy;
}

function isSame(a: XY, b: XY): boolean {
  return a.x === b.x && a.y === b.y;
}
