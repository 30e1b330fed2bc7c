/**
 * Which units of a work are out with workers: how far ahead of them units are offered, and which of those have gone
 * astray. What a unit is, and whether its result is there, is the business of the coordinator.
 */
import type { Lead } from './transport.ts';
import { isExcluded, type WorkerStatus } from './wire.ts';

/** Units offered before any worker is known, and at least. */
const MIN_AHEAD = 4;
/** Units out for each slot: the next one is there when one ends. */
const AHEAD_PER_SLOT = 2;
const SEARCH_AFTER_MS = 10_000;

/** A unit that is out. */
interface Out {
  /** When it was offered, or found the last time, ms. */
  readonly sinceMs: number;
  /** It was not found: its result may have been on its way. */
  readonly isSuspect: boolean;
}

export class Offers {
  private readonly isWanted: (unit: number) => boolean;
  private readonly searchAfterMs: number;
  private readonly offered = new Map<number, Out>();
  /** No unit before it waits to be offered. */
  private cursor = 0;
  private slots = 0;

  /**
   * @param isWanted whether a unit is still to be played
   * @param searchAfterMs how long a unit may be out before it is looked for
   */
  constructor(isWanted: (unit: number) => boolean, searchAfterMs = SEARCH_AFTER_MS) {
    this.isWanted = isWanted;
    this.searchAfterMs = searchAfterMs;
  }

  /** Units that are out. */
  get size(): number {
    return this.offered.size;
  }

  /**
   * Counts the slots that a work has.
   * @returns the workers that are not excluded
   */
  count(id: string, workers: readonly WorkerStatus[], excluded: readonly string[]): readonly WorkerStatus[] {
    const present = workers.filter(({ facts }) => !isExcluded(excluded, facts));
    const able = present.filter(({ refusals }) => refusals[id] === undefined);
    this.slots = able.reduce((sum, { slots }) => sum + slots, 0);
    return present;
  }

  /** A result has come. */
  back(unit: number): void {
    this.offered.delete(unit);
  }

  /** A unit has to be played once more. */
  again(unit: number): void {
    this.offered.delete(unit);
    this.cursor = Math.min(this.cursor, unit);
  }

  /** Any unit may be wanted once more. */
  restart(): void {
    this.cursor = 0;
  }

  /**
   * Offers units in their order, until there are enough for all slots.
   * @param end no unit from this one on
   * @throws errors of the wire: the units are offered the next time
   */
  async pump(lead: Lead, end: number): Promise<void> {
    const most = Math.max(MIN_AHEAD, AHEAD_PER_SLOT * this.slots);
    const units: number[] = [];
    for (; this.offered.size < most && this.cursor < end; this.cursor++) {
      const unit = this.cursor;
      if (this.offered.has(unit) || !this.isWanted(unit)) continue;
      this.offered.set(unit, { sinceMs: performance.now(), isSuspect: false });
      units.push(unit);
    }
    if (units.length === 0) return;
    try {
      await lead.offer(units);
    } catch (error) {
      // If some got through, they are played twice; if they were kept as offered, the others would wait for the search.
      for (const unit of units) this.again(unit);
      throw error;
    }
  }

  /**
   * Looks for the units that have been out for long. One that is missing twice, as when Redis was emptied, is to be
   * offered again.
   */
  async search(lead: Lead): Promise<void> {
    const now = performance.now();
    const old = [...this.offered].filter(([, { sinceMs }]) => sinceMs <= now - this.searchAfterMs);
    if (old.length === 0) return;
    const missing = new Set(await lead.missing(old.map(([unit]) => unit)));
    for (const [unit, out] of old) {
      if (this.offered.get(unit) !== out) continue; // it came back while it was looked for
      const isMissing = missing.has(unit);
      if (isMissing && out.isSuspect) this.again(unit);
      else this.offered.set(unit, { sinceMs: now, isSuspect: isMissing });
    }
  }
}
