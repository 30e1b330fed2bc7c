/** File operations, which may take seconds, run in slices, so that lines are read in between. */
import type { Steps } from '../core/steps.ts';
import type { Reply } from './reply.ts';

/** Target length of a slice. */
const SLICE_MS = 20;

export interface Files {
  /** @returns the bytes of a file, read on demand @throws what the system throws */
  read(name: string): Iterable<Uint8Array>;
  /**
   * Writes a file completely or not at all.
   * @param state in which the file must still be when it is replaced, as of {@link stateOf}; null: it must not exist
   * @returns whether it was written; if not, another program has changed or created it, and it is left as it is
   * @throws what the system throws
   */
  write(name: string, pieces: Iterable<Uint8Array>, state: string | null): Steps<boolean>;
  /** @returns whether the file exists */
  has(name: string): boolean;
  /** @returns a value that changes with every write of the file by any program; null if it does not exist */
  stateOf(name: string): string | null;
  /** Locks a file for this process. @returns a function that unlocks it @throws why it cannot be locked */
  lock(name: string): () => void;
}

export class FileWork {
  private steps: Steps<Reply> | null = null;
  private sliceMs = SLICE_MS;

  constructor(
    private readonly now: () => number,
    private readonly onDone: (reply: Reply) => void,
  ) {}

  get isRunning(): boolean {
    return this.steps !== null;
  }

  /** Starts at once; a short operation has ended when this returns. @param steps must not throw */
  start(steps: Steps<Reply>): void {
    this.steps = steps;
    this.slice();
  }

  /** Abandons the running operation. */
  abandon(): void {
    const { steps } = this;
    this.steps = null;
    steps?.return([]);
  }

  /** Finishes the running operation at once, and runs later ones without slices. */
  hurry(): void {
    this.sliceMs = Number.POSITIVE_INFINITY;
    this.slice();
  }

  private slice(): void {
    const until = this.now() + this.sliceMs;
    while (this.steps !== null) {
      const { done, value } = this.steps.next();
      if (done === true) {
        this.steps = null;
        this.onDone(value);
        return;
      }
      if (this.now() < until) continue;
      setTimeout(() => this.slice(), 0);
      return;
    }
  }
}
