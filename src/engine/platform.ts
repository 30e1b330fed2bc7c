/** What an engine needs from the system it runs on: its only access to threads, clocks and the process. */
import type { FromWorker, ToWorker, WorkerSetup } from './messages.ts';

/** @returns whether threads share memory: always on Node, in a page only if it is cross-origin isolated */
export function canShareMemory(): boolean {
  const { crossOriginIsolated = true } = globalThis as { readonly crossOriginIsolated?: boolean };
  return crossOriginIsolated && typeof SharedArrayBuffer === 'function';
}

export interface Platform {
  /** @returns milliseconds of a monotonic clock, the same in all threads, from an arbitrary origin */
  monotonicMs(): number;
  /**
   * @param epochMs origin of the new clock, as a value of {@link monotonicMs}
   * @returns a clock in milliseconds, cheap to read, that agrees between threads given the same epoch
   */
  clockSince(epochMs: number): () => number;
  /** @returns resident memory of the process, bytes; 0 if the system does not report it */
  residentBytes(): number;
  /** Resident memory that the first search adds to a process of this kind, without its table, bytes. */
  readonly searchBytes?: number;
  /** @returns the system's limit on the data of the process, used or not, bytes; 0: no limit */
  dataLimitBytes?(): number;
  /** @returns CPU time of the process so far, and the number of its search threads; missing: not reported */
  cpuUse?(): { readonly ms: number; readonly threads: number };
  /** Collects garbage, if the system allows requesting it: it may free hundreds of megabytes. */
  collectGarbage?(): void;
  /**
   * Maximum pages of a memory for several threads: sizes to try one after the other, as a phone grants less. Empty:
   * threads cannot share memory here.
   */
  readonly sharedPages: readonly number[];
  /**
   * Starts a search thread. A failure to start is reported to `events`, never thrown.
   * @param setup without the shared words
   * @param source script of the thread instead of the usual one, for tests of its failures
   */
  startThread(setup: ThreadSetup, events: ThreadEvents, source?: string): SearchThread;
}

export type ThreadSetup = Omit<WorkerSetup, 'control'>;

export interface ThreadEvents {
  onMessage(message: FromWorker): void;
  /**
   * The thread has ended: it threw, ran out of memory, or could not be started. Called once, never after `end`.
   * @param text what happened, and what to do about it where that is known
   */
  onFailure(text: string): void;
}

/** A search thread as the engine sees it. */
export interface SearchThread {
  /** The shared words, see control.ts. */
  readonly control: Int32Array;
  /**
   * Whether the thread reads those words while it searches. One that cannot share memory does not, and has to be ended
   * for its search to stop.
   */
  readonly readsControl: boolean;
  post(message: ToWorker): void;
  /** Sets whether a program that has nothing else to do waits for this thread. */
  keepAlive(wanted: boolean): void;
  /**
   * Ends the thread, the first time it is called.
   * @returns true as soon as it no longer writes to any memory; false if it hangs where it cannot be ended, and may
   * write to its memory until the process ends
   */
  end(): Promise<boolean>;
}
