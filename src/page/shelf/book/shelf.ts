/** The book next to the analysis. A separate worker reads and queries it; no file leaves the browser. */

import { messageOf } from '../../../core/errors.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import { cellsOf, isAbout } from '../../../play/state/game-state.ts';
import type { Variant } from '../../../play/state/variant.ts';
import type { Shown } from '../../../records/book/look-up.ts';
import { StateModel } from '../../state/model.ts';
import type { FromBookWorker, ToBookWorker } from './messages.ts';
import { OWN_BOOKS, type OwnBook } from './own-books.ts';

interface OpenBook {
  readonly name: string;
  readonly rule: number;
  readonly size: number;
  /** Positions in it. */
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
  private worker: Worker | null = null;
  private asked: GameState | null = null;
  private answer: Shown | null = null;
  /** Number of the newest question. */
  private question = 0;

  constructor() {
    super(CLOSED);
  }

  /** @returns the book's entry for a position; null until it has answered, or if the book is for other games */
  shownFor(game: GameState): Shown | null {
    return game === this.asked ? this.answer : null;
  }

  /** Reads a book from a file. @param variant of the analyzed game: some files do not name theirs */
  open(name: string, content: Blob, variant: Variant): void {
    this.close();
    const worker = new Worker(new URL('book-worker.js', document.baseURI));
    worker.onmessage = ({ data }: MessageEvent<FromBookWorker>) => this.heard(name, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.failed(name, event.message);
    };
    this.worker = worker;
    this.send({ type: 'open', name, content, rule: variant.rule.code, size: variant.width });
    this.set({ reading: name });
  }

  /** Fetches an included book. */
  async openOwn({ file }: OwnBook, variant: Variant): Promise<void> {
    this.close();
    this.set({ reading: file });
    try {
      const response = await fetch(new URL(file, document.baseURI));
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      const content = await response.blob();
      if (this.shown.reading === file) this.open(file, content, variant);
    } catch (error) {
      if (this.shown.reading === file) this.failed(file, messageOf(error));
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
    this.send({ type: 'ask', id: ++this.question, cells: cellsOf(game) });
  }

  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.asked = null;
    this.answer = null;
    this.set(CLOSED);
  }

  private send(message: ToBookWorker): void {
    this.worker?.postMessage(message);
  }

  private heard(name: string, message: FromBookWorker): void {
    if (message.type === 'failed') {
      this.failed(name, message.reason);
      return;
    }
    if (message.type === 'opened') {
      const { rule, size, count } = message;
      this.set({ reading: null, book: { name, rule, size, count } });
    } else if (message.id === this.question) {
      this.answer = message.shown;
      this.changed();
    }
  }

  private failed(name: string, reason: string): void {
    this.close();
    this.set({ fault: { name, reason } });
  }
}
