/** The library as the page sees it: requests to its worker, which is started with the first of them. */
import { messageOf } from '../../../core/errors.ts';
import type { Variant } from '../../../play/state/variant.ts';
import { StateModel } from '../../state/model.ts';
import { keeping } from '../../state/storage.ts';
import { type Answer, WorkerCalls } from '../../state/worker-calls.ts';
import type { AddedGames, AddProgress, LibraryApi } from './worker.ts';

/** Name under which refused changes are reported. */
const NAME = 'library';

/** Calls that change the library: if the browser refuses one, a notice says so. */
const CHANGING: readonly (keyof LibraryApi)[] = ['add', 'put', 'edit', 'delete', 'restore', 'purge'];

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
  private readonly calls = new WorkerCalls<LibraryApi>('library-worker.js', () => this.noteChange());
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
  async ask<Name extends keyof LibraryApi>(
    name: Name,
    ...args: Parameters<LibraryApi[Name]>
  ): Promise<Answer<LibraryApi, Name>> {
    const answer = this.calls.call(name, ...args);
    if (CHANGING.includes(name)) {
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
      done = await this.ask('add', files, { size: width, rule: rule.code }, onProgress);
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
    this.calls.call('stop').catch(() => {
      // A library that cannot be opened adds nothing.
    });
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
