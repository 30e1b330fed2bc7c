/** All that a worker has to know about the search of a book, and how its positions and results go over the wire. */
import { MAX_LINES, MAX_NODES, MAX_SIZE, MIN_SIZE } from '../../core/limits.ts';
import { object, parseAs, type Schema, wholeNumber } from '../../core/schema.ts';
import type { BookSearch } from '../../engine/book-search.ts';
import type { Found } from '../../records/book/expand.ts';
import { Line, PASS } from '../../records/book/key.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { OWN_ENGINE, type OwnEngine } from './own-engine.ts';
import { RULE_SCHEMA } from './wire.ts';

export interface BookSpec extends BookSearch, OwnEngine {
  /** Code of the book's rule. */
  readonly rule: number;
  readonly size: number;
}

/** Fewest nodes of a search, here and on workers. */
export const MIN_NODES = 100;

/** @returns the id of the job: results depend on nothing else, whichever book they are for */
export function bookId({ rule, size, nodes, lines, version, weights, bench }: BookSpec): string {
  return sha256Of(JSON.stringify(['book', rule, size, nodes, lines, version, weights, bench]));
}

/** @returns the number of the task that searches a position: 53 bits of its key */
export function taskOf({ high, low }: Pick<Line, 'high' | 'low'>): number {
  return (high & 0x1fffff) * 2 ** 32 + low;
}

/** @returns the position as it is sent to a worker */
export function positionText(line: Line): string {
  return line.plies.join(' ');
}

/** @returns the position; null if the text is not one on such a board */
export function parsePosition(text: string, { rule, size }: BookSpec): Line | null {
  const line = new Line(rule, size);
  for (const word of text === '' ? [] : text.split(' ')) {
    const cell = /^(-1|\d{1,3})$/.test(word) ? Number(word) : Number.NaN;
    if (!(cell < size * size) || (cell !== PASS && line.has(cell))) return null;
    line.push(cell);
  }
  return line;
}

/** @returns what is wrong with the moves found in a position, or null */
export function moveFault({ moves }: Found, line: Line, { size, lines }: BookSpec): string | null {
  if (moves.length > lines) return `expected 1 to ${lines} moves`;
  if (moves.some(({ cell }) => cell >= size * size || line.has(cell))) return 'a move off the board, or on a stone';
  return new Set(moves.map(({ cell }) => cell)).size < moves.length ? 'a duplicate move' : null;
}

const BOOK_SPEC: Schema<BookSpec> = object({
  rule: RULE_SCHEMA,
  size: wholeNumber(MIN_SIZE, MAX_SIZE),
  nodes: wholeNumber(MIN_NODES, MAX_NODES),
  lines: wholeNumber(1, MAX_LINES),
  ...OWN_ENGINE,
});

/** Reads a spec from a coordinator; nothing in it is trusted. @throws UserError that says what is wrong with it */
export function parseBookSpec(text: string): BookSpec {
  return parseAs(BOOK_SPEC, text, 'the spec of the book');
}
