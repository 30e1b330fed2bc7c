/** The book of `tengen play` and `tengen analyze`: read from a file, and asked about a game. */
import { readFileSync } from 'node:fs';
import type { BookView } from '../../book/info.ts';
import { Line, PASS } from '../../book/key.ts';
import { kindOf } from '../../book/merge.ts';
import { readBook } from '../../book/read.ts';
import { MatchError, reasonOf } from '../../core/errors.ts';
import { CONTINUOUS_BIT } from '../../core/rule-code.ts';
import type { GameState } from '../../game/game-state.ts';
import { lookUp, type Shown, shownLines } from '../book/show.ts';

/** @throws MatchError with the file and what is wrong */
export function openBook(path: string): BookView {
  try {
    return readBook(readFileSync(path));
  } catch (error) {
    throw new MatchError(`--book "${path}": ${reasonOf(error)}`);
  }
}

/** @returns what a book says of a game's position; null for a game that it is not about */
export function askBook(book: BookView, { variant, plies }: GameState): Shown | null {
  const { rule, width, height } = variant;
  if (width !== height || width !== book.size || rule.winLength !== 5) return null;
  if ((rule.code & ~CONTINUOUS_BIT) !== book.rule) return null;
  const cells = plies.map((ply) => (ply === null ? PASS : ply.y * width + ply.x));
  return lookUp(book, new Line(book.rule, book.size, cells));
}

/** @returns the same in lines */
export function bookLines(book: BookView, game: GameState): string[] {
  const shown = askBook(book, game);
  if (shown === null) return ['', `The book is about ${kindOf(book)}.`];
  return ['', 'The book:', ...shownLines(shown).map((line) => `  ${line}`)];
}
