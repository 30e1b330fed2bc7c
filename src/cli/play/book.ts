/** The book of `tengen play` and `tengen analyze`: reads it from a file and looks positions up. */
import { readFileSync } from 'node:fs';
import { named } from '../../core/errors.ts';
import type { GameState } from '../../play/state/game-state.ts';
import { cellsOf, isAbout } from '../../play/state/game-state.ts';
import { readBook } from '../../records/book/binary.ts';
import type { BookView } from '../../records/book/info.ts';
import { Line } from '../../records/book/key.ts';
import { lookUp, type Shown } from '../../records/book/look-up.ts';
import { bookKind } from '../../records/book/merge.ts';
import { shownLines } from '../book/show.ts';

/** @throws UserError that names the file and the problem */
export function openBook(path: string): BookView {
  return named(`--book "${path}"`, () => readBook(readFileSync(path)));
}

/** @returns a book's entry of a game's position; null if the book is for another rule or size */
export function askBook(book: BookView, game: GameState): Shown | null {
  return isAbout(book, game.variant) ? lookUp(book, new Line(book.rule, book.size, cellsOf(game))) : null;
}

/** @returns the same as lines of text */
export function bookLines(book: BookView, game: GameState): string[] {
  const shown = askBook(book, game);
  if (shown === null) return ['', `This book is for ${bookKind(book)}.`];
  return ['', 'Book:', ...shownLines(shown).map((line) => `  ${line}`)];
}
