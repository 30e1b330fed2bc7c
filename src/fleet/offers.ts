/**
 * Which units of a work are out with workers: how far ahead of them units are offered, and which of those have gone
 * astray. What a unit is, and whether its result is there, is the business of the coordinator.
 */
import type { Lead } from './transport.ts';
import { isExcluded, type WorkerCard } from './wire.ts';

/** Units offered before any worker is known, and at least. */
const LEAST_AHEAD = 4;
/** Units out for each slot: the next one is there when one ends. */
const AHEAD_PER_SLOT = 2;
const SEARCH_AFTER_MS = 10_000;

export class Offers {
  private readonly isWanted: (unit: number) => boolean;
  private readonly searchAfterMs: number;
  /** Units that are out, and since when, ms. */
  private readonly offered = new Map<number, number>();
  /** Units not found in one search: the result may have been on its way. */
  private suspects = new Set<number>();
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
  count(id: string, workers: readonly WorkerCard[], excluded: readonly string[]): readonly WorkerCard[] {
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
   */
  async pump(lead: Lead, end: number): Promise<void> {
    const most = Math.max(LEAST_AHEAD, AHEAD_PER_SLOT * this.slots);
    const units: number[] = [];
    for (; this.offered.size < most && this.cursor < end; this.cursor++) {
      const unit = this.cursor;
      if (this.offered.has(unit) || !this.isWanted(unit)) continue;
      this.offered.set(unit, performance.now());
      units.push(unit);
    }
    if (units.length > 0) await lead.offer(units);
  }

  /** Units that are nowhere any more, as when Redis was emptied, are to be offered again. */
  async search(lead: Lead): Promise<void> {
    const before = performance.now() - this.searchAfterMs;
    const old = [...this.offered].flatMap(([unit, since]) => (since <= before ? [unit] : []));
    if (old.length === 0) return;
    const missing = (await lead.missing(old)).filter((unit) => this.offered.has(unit));
    for (const unit of missing) if (this.suspects.has(unit)) this.again(unit);
    this.suspects = new Set(missing);
    for (const unit of old) if (this.offered.has(unit)) this.offered.set(unit, performance.now());
  }
}
