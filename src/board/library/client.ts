/** The library as the page sees it: requests to its worker, which is started with the first of them. */
import { Model } from '../state/model.ts';
import { keeping, readKept, remember } from '../state/storage.ts';
import type { AddProgress, FromLibraryWorker, LibraryTasks, TaskName } from './messages.ts';

/** Name in the storage: the number of games at the last visit. */
const COUNT = 'library';

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Tasks that change the library: a notice reports it if the browser refuses. */
const CHANGING: readonly TaskName[] = ['add', 'put', 'delete', 'restore', 'purge'];

export class LibraryClient extends Model {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private newest = 0;
  private state = 0;
  private reading: AddProgress | null = null;

  /** Changes with every change of the library. */
  get version(): number {
    return this.state;
  }

  /** How far the reading of files is; null: none are read. */
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
    const isChange = CHANGING.includes(type);
    try {
      const result = await new Promise<LibraryTasks[Name]['result']>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        worker.postMessage({ type, id, ...request });
      });
      if (isChange) {
        keeping.report(COUNT, null);
        this.noteChange();
      }
      return result;
    } catch (error) {
      if (isChange) {
        keeping.report(COUNT, error);
        this.noteChange();
      }
      throw error;
    } finally {
      if (type === 'add') {
        this.reading = null;
        this.changed();
      }
    }
  }

  /** Ends the reading of files; what is stored stays. */
  stop(): void {
    this.worker?.postMessage({ type: 'stop' });
  }

  /** Whether this browser had games at the last visit. */
  static get hadGames(): boolean {
    return Number(readKept(COUNT) ?? 0) > 0;
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
    this.state++;
    this.changed();
    void this.ask('open', {}).then(
      (count) => remember(COUNT, count),
      () => {},
    );
  }
}
