/** The sequential test on pairs of games that end in any order. */
import type { PairCounts } from './counts.ts';
import { type SprtOptions, type SprtState, sprtFromPairs } from './sprt.ts';

/**
 * Takes pairs by their number, not in the order they happen to end in: short games would otherwise be counted first,
 * and a run with more concurrency could come to another verdict. Once decided it stays so.
 */
export class OrderedSprt {
  private readonly counts: [...PairCounts] = [0, 0, 0, 0, 0];
  /** Number of the next pair to count, which equals the number of counted pairs. */
  private next = 0;
  /** Pairs that wait for one before them: half points by number. */
  private readonly waiting = new Map<number, number>();
  private reached: SprtState;

  constructor(private readonly options: SprtOptions) {
    this.reached = sprtFromPairs(this.counts, options);
  }

  /** @param pair its number, from 0 @param halves half points of the first engine, 0 to 4 */
  add(pair: number, halves: number): void {
    this.waiting.set(pair, halves);
    for (;;) {
      const found = this.waiting.get(this.next);
      if (found === undefined || this.reached.verdict !== null) return;
      this.waiting.delete(this.next++);
      this.counts[found]++;
      this.reached = sprtFromPairs(this.counts, this.options);
    }
  }

  /** The state of the test, and the number of counted pairs. */
  get state(): SprtState & { readonly pairs: number } {
    return { ...this.reached, pairs: this.next };
  }
}
