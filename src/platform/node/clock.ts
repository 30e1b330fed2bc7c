/**
 * One clock for the engine and its search thread. `performance.now()` starts at another moment in every thread, so it
 * is tied to `process.hrtime`, which all threads of a process share.
 */

/** @returns milliseconds of the process-wide monotonic clock, from some moment in the past */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/**
 * @param epochMs the moment, as told by {@link monotonicMs}, that the clock counts from
 * @returns a clock in milliseconds, cheap to read, that agrees between threads given the same epoch
 */
export function clockSince(epochMs: number): () => number {
  const offset = monotonicMs() - epochMs - performance.now();
  return () => performance.now() + offset;
}
