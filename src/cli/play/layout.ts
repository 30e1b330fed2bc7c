/** Board and text on a terminal: the text below the board, or next to it if there are too few rows. */
import { wrapped } from '../../core/text.ts';
import { paintStones, type TerminalLook } from './board.ts';

export interface Picture {
  /** As {@link drawBoard} draws it; may be empty. */
  readonly board: readonly string[];
  /** Width of the board in columns of the terminal. */
  readonly columns: number;
  /** Players and side to move; not broken into lines. */
  readonly text: readonly string[];
}

/** Columns between board and text. */
const GAP = 2;
/** Narrower text is hard to read. */
const MIN_TEXT = 24;
/** Rows of text that should fit below a board. */
const ROOMY = 10;

/**
 * Puts the text below the board if that leaves some rows free, else next to it, else below it anyway: text that is
 * longer than the terminal reads best in whole lines.
 * @param messages shown after the picture's own text
 * @param rows of the terminal that may be used; null: no limit
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
    const narrow = textOf(room);
    if (Math.max(board.length, narrow.length) <= rows) return sideBySide(board, narrow, picture.columns + GAP);
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

/** @returns length of a line without its escape sequences */
export function visibleLength(line: string): number {
  return line.replace(/\x1b\[[\d;]*m/g, '').length;
}
