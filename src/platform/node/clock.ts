/**
 * One clock for the engine and its search thread. `performance.now()` has a different origin in every thread, so it is
 * aligned with `process.hrtime`, which all threads of a process share.
 */

/** Of several readings of the two clocks, the one with the smallest gap between them counts. */
const READINGS = 16;

/** @returns milliseconds of the process-wide monotonic clock, from an arbitrary origin */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/**
 * @param epochMs origin of the new clock, as a value of {@link monotonicMs}
 * @returns a clock in milliseconds, cheap to read, that agrees between threads given the same epoch
 */
export function clockSince(epochMs: number): () => number {
  let offset = Number.NEGATIVE_INFINITY;
  for (let reading = 0; reading < READINGS; reading++) {
    // The time between the two clocks' readings would be missing, and the thread may be interrupted there.
    offset = Math.max(offset, monotonicMs() - epochMs - performance.now());
  }
  return () => performance.now() + offset;
}
