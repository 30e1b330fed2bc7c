/** The library as the page sees it: requests to its worker, which is started with the first of them. */
import { messageOf } from '../../../core/errors.ts';
import type { Variant } from '../../../play/state/variant.ts';
import { StateModel } from '../../state/model.ts';
import { keeping } from '../../state/storage.ts';
import type { AddedGames, AddProgress, FromLibraryWorker, LibraryTasks, TaskName } from './messages.ts';

/** Name under which refused changes are reported. */
const NAME = 'library';

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (progress: AddProgress) => void;
}

/** Tasks that change the library: if the browser refuses one, a notice says so. */
const CHANGING: readonly TaskName[] = ['add', 'put', 'edit', 'delete', 'restore', 'purge'];

export interface AddResult extends AddedGames {
  /** Why the rest is not added; empty: everything is. The games added until then stay. */
  readonly fault: string;
}

const NOTHING_ADDED: AddResult = { added: 0, known: 0, skipped: [], skippedCount: 0, fault: '' };

interface LibraryState {
  /** Changes with every change of the library. */
  readonly version: number;
  /** Progress of reading files; null: none are being read. */
  readonly progress: AddProgress | null;
  /** What the last imports have added together; null while one is running, and before the first. */
  readonly addResult: AddResult | null;
}

export class LibraryClient extends StateModel<LibraryState> {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private newest = 0;
  /** Number of imports that are running or waiting. */
  private adding = 0;
  /** The results of these and of those before them. */
  private sum = NOTHING_ADDED;

  constructor() {
    super({ version: 0, progress: null, addResult: null });
  }

  /** Forgets the result of the last imports, which has been read. */
  forgetAddResult(): void {
    this.set({ addResult: null });
  }

  /** @throws Error if the browser refuses */
  async ask<Name extends TaskName>(
    type: Name,
    request: LibraryTasks[Name]['request'],
    onProgress: (progress: AddProgress) => void = () => {},
  ): Promise<LibraryTasks[Name]['result']> {
    const worker = this.open();
    const id = ++this.newest;
    const answer = new Promise<LibraryTasks[Name]['result']>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress });
      worker.postMessage({ type, id, ...request });
    });
    if (CHANGING.includes(type)) {
      await keeping.watch(NAME, answer);
      this.noteChange();
    }
    return answer;
  }

  /** Adds the games of files. @param variant of lists of points, which do not name their own */
  async add(files: readonly File[], { width, rule }: Variant): Promise<AddResult> {
    if (this.adding === 0) this.sum = NOTHING_ADDED;
    this.adding++;
    this.set({ addResult: null });
    let done: AddedGames = NOTHING_ADDED;
    const onProgress = (progress: AddProgress) => {
      done = progress;
      this.set({ progress });
    };
    let fault = '';
    try {
      done = await this.ask('add', { files, defaults: { size: width, rule: rule.code } }, onProgress);
    } catch (error) {
      fault = messageOf(error);
    }
    const { added, known, skipped, skippedCount } = done;
    const result = { added, known, skipped, skippedCount, fault };
    this.sum = sumOf(this.sum, result);
    this.set({ progress: null, addResult: --this.adding === 0 ? this.sum : null });
    return result;
  }

  /** Stops all imports; games that are already stored stay. */
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
    const one = this.waiting.get(message.id);
    if (message.type === 'progress') {
      one?.onProgress(message.progress);
      return;
    }
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
    this.set({ version: this.shown.version + 1 });
  }
}

function sumOf(a: AddResult, b: AddResult): AddResult {
  return {
    added: a.added + b.added,
    known: a.known + b.known,
    skipped: [...a.skipped, ...b.skipped],
    skippedCount: a.skippedCount + b.skippedCount,
    fault: a.fault || b.fault,
  };
}
