/** The library as the page sees it: requests to its worker, which is started with the first of them. */
import { messageOf } from '../../core/errors.ts';
import type { Variant } from '../../game/state/variant.ts';
import { Model } from '../state/model.ts';
import { keeping } from '../state/storage.ts';
import type { AddProgress, FromLibraryWorker, LibraryTasks, TaskName } from './messages.ts';

/** Name under which refused changes are reported. */
const NAME = 'library';

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Tasks that change the library: if the browser refuses one, a notice says so. */
const CHANGING: readonly TaskName[] = ['add', 'put', 'edit', 'delete', 'restore', 'purge'];

export type AddResult = LibraryTasks['add']['result'] & {
  /** Why the rest is not added; empty: everything is. The games added until then stay. */
  readonly fault: string;
};

export class LibraryClient extends Model {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private newest = 0;
  private changes = 0;
  private reading: AddProgress | null = null;
  /** Number of games that the last import has stored, as far as it has reported. */
  private added = 0;

  /** Changes with every change of the library. */
  get version(): number {
    return this.changes;
  }

  /** Progress of reading files; null: none are being read. */
  get progress(): AddProgress | null {
    return this.reading;
  }

  /** @throws Error if the browser refuses */
  async ask<Name extends TaskName>(
    type: Name,
    request: LibraryTasks[Name]['request'],
  ): Promise<LibraryTasks[Name]['result']> {
    const worker = this.open();
    const id = ++this.newest;
    let refusal: unknown = null;
    try {
      return await new Promise<LibraryTasks[Name]['result']>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        worker.postMessage({ type, id, ...request });
      });
    } catch (error) {
      refusal = error;
      throw error;
    } finally {
      if (CHANGING.includes(type)) {
        keeping.report(NAME, refusal);
        this.noteChange();
      }
      if (type === 'add') {
        this.reading = null;
        this.changed();
      }
    }
  }

  /**
   * Adds the games of files.
   * @param variant of lists of points, which do not name their own
   */
  async add(files: readonly File[], { width, rule }: Variant): Promise<AddResult> {
    this.added = 0;
    try {
      const result = await this.ask('add', { files, defaults: { size: width, rule: rule.code } });
      return { ...result, fault: '' };
    } catch (error) {
      return { added: this.added, known: 0, skipped: [], skippedCount: 0, fault: messageOf(error) };
    }
  }

  /** Stops reading files; games that are already stored stay. */
  stop(): void {
    this.worker?.postMessage({ type: 'stop' });
  }

  private open(): Worker {
    if (this.worker !== null) return this.worker;
    const worker = new Worker(new URL('library-worker.js', document.baseURI), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromLibraryWorker>) => this.heard(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(event.message);
    };
    this.worker = worker;
    return worker;
  }

  private heard(message: FromLibraryWorker): void {
    if (message.type === 'changed') {
      this.noteChange();
      return;
    }
    if (message.type === 'progress') {
      this.reading = message.progress;
      this.added = message.progress.added;
      this.changed();
      return;
    }
    const one = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.type === 'done') one?.resolve(message.result as never);
    else one?.reject(Object.assign(new Error(message.reason), { name: message.name }));
  }

  /** The worker has failed: the next request starts another one. */
  private end(reason: string): void {
    this.worker?.terminate();
    this.worker = null;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(new Error(reason));
  }

  private noteChange(): void {
    this.changes++;
    this.changed();
  }
}
