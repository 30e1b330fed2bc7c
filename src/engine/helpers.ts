/**
 * Threads that help the search thread: each searches the same position over the same table from other depths, so that
 * the one whose result counts finds more of its work done. They report nothing; one that fails is left out.
 */
import { KILONODES, STOP_UP_TO } from './control.ts';
import type { ThinkMessage } from './messages.ts';
import type { SearchThread } from './thread.ts';

/** Most threads one engine may use. */
export const MAX_THREADS = 64;
/** What a helping thread needs beside the table, until better is known. */
export const HELPER_BYTES = 20 << 20;
/** Smallest shared table. */
const SMALLEST_TABLE_BYTES = 1 << 20;

export class Helpers {
  private threads: SearchThread[] = [];
  private table: SharedArrayBuffer | null = null;

  /** @returns the table for a think of several threads: the largest power of two of bytes not above `bytes` */
  shareTable(bytes: number): SharedArrayBuffer {
    const size = Math.max(SMALLEST_TABLE_BYTES, 2 ** Math.floor(Math.log2(Math.max(1, bytes))));
    if (this.table?.byteLength !== size) this.table = new SharedArrayBuffer(size);
    return this.table;
  }

  /** Has `count` threads join a think. @param create makes a thread that tells when it fails */
  start(message: ThinkMessage, count: number, create: (onFailure: () => void) => SearchThread): void {
    while (this.threads.length > count) this.threads.pop()?.end();
    while (this.threads.length < count) {
      const thread: SearchThread = create(() => {
        this.threads = this.threads.filter((other) => other !== thread);
      });
      this.threads.push(thread);
    }
    for (const [i, thread] of this.threads.entries()) {
      Atomics.store(thread.control, KILONODES, 0);
      Atomics.store(thread.control, STOP_UP_TO, message.id - 1);
      thread.post({ ...message, helper: i + 1, showRoot: false });
    }
  }

  stop(id: number): void {
    for (const thread of this.threads) Atomics.store(thread.control, STOP_UP_TO, id);
  }

  /** @returns nodes the helpers have searched in the running or last think */
  nodes(): number {
    return 1000 * this.threads.reduce((sum, thread) => sum + Atomics.load(thread.control, KILONODES), 0);
  }

  forget(): void {
    for (const thread of this.threads) thread.post({ type: 'forget' });
  }

  /** Ends all threads and lets go of the table. */
  end(): void {
    for (const thread of this.threads) thread.end();
    this.threads = [];
    this.table = null;
  }
}
