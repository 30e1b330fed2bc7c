/**
 * Points as renju players write them: a column letter and a row number from 1 at the bottom, so that H8 is the center
 * of 15 by 15.
 */

import { BLACK, type Color } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { letterOf as columnLetter, nameOf, PASS_WORD, type Ply, splitMoves, type XY } from '../../core/point.ts';
import { isOnBoard, type Position } from '../../rules/index.ts';

export type { Ply };

export type BoardSize = Pick<Position, 'width' | 'height'>;

/** @returns the name of a point on a board of this height: `H8` */
export function labelOf(point: XY, height: number): string {
  return nameOf(point, height).toUpperCase();
}

export function columnLetterOf(x: number): string {
  return columnLetter(x).toUpperCase();
}

export function colorName(color: Color): string {
  return color === BLACK ? 'Black' : 'White';
}

/** @returns the game on one line, in the form that {@link readRecord} reads */
export function formatRecord(plies: readonly Ply[], height: number): string {
  return plies.map((ply) => (ply === null ? PASS_WORD : labelOf(ply, height))).join(' ');
}

/**
 * Reads a point: `H8`, `h8`, or column and row as numbers, `8 8` or `8,8`.
 * @returns null if the text is not a point
 * @throws UserError if the point is off the board
 */
export function readPoint(text: string, size: BoardSize): XY | null {
  const named = /^([a-z])\s?(\d{1,3})$/i.exec(text.trim());
  const numbered = /^(\d{1,3})\s*[\s,]\s*(\d{1,3})$/.exec(text.trim());
  if (named !== null) return onBoard(text, named[1].toLowerCase().charCodeAt(0) - 97, Number(named[2]), size);
  return numbered === null ? null : onBoard(text, Number(numbered[1]) - 1, Number(numbered[2]), size);
}

/**
 * Reads a record: points in any of the forms of {@link splitMoves}, `-` or `pass` for a pass.
 * @returns null if the text is not a record
 * @throws UserError if a point is off the board
 */
export function readRecord(text: string, size: BoardSize): Ply[] | null {
  const words = splitMoves(text);
  if (words === null || words.length === 0) return null;
  return words.map((word) => (word === PASS_WORD ? null : readPoint(word, size)));
}

function onBoard(text: string, x: number, row: number, { width, height }: BoardSize): XY {
  const point = { x, y: height - row };
  if (isOnBoard({ width, height, cells: NO_CELLS }, point.x, point.y)) return point;
  throw new UserError(
    `${text.trim().toUpperCase()}: off the board, expected a column from A to ${columnLetterOf(width - 1)} and a row from 1 to ${height}`,
  );
}

const NO_CELLS = new Uint8Array(0);
