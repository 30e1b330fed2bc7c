/** Openings and their values from books, for swap2 and similar opening rules. */
import { pointOfCell, SYMMETRIES, type XY } from '../core/point.ts';
import { integersBelow, picked } from '../core/random.ts';
import { CONTINUOUS_BIT } from '../core/rule-code.ts';
import { infoAt, movesFrom } from '../records/book/book.ts';
import { type BookView, EXACT, MIN_WIN } from '../records/book/info.ts';
import { Line, PASS, tablesOf } from '../records/book/key.ts';
import { bookLineOf } from './book-moves.ts';
import type { PositionView } from './game.ts';

/** An opening is balanced if its value is closer to even than this. */
export const BALANCED = 50;
/** Values of shallower searches are ignored. */
const MIN_DEPTH = 8;
/** Stones of an opening of swap2. */
const OPENING_PLIES = 3;
/** Most positions of a book to expand per ply. */
const MAX_FOLLOWED = 3000;

/** What determines the book of a game. */
type Kind = Pick<PositionView, 'width' | 'height' | 'rule'>;

function bookOf(books: readonly BookView[], { width, height, rule }: Kind): BookView | null {
  if (width !== height || rule.winLength !== 5) return null;
  return books.find((book) => book.size === width && book.rule === (rule.code & ~CONTINUOUS_BIT)) ?? null;
}

/**
 * @returns a book's value of a position for the player who has moved, if it was searched deeply enough; otherwise null
 */
export function bookValue(books: readonly BookView[], view: PositionView): number | null {
  const book = bookOf(books, view);
  const line = book === null ? null : bookLineOf(view);
  return book === null || line === null ? null : valueAt(book, line);
}

/** The same for a line of the book's rule and size. */
export function valueAt(book: BookView, line: Line): number | null {
  const { value, depth, bound } = infoAt(book, line);
  return bound === EXACT && depth >= MIN_DEPTH ? value : null;
}

/**
 * @param kind board and rule of the game
 * @returns three stones that are balanced according to a book, in a random orientation; null if it has none
 */
export function bookOpening(books: readonly BookView[], kind: Kind, random: () => number): XY[] | null {
  const book = bookOf(books, kind);
  if (book === null) return null;
  const openings = balancedOpenings(book);
  const plies = picked(openings, random);
  if (plies === undefined) return null;
  const { image, cells, size } = tablesOf(book.size);
  const symmetry = integersBelow(random)(SYMMETRIES);
  return plies.map((ply) => image[symmetry * cells + ply]).map((cell) => pointOfCell(cell, size));
}

const known = new WeakMap<BookView, number[][]>();

/** @returns every balanced opening of three stones, one of each set of symmetric ones, as cells in playing order */
export function balancedOpenings(book: BookView): readonly (readonly number[])[] {
  const found = known.get(book);
  if (found !== undefined) return found;
  const openings: number[][] = [];
  const seen = new Set<number>();
  let waiting: number[][] = [[]];
  for (let ply = 0; ply < OPENING_PLIES; ply++) {
    const next: number[][] = [];
    for (const plies of waiting.slice(0, MAX_FOLLOWED)) {
      for (const { cell, index } of movesFrom(book, new Line(book.rule, book.size, plies))) {
        if (cell === PASS || seen.has(index)) continue;
        seen.add(index);
        next.push([...plies, cell]);
        if (ply < OPENING_PLIES - 1) continue;
        const { value, bound, depth } = book.info(index);
        const isKnown = value !== null && bound === EXACT && depth >= MIN_DEPTH;
        if (isKnown && Math.abs(value) < Math.min(BALANCED, MIN_WIN)) openings.push([...plies, cell]);
      }
    }
    waiting = next;
  }
  known.set(book, openings);
  return openings;
}
