/**
 * What an engine needs of the system that it runs on. The only way by which it reaches a thread, a clock or a process.
 */
import type { FromWorker, ToWorker, WorkerSetup } from './messages.ts';

export interface Platform {
  /** @returns milliseconds of a clock that never goes back, the same in all threads, from some moment in the past */
  monotonicMs(): number;
  /**
   * @param epochMs the moment, as told by {@link monotonicMs}, that the clock counts from
   * @returns a clock in milliseconds, cheap to read, that agrees between threads given the same epoch
   */
  clockSince(epochMs: number): () => number;
  /** @returns memory of the process that is in use, bytes; 0 where the system does not tell */
  residentBytes(): number;
  /** @returns what the system grants the process at most, used or not, bytes; 0: as much as there is */
  dataLimitBytes?(): number;
  /** Gives back what nothing refers to any more, where that can be asked for: it may be hundreds of megabytes. */
  collectGarbage?(): void;
  /**
   * Most pages that a memory for several threads may grow to: sizes to ask for one after the other, as a phone grants
   * less. None: threads cannot share memory here. /
   */
  readonly sharedPages: readonly number[];
  /**
   * Starts a search thread. That it cannot be started is told to `events`, never thrown.
   * @param setup without the words that both share
   * @param source script of the thread in place of the usual one, for tests of its failures
   */
  startThread(setup: ThreadSetup, events: ThreadEvents, source?: string): SearchThread;
}

export type ThreadSetup = Omit<WorkerSetup, 'control'>;

export interface ThreadEvents {
  onMessage(message: FromWorker): void;
  /** The thread is gone: it threw, ran out of memory, could not be started. Called once, never after `end`. */
  onFailure(text: string): void;
}

/** The search thread seen from the engine. */
export interface SearchThread {
  /** The words that both share, see control.ts. */
  readonly control: Int32Array;
  /**
   * Whether the thread reads those words while it searches. One that does not, as no memory can be shared with it, has
   * to be ended for its search to stop. /
   */
  readonly hearsControl: boolean;
  post(message: ToWorker): void;
  /** Whether a program that has nothing else to do waits for this thread. */
  keepAlive(wanted: boolean): void;
  /** @returns when the thread is gone and writes to no memory any more */
  end(): Promise<void>;
}
