/** How long a check waits for a brain: the wait shrinks with every unanswered request. */

/** Longest waits by the number of unanswered requests so far, ms. */
const WAITS_MS = [5000, 5000, 2500, 1500];
/** Shortest wait, ms: the tolerance of the Gomocup judge, under which a later answer loses. */
const MIN_MS = 1000;

/** Shared by all steps of a check. */
export class Patience {
  private unanswered = 0;

  /** How far a brain may exceed its limit, ms. */
  get graceMs(): number {
    return WAITS_MS[this.unanswered] ?? MIN_MS;
  }

  /** @param ms requested wait @returns the same while the brain answers, then at most twice the grace */
  shortened(ms: number): number {
    return this.unanswered < 2 ? ms : Math.min(ms, 2 * this.graceMs);
  }

  /** Counts an unanswered request. */
  lose(): void {
    this.unanswered++;
  }
}
