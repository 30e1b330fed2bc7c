/** Board and text on a terminal: the text below the board, or beside it where there are too few rows. */

import { wrapped } from '../../core/text.ts';
import { paintStones, type TerminalLook } from './board.ts';

/** A board and what is said of it. */
export interface Picture {
  /** As {@link drawBoard} draws it; may be empty. */
  readonly board: readonly string[];
  /** Columns of the terminal that the board takes. */
  readonly columns: number;
  /** Who plays, whose turn it is; not broken into lines. */
  readonly text: readonly string[];
}

/** Columns between board and text. */
const GAP = 2;
/** Narrower text is hard to read. */
const MIN_TEXT = 24;
/** Rows of text that there should be room for below a board. */
const ROOMY = 10;

/**
 * Below the board if that leaves room for more, else beside it, else below it all the same: what is longer than the
 * terminal is read best in whole lines.
 * @param messages shown after the picture's own text
 * @param rows of the terminal that may be used; null: as many as are needed
 * @returns lines of the terminal
 */
export function layOut(
  picture: Picture,
  messages: readonly string[],
  look: TerminalLook,
  rows: number | null,
): string[] {
  const { board, text } = picture;
  const textOf = (columns: number) =>
    [...text, ...messages].flatMap((line) => wrapped(line, columns)).map((line) => paintStones(line, look));
  const below = textOf(look.columns - 1);
  const isRoomy = rows === null || board.length + Math.max(ROOMY, below.length) <= rows;
  const room = look.columns - picture.columns - GAP - 1;
  if (!isRoomy && board.length > 1 && room >= MIN_TEXT) {
    const beside = textOf(room);
    if (Math.max(board.length, beside.length) <= rows) return sideBySide(board, beside, picture.columns + GAP);
  }
  return [...board, ...below];
}

function sideBySide(board: readonly string[], text: readonly string[], indent: number): string[] {
  return Array.from({ length: Math.max(board.length, text.length) }, (_, i) => {
    const left = board[i] ?? '';
    if (text[i] === undefined || text[i] === '') return left;
    return left + ' '.repeat(indent - visibleLength(left)) + text[i];
  });
}

/** @returns characters of a line without its escape sequences */
export function visibleLength(line: string): number {
  return line.replace(/\x1b\[[\d;]*m/g, '').length;
}
