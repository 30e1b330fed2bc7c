/** How long a check waits for a brain: less and less for one that does not answer. */

/** Longest waits by the number of requests that went unanswered before, ms. */
const WAITS_MS = [5000, 5000, 2500, 1500];
/** From here on the wait is that of the Gomocup judge, ms: whoever is later has lost there. */
const MIN_MS = 1000;

/** Shared by all steps of a check. */
export class Patience {
  private unanswered = 0;

  /** What a brain may take beyond the limit it was given, ms. */
  get graceMs(): number {
    return WAITS_MS[this.unanswered] ?? MIN_MS;
  }

  /** @param ms wanted wait @returns the same as long as the brain answers, then less, down to twice the grace */
  shortened(ms: number): number {
    return this.unanswered < 2 ? ms : Math.min(ms, 2 * this.graceMs);
  }

  /** A request was waited for in vain. */
  lose(): void {
    this.unanswered++;
  }
}
