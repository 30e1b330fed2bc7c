/**
 * Which tasks of a job are with workers: how many are offered ahead, and which of them are lost. What a task is, and
 * which tasks still lack a result, is the coordinator's business.
 */
import type { Lead } from './transport.ts';
import { isExcluded, type WorkerStatus } from './wire.ts';

/** Tasks offered before any worker is known, and at least. */
const MIN_AHEAD = 4;
/** Tasks offered per slot: when one ends, the next is ready. */
const AHEAD_PER_SLOT = 2;
const SEARCH_AFTER_MS = 10_000;

/** A task on offer. */
interface Offer {
  /** When it was offered, or last found, ms. */
  readonly sinceMs: number;
  /** The last search did not find it: its result may have been on its way. */
  readonly isSuspect: boolean;
}

export class Offers {
  private readonly searchAfterMs: number;
  private readonly offered = new Map<number, Offer>();
  private slots = 0;

  /** @param searchAfterMs how long a task may be on offer before the search checks that it still exists */
  constructor(searchAfterMs = SEARCH_AFTER_MS) {
    this.searchAfterMs = searchAfterMs;
  }

  /** Tasks on offer. */
  get size(): number {
    return this.offered.size;
  }

  /** Counts the slots that a job has. @returns the workers that are not excluded */
  count(id: string, workers: readonly WorkerStatus[], excluded: readonly string[]): readonly WorkerStatus[] {
    const present = workers.filter(({ facts }) => !isExcluded(excluded, facts));
    const able = present.filter(({ refusals }) => refusals[id] === undefined);
    this.slots = able.reduce((sum, { slots }) => sum + slots, 0);
    return present;
  }

  /** A task is no longer on offer. If it still lacks a result, the next pump offers it again. */
  back(task: number): void {
    this.offered.delete(task);
  }

  /**
   * Offers tasks until there are enough for all slots.
   * @param wanted the tasks that lack a result, in the order in which they are needed
   * @throws errors of the transport: the next pump offers the tasks again
   */
  async pump(lead: Pick<Lead, 'offer'>, wanted: Iterable<number>): Promise<void> {
    const max = Math.max(MIN_AHEAD, AHEAD_PER_SLOT * this.slots);
    if (this.offered.size >= max) return;
    const tasks: number[] = [];
    for (const task of wanted) {
      if (this.offered.has(task)) continue;
      this.offered.set(task, { sinceMs: performance.now(), isSuspect: false });
      tasks.push(task);
      if (this.offered.size >= max) break;
    }
    if (tasks.length === 0) return;
    try {
      await lead.offer(tasks);
    } catch (error) {
      // Those that got through may be played twice; kept as offered, the others would wait for the search.
      for (const task of tasks) this.offered.delete(task);
      throw error;
    }
  }

  /**
   * Searches for the tasks that have been on offer for long. One that is missing in two searches in a row, as after
   * Redis was emptied, is offered again.
   */
  async search(lead: Pick<Lead, 'missing'>): Promise<void> {
    const now = performance.now();
    const old = [...this.offered].filter(([, { sinceMs }]) => sinceMs <= now - this.searchAfterMs);
    if (old.length === 0) return;
    const missing = new Set(await lead.missing(old.map(([task]) => task)));
    for (const [task, offer] of old) {
      if (this.offered.get(task) !== offer) continue; // its result arrived during the search
      const isMissing = missing.has(task);
      if (isMissing && offer.isSuspect) this.offered.delete(task);
      else this.offered.set(task, { sinceMs: now, isSuspect: isMissing });
    }
  }
}
