/** The wins in the book for freestyle 15x15 (docs/internals/proof.md). */
import { type OpponentRequest, playsWinsOf } from '../../../play/opponent/opponent.ts';
import { cellsOf } from '../../../play/state/game-state.ts';
import type { BookView } from '../../../records/book/info.ts';
import type { WinReader } from '../../../records/book/read-wins.ts';
import { BOOK_OF_WINS } from './own-books.ts';

let wins: WinReader | null = null;
let isLoading = false;

/** @returns the wins for a move; null if the book is not for it, or until it has been fetched */
export function knownWinsFor(request: OpponentRequest): BookView | null {
  if (!playsWinsOf(BOOK_OF_WINS, request)) return null;
  if (wins === null && !isLoading) void load();
  return wins?.read(cellsOf(request.game)) ?? null;
}

/** Built as a separate file: the first visit would load what it shared with the page. */
function reader(): Promise<typeof import('../../../records/book/read-wins.ts')> {
  return import(new URL('read-wins.js', document.baseURI).href);
}

/** Without the book, which may be missing offline, the engine searches; the next move tries again. */
async function load(): Promise<void> {
  isLoading = true;
  try {
    const file = fetch(new URL(BOOK_OF_WINS.file, document.baseURI));
    const [response, { WinReader }] = await Promise.all([file, reader()]);
    if (response.ok) wins = new WinReader(await response.text());
  } catch {
    // See above.
  } finally {
    isLoading = false;
  }
}
