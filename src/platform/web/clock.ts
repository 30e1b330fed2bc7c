/**
 * One clock for the engine and its search thread: a page and its workers share the time origin's scale, not its zero.
 */

/** @returns milliseconds of a clock that the page and its workers share */
export function monotonicMs(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * @param epochMs the moment, as told by {@link monotonicMs}, that the clock counts from
 * @returns a clock in milliseconds that agrees between threads given the same epoch
 */
export function clockSince(epochMs: number): () => number {
  const offset = performance.timeOrigin - epochMs;
  return () => performance.now() + offset;
}
