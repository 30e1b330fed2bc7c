/** A game as a book sees it. */

import { CONTINUOUS_BIT } from '../../core/rule-code.ts';
import type { BookView } from '../../records/book/info.ts';
import { PASS } from '../../records/book/key.ts';
import type { GameState } from './game-state.ts';
import type { Variant } from './variant.ts';

/** Whether a book covers games of this kind. */
export function isAbout(book: Pick<BookView, 'rule' | 'size'>, { rule, width, height }: Variant): boolean {
  const isSquare = width === height && width === book.size;
  return isSquare && rule.winLength === 5 && (rule.code & ~CONTINUOUS_BIT) === book.rule;
}

/** @returns the turns as a book expects a line */
export function cellsOf({ variant, plies }: GameState): number[] {
  return plies.map((ply) => (ply === null ? PASS : ply.y * variant.width + ply.x));
}
