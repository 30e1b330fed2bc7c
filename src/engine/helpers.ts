/**
 * Threads that help the deciding one: each searches the same position with the same table from different depths, so
 * that the deciding thread finds more of its work done. They report nothing; one that fails is dropped.
 */
import { HELPED_ID, KILONODES, STOP_UP_TO, setTimes } from './control.ts';
import type { ThinkMessage } from './messages.ts';
import type { SearchThread } from './platform.ts';
import type { TableRegion } from './runtime/kernel.ts';
import { KernelMemory } from './runtime/kernel-memory.ts';
import type { TimePlan } from './time.ts';

/** Most threads one engine may use. */
export const MAX_THREADS = 64;

export class Helpers {
  /** By the place of their memory after the table, from 1. */
  private readonly threads = new Map<number, SearchThread>();
  /** The table that they share. */
  private table: TableRegion = { at: 0, bytes: 0 };
  /** Limits of a think that have changed since it began. */
  private changed: { readonly id: number; readonly times: TimePlan } | null = null;
  /** Resolves to true when ending threads have freed their memory, to false if one of them never will. */
  private ending = Promise.resolve(true);
  /** Whether a thread that does not end keeps its memory, so that no helper can start there again. */
  areStuck = false;
  /** Number of threads that are ending and may still run. */
  private leaving = 0;
  /** The last think that the threads joined. */
  private joinedId = 0;

  /** Whether a thread may still be searching: it takes a moment to notice that it should stop. */
  get mayBeSearching(): boolean {
    if (this.leaving > 0) return true;
    return [...this.threads.values()].some(({ control }) => Atomics.load(control, HELPED_ID) < this.joinedId);
  }

  /**
   * Makes `count` threads join a think.
   * @param table that they share
   * @param create starts a thread whose memory is at `base`, and calls `onFailure` if it fails
   * @param isWanted whether the think still runs once the memory is free
   */
  async start(
    message: ThinkMessage,
    table: TableRegion,
    count: number,
    create: (base: number, onFailure: () => void) => SearchThread,
    isWanted: () => boolean,
  ): Promise<void> {
    if (table.at !== this.table.at || table.bytes !== this.table.bytes) void this.end();
    this.table = table;
    for (const place of this.threads.keys()) if (place > count) this.drop(place);
    if (!(await this.ending) || !isWanted()) return;
    this.joinedId = message.id;
    for (let place = 1; place <= count; place++) {
      const thread = this.threads.get(place) ?? create(KernelMemory.baseOf(table, place), () => this.drop(place));
      this.threads.set(place, thread);
      Atomics.store(thread.control, KILONODES, 0);
      Atomics.store(thread.control, STOP_UP_TO, message.id - 1);
      if (this.changed?.id === message.id) setTimes(thread.control, message.id, this.changed.times);
      thread.post({ ...message, ...wholeTime(message), helper: place, showRoot: false });
    }
  }

  /** Changes the times of think `id`, also for threads that join it later. */
  setTimes(id: number, times: TimePlan): void {
    this.changed = { id, times: wholeTime(times) };
    for (const thread of this.threads.values()) setTimes(thread.control, id, this.changed.times);
  }

  private drop(place: number): void {
    this.ending = this.afterEnding(this.threads.get(place));
    this.threads.delete(place);
  }

  private async afterEnding(thread: SearchThread | undefined): Promise<boolean> {
    this.leaving++;
    const ends = await Promise.all([this.ending, thread?.end()]);
    this.leaving--;
    if (ends.includes(false)) this.areStuck = true;
    return !this.areStuck;
  }

  stop(id: number): void {
    for (const thread of this.threads.values()) Atomics.store(thread.control, STOP_UP_TO, id);
  }

  /** @returns nodes that the helpers have searched in the running or last think */
  nodes(): number {
    let kilonodes = 0;
    for (const thread of this.threads.values()) kilonodes += Atomics.load(thread.control, KILONODES);
    return 1000 * kilonodes;
  }

  clear(): void {
    for (const thread of this.threads.values()) thread.post({ type: 'clear' });
  }

  get areRunning(): boolean {
    return this.threads.size > 0;
  }

  /** @returns whether all threads have ended, see {@link SearchThread.end} */
  end(): Promise<boolean> {
    for (const place of this.threads.keys()) this.drop(place);
    return this.ending;
  }
}

/** Only the deciding thread knows when a move deserves no more time: the others continue until it is done. */
function wholeTime({ maxMs }: TimePlan): TimePlan {
  return { optimumMs: maxMs, maxMs };
}
