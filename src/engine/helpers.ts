/**
 * Threads that help the search thread: each searches the same position over the same table from other depths, so that
 * the one whose result counts finds more of its work done. They report nothing; one that fails is left out.
 */

import type { TableRegion } from '../runtime/kernel.ts';
import { KernelMemory } from '../runtime/kernel-memory.ts';
import { KILONODES, STOP_UP_TO, setTimes } from './control.ts';
import type { ThinkMessage } from './messages.ts';
import type { SearchThread } from './platform.ts';
import type { TimePlan } from './time.ts';

/** Most threads one engine may use. */
export const MAX_THREADS = 64;

export class Helpers {
  /** By the place of their memory behind the table, from 1. */
  private readonly threads = new Map<number, SearchThread>();
  /** The table that they share. */
  private room: TableRegion = { at: 0, bytes: 0 };
  /** The limits of a think that has been given others since it began. */
  private changed: { readonly id: number; readonly times: TimePlan } | null = null;
  /** Threads on their way out, whose memory is not free yet. */
  private ending: Promise<unknown> = Promise.resolve();

  /**
   * Has `count` threads join a think.
   * @param room the table they share @param create makes a thread that has its memory at `base` and tells when it fails
   * @param isWanted whether the think still runs once there is room
   */
  async start(
    message: ThinkMessage,
    room: TableRegion,
    count: number,
    create: (base: number, onFailure: () => void) => SearchThread,
    isWanted: () => boolean,
  ): Promise<void> {
    if (room.at !== this.room.at || room.bytes !== this.room.bytes) void this.end();
    this.room = room;
    for (const place of this.threads.keys()) if (place > count) this.drop(place);
    await this.ending;
    if (!isWanted()) return;
    for (let place = 1; place <= count; place++) {
      const thread = this.threads.get(place) ?? create(KernelMemory.baseOf(room, place), () => this.drop(place));
      this.threads.set(place, thread);
      Atomics.store(thread.control, KILONODES, 0);
      Atomics.store(thread.control, STOP_UP_TO, message.id - 1);
      if (this.changed?.id === message.id) setTimes(thread.control, message.id, this.changed.times);
      thread.post({ ...message, ...wholeTime(message), helper: place, showRoot: false });
    }
  }

  /** Has think `id` end by other times, also in threads that begin with it later. */
  setTimes(id: number, times: TimePlan): void {
    this.changed = { id, times: wholeTime(times) };
    for (const thread of this.threads.values()) setTimes(thread.control, id, this.changed.times);
  }

  private drop(place: number): void {
    this.ending = Promise.all([this.ending, this.threads.get(place)?.end()]);
    this.threads.delete(place);
  }

  stop(id: number): void {
    for (const thread of this.threads.values()) Atomics.store(thread.control, STOP_UP_TO, id);
  }

  /** @returns nodes the helpers have searched in the running or last think */
  nodes(): number {
    let kilonodes = 0;
    for (const thread of this.threads.values()) kilonodes += Atomics.load(thread.control, KILONODES);
    return 1000 * kilonodes;
  }

  forget(): void {
    for (const thread of this.threads.values()) thread.post({ type: 'forget' });
  }

  get areThere(): boolean {
    return this.threads.size > 0;
  }

  /** @returns when all threads are gone */
  async end(): Promise<void> {
    for (const place of this.threads.keys()) this.drop(place);
    await this.ending;
  }
}

/** Only the thread that decides knows when a move deserves no more time: the others go on until it is done. */
function wholeTime({ maximumMs }: TimePlan): TimePlan {
  return { optimumMs: maximumMs, maximumMs };
}
