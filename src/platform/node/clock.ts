/**
 * One clock for the engine and its search thread. `performance.now()` has a different origin in every thread, so it is
 * aligned with `process.hrtime`, which all threads of a process share.
 */

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
  const offset = monotonicMs() - epochMs - performance.now();
  return () => performance.now() + offset;
}
