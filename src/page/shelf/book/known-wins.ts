/** The wins in the book for freestyle 15x15 (docs/internals/proof.md). */
import { HIGHEST_LEVEL } from '../../../play/opponent/levels.ts';
import type { OpponentRequest } from '../../../play/opponent/opponent.ts';
import { isAbout } from '../../../play/state/game-state.ts';
import { winsOf } from '../../../records/book/choose.ts';
import type { BookView } from '../../../records/book/info.ts';
import { parseBook } from '../../../records/book/text.ts';
import { BOOK_OF_WINS } from './own-books.ts';

let wins: BookView | null = null;
let isLoading = false;

/** @returns the wins for a move; null if the book is not for it, or until it has been fetched */
export function knownWinsFor({ game, level }: OpponentRequest): BookView | null {
  if (level.number !== HIGHEST_LEVEL || !isAbout(BOOK_OF_WINS, game.variant)) return null;
  if (wins === null && !isLoading) void load();
  return wins;
}

/** Without the book, which may be missing offline, the engine searches; the next move tries again. */
async function load(): Promise<void> {
  isLoading = true;
  try {
    const response = await fetch(new URL(BOOK_OF_WINS.file, document.baseURI));
    if (response.ok) wins = winsOf(parseBook(await response.text()));
  } catch {
    // See above.
  } finally {
    isLoading = false;
  }
}
