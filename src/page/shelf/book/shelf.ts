/** The book next to the analysis. A separate worker reads and queries it; no file leaves the browser. */

import { messageOf } from '../../../core/errors.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import { cellsOf, isAbout } from '../../../play/state/game-state.ts';
import type { Variant } from '../../../play/state/variant.ts';
import type { Shown } from '../../../records/book/look-up.ts';
import { StateModel } from '../../state/model.ts';
import { WorkerCalls } from '../../state/worker-calls.ts';
import { OWN_BOOKS, type OwnBook } from './own-books.ts';
import type { BookApi } from './worker.ts';

interface OpenBook {
  readonly name: string;
  readonly rule: number;
  readonly size: number;
  readonly count: number;
}

/** @returns the included book for such games; null if there is none */
export function ownBookFor(variant: Variant): OwnBook | null {
  return OWN_BOOKS.find((book) => isAbout(book, variant)) ?? null;
}

interface BookState {
  /** Null: none is open. */
  readonly book: OpenBook | null;
  /** Name of the file that is being read; null: none is. */
  readonly reading: string | null;
  /** Why the last file could not be read as a book; null: it could. */
  readonly fault: { readonly name: string; readonly reason: string } | null;
}

const CLOSED: BookState = { book: null, reading: null, fault: null };

export class BookShelf extends StateModel<BookState> {
  private readonly calls = new WorkerCalls<BookApi>('book-worker.js');
  private asked: GameState | null = null;
  private answer: Shown | null = null;

  constructor() {
    super(CLOSED);
  }

  /** @returns the book's entry for a position; null until it has answered, or if the book is for other games */
  shownFor(game: GameState): Shown | null {
    return game === this.asked ? this.answer : null;
  }

  /** Reads a book from a file. @param variant of the analyzed game: some files do not name theirs */
  open(name: string, content: Blob, { rule, width }: Variant): void {
    this.close();
    this.set({ reading: name });
    this.calls.call('open', name, content, rule.code, width).then(
      (about) => this.set({ reading: null, book: { name, ...about } }),
      (error) => this.failed(name, error),
    );
  }

  async openOwn({ file }: OwnBook, variant: Variant): Promise<void> {
    this.close();
    this.set({ reading: file });
    try {
      const response = await fetch(new URL(file, document.baseURI));
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      const content = await response.blob();
      if (this.shown.reading === file) this.open(file, content, variant);
    } catch (error) {
      if (this.shown.reading === file) this.failed(file, error);
    }
  }

  /** Looks up a position, unless it is the last one looked up. */
  look(game: GameState): void {
    const { book } = this.shown;
    if (game === this.asked) return;
    this.asked = null;
    this.answer = null;
    if (book === null || !isAbout(book, game.variant)) return;
    this.asked = game;
    this.calls.call('look', cellsOf(game)).then(
      (answer) => {
        if (game !== this.asked) return;
        this.answer = answer;
        this.changed();
      },
      (error) => this.failed(book.name, error),
    );
  }

  close(): void {
    this.calls.close();
    this.asked = null;
    this.answer = null;
    this.set(CLOSED);
  }

  private failed(name: string, error: unknown): void {
    this.close();
    this.set({ fault: { name, reason: messageOf(error) } });
  }
}
