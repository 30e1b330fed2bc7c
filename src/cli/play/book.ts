/** The book of `tengen play` and `tengen analyze`: read from a file, and asked about a game. */
import { readFileSync } from 'node:fs';
import type { BookView } from '../../book/info.ts';
import { Line } from '../../book/key.ts';
import { lookUp, type Shown } from '../../book/look-up.ts';
import { bookKind } from '../../book/merge.ts';
import { readBook } from '../../book/read.ts';
import { reasonOf, UserError } from '../../core/errors.ts';
import { cellsOf, isAbout } from '../../game/state/ask-book.ts';
import type { GameState } from '../../game/state/game-state.ts';
import { shownLines } from '../book/show.ts';

/** @throws UserError with the file and what is wrong */
export function openBook(path: string): BookView {
  try {
    return readBook(readFileSync(path));
  } catch (error) {
    throw new UserError(`--book "${path}": ${reasonOf(error)}`);
  }
}

/** @returns what a book says of a game's position; null for a game that it is not about */
export function askBook(book: BookView, game: GameState): Shown | null {
  return isAbout(book, game.variant) ? lookUp(book, new Line(book.rule, book.size, cellsOf(game))) : null;
}

/** @returns the same in lines */
export function bookLines(book: BookView, game: GameState): string[] {
  const shown = askBook(book, game);
  if (shown === null) return ['', `The book is about ${bookKind(book)}.`];
  return ['', 'The book:', ...shownLines(shown).map((line) => `  ${line}`)];
}
