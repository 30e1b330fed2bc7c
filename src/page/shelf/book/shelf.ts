/** The book next to the analysis. A separate worker reads and queries it; no file leaves the browser. */

import { messageOf } from '../../../core/errors.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import { cellsOf, isAbout } from '../../../play/state/game-state.ts';
import type { Variant } from '../../../play/state/variant.ts';
import type { Shown } from '../../../records/book/look-up.ts';
import { Model } from '../../state/model.ts';
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

export class BookShelf extends Model {
  private worker: Worker | null = null;
  private opened: OpenBook | null = null;
  /** Name of the file that is being read. */
  private coming: string | null = null;
  private problem: { readonly name: string; readonly reason: string } | null = null;
  private asked: GameState | null = null;
  private answer: Shown | null = null;
  /** Number of the newest question. */
  private question = 0;

  /** The open book; null: none. */
  get book(): OpenBook | null {
    return this.opened;
  }

  /** Name of the file that is being read; null: none is. */
  get reading(): string | null {
    return this.coming;
  }

  /** Why the last file could not be read as a book. */
  get fault(): { readonly name: string; readonly reason: string } | null {
    return this.problem;
  }

  /** @returns the book's entry for a position; null until it has answered, or if the book is for other games */
  shownFor(game: GameState): Shown | null {
    return game === this.asked ? this.answer : null;
  }

  /** Reads a book from a file. @param variant of the analyzed game: some files do not name theirs */
  open(name: string, content: Blob, variant: Variant): void {
    this.close();
    this.coming = name;
    const worker = new Worker(new URL('book-worker.js', document.baseURI));
    worker.onmessage = ({ data }: MessageEvent<FromBookWorker>) => this.heard(name, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.failed(name, event.message);
    };
    this.worker = worker;
    this.send({ type: 'open', name, content, rule: variant.rule.code, size: variant.width });
    this.changed();
  }

  /** Fetches an included book. */
  async openOwn({ file }: OwnBook, variant: Variant): Promise<void> {
    this.close();
    this.coming = file;
    this.changed();
    try {
      const response = await fetch(new URL(file, document.baseURI));
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      const content = await response.blob();
      if (this.coming === file) this.open(file, content, variant);
    } catch (error) {
      if (this.coming === file) this.failed(file, messageOf(error));
    }
  }

  /** Looks up a position, unless it is the last one looked up. */
  look(game: GameState): void {
    const { opened } = this;
    if (game === this.asked) return;
    this.asked = null;
    this.answer = null;
    if (opened === null || !isAbout(opened, game.variant)) return;
    this.asked = game;
    this.send({ type: 'ask', id: ++this.question, cells: cellsOf(game) });
  }

  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.opened = null;
    this.coming = null;
    this.problem = null;
    this.asked = null;
    this.answer = null;
    this.changed();
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
      this.coming = null;
      this.opened = { name, rule, size, count };
    } else if (message.id === this.question) this.answer = message.shown;
    this.changed();
  }

  private failed(name: string, reason: string): void {
    this.close();
    this.problem = { name, reason };
    this.changed();
  }
}
