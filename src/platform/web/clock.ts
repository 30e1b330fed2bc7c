/**
 * One clock for the engine and its search thread: a page and its workers have different time origins on the same scale.
 */

/** @returns milliseconds of a clock that the page and its workers share */
export function monotonicMs(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * @param epochMs origin of the new clock, as a value of {@link monotonicMs}
 * @returns a clock in milliseconds that agrees between threads given the same epoch
 */
export function clockSince(epochMs: number): () => number {
  const offset = performance.timeOrigin - epochMs;
  return () => performance.now() + offset;
}
