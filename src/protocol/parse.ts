/** Parses lines of the protocol: the command word and its arguments. */
import { BLACK, BLOCKED, type Color, EMPTY, opponentOf, WHITE } from '../core/color.ts';
import { MAX_SIZE, MIN_SIZE } from '../core/limits.ts';
import type { XY } from '../core/point.ts';
import type { Stone } from '../engine/game.ts';
import type { Position } from '../rules/position.ts';
import { cellAt, isOnBoard } from '../rules/position.ts';
import { ProtocolError } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';

/** Characters of the input that are repeated in an answer. */
export const QUOTE_LENGTH = 80;

/** @returns input made fit for an answer: printable ASCII, truncated */
export function quote(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, QUOTE_LENGTH);
}

/** @returns the text without blanks and tabs around it; other white space counts as content */
export function trimBlanks(text: string): string {
  // Not a regular expression: one for the end of a text restarts at every blank of a long run, in quadratic time.
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(letter: string): boolean {
  return letter === ' ' || letter === '\t';
}

/** A line of a manager, split once for all readers. */
export interface CommandLine {
  /** As received. */
  readonly raw: string;
  /** Without blanks around it. */
  readonly text: string;
  /** Its first word in capitals. */
  readonly name: string;
  /** What follows the first word, without blanks around it. */
  readonly args: string;
}

export function splitLine(raw: string): CommandLine {
  const text = trimBlanks(raw);
  const end = text.search(/[ \t]/);
  if (end < 0) return { raw, text, name: text.toUpperCase(), args: '' };
  return { raw, text, name: text.slice(0, end).toUpperCase(), args: trimBlanks(text.slice(end)) };
}

/** @param text without blanks around it @returns a line of a single word, even if the text contains blanks */
export function lineOfWord(text: string): CommandLine {
  return { raw: text, text, name: text.toUpperCase(), args: '' };
}

/** @returns the fields of `a,b,...`, which may have blanks around the commas; null unless all are whole numbers */
export function parseFields(text: string): number[] | null {
  const fields = text.split(',').map((field) => field.trim());
  return fields.every((field) => /^[+-]?\d{1,10}$/.test(field)) ? fields.map(Number) : null;
}

/** @throws ProtocolError unless `text` is a point of the board */
export function parsePoint(text: string, board: Position): XY {
  const fields = parseFields(text);
  if (fields === null || fields.length !== 2 || !isOnBoard(board, fields[0], fields[1])) {
    throw new ProtocolError(REPLY_TEXTS.badPoint(quote(text), board.width - 1, board.height - 1));
  }
  return { x: fields[0], y: fields[1] };
}

/**
 * Parses the argument of START: one number, or two equal ones as Yixin-Board sends them.
 * @param winLength boards on which no such row fits are rejected
 */
export function parseSize(text: string, winLength: number): number {
  const [, width, height] = /^(\d{1,6})(?:[ \t,]+(\d{1,6}))?$/.exec(text) ?? [];
  const size = Number(width);
  const min = Math.max(MIN_SIZE, winLength);
  if (width === undefined || size < min || size > MAX_SIZE || (height !== undefined && Number(height) !== size)) {
    throw new ProtocolError(REPLY_TEXTS.badSize(quote(text), min));
  }
  return size;
}

/** Parses the argument of RECTSTART: `width,height`. */
export function parseRectangle(text: string): { width: number; height: number } {
  const fields = parseFields(text);
  if (fields === null || fields.length !== 2 || fields.some((side) => side < MIN_SIZE || side > MAX_SIZE)) {
    throw new ProtocolError(REPLY_TEXTS.badRectangle(quote(text)));
  }
  return { width: fields[0], height: fields[1] };
}

/** A line of a BOARD block: `field` 1 is a stone of the brain, 2 of its opponent, 3 a blocked point. */
export interface BoardLine extends XY {
  readonly field: 1 | 2 | 3;
}

/** @param board the points filled by earlier lines @throws ProtocolError for an invalid line */
export function parseBoardLine(text: string, board: Position): BoardLine {
  const fields = parseFields(text);
  const isShaped = fields !== null && fields.length === 3 && fields[2] >= 1 && fields[2] <= 3;
  if (!isShaped) throw new ProtocolError(REPLY_TEXTS.badBoardLine(quote(text)));
  const [x, y, field] = fields;
  if (!isOnBoard(board, x, y)) {
    throw new ProtocolError(REPLY_TEXTS.boardLineOffBoard(quote(text), board.width - 1, board.height - 1));
  }
  if (cellAt(board, x, y) !== EMPTY) {
    throw new ProtocolError(REPLY_TEXTS.boardLineTaken(quote(text)));
  }
  return { x, y, field: field as 1 | 2 | 3 };
}

/**
 * Finds out who is black in a BOARD block: the brain if both sides have the same number of stones, the opponent if it
 * has one more; otherwise the owner of the first stone.
 * @returns the brain's color
 */
export function ownColor(lines: readonly BoardLine[]): Color {
  const own = lines.filter((line) => line.field === 1).length;
  const opponent = lines.filter((line) => line.field === 2).length;
  if (own === opponent) return BLACK;
  if (opponent === own + 1) return WHITE;
  return lines.find((line) => line.field !== 3)?.field === 1 ? BLACK : WHITE;
}

/** @param own the brain's color @returns the stones of a block */
export function stonesOf(lines: readonly BoardLine[], own: Color): Stone[] {
  return lines.map(({ x, y, field }) => ({ x, y, color: field === 3 ? BLOCKED : field === 1 ? own : opponentOf(own) }));
}

/** @returns an error text as one line of printable ASCII */
export function asLine(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300);
}
