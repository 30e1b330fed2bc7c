/** The wins in the book for freestyle 15x15 (docs/internals/proof.md). */
import { HIGHEST_LEVEL } from '../../../play/opponent/levels.ts';
import type { OpponentRequest } from '../../../play/opponent/opponent.ts';
import { isAbout } from '../../../play/state/game-state.ts';
import type { BookView } from '../../../records/book/info.ts';
import { BOOK_OF_WINS } from './own-books.ts';

let wins: BookView | null = null;
let isLoading = false;

/** @returns the wins for a move; null if the book is not for it, or until it has been fetched */
export function knownWinsFor({ game, level }: OpponentRequest): BookView | null {
  if (level.number !== HIGHEST_LEVEL || !isAbout(BOOK_OF_WINS, game.variant)) return null;
  if (wins === null && !isLoading) void load();
  return wins;
}

/** A bundle by itself: in a chunk that the page shares, the first visit would load it. */
function reader(): Promise<typeof import('./read-wins.ts')> {
  return import(new URL('read-wins.js', document.baseURI).href);
}

/** Without the book, which may be missing offline, the engine searches; the next move tries again. */
async function load(): Promise<void> {
  isLoading = true;
  try {
    const file = fetch(new URL(BOOK_OF_WINS.file, document.baseURI));
    const [response, { readWins }] = await Promise.all([file, reader()]);
    if (response.ok) wins = readWins(await response.text());
  } catch {
    // See above.
  } finally {
    isLoading = false;
  }
}
