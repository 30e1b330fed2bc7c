/** Work on files, which may take seconds: done in slices, so that lines are read meanwhile. */
import type { Steps } from '../core/steps.ts';
import type { Reply } from './reply.ts';

/** No slice lasts much longer. */
const SLICE_MS = 20;

/** The files of the machine. */
export interface Files {
  /** @returns the bytes of a file, read as they are asked for @throws what the system throws */
  read(name: string): Iterable<Uint8Array>;
  /** Writes a file whole or not at all. @throws what the system throws */
  write(name: string, pieces: Iterable<Uint8Array>): Steps<void>;
  /** @returns whether there is a file of that name */
  has(name: string): boolean;
  /** @returns what differs once a file has been written, by whichever program; null if there is none */
  stateOf(name: string): string | null;
  /** Takes a file for this process. @returns gives it back @throws why it cannot be had */
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

  /** Begins at once; what is short is done when this returns. @param steps throw nothing */
  start(steps: Steps<Reply>): void {
    this.steps = steps;
    this.slice();
  }

  /** Leaves the work that has begun where it is. */
  giveUp(): void {
    const { steps } = this;
    this.steps = null;
    steps?.return([]);
  }

  /** Does at once what is left, and what is begun later. */
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
