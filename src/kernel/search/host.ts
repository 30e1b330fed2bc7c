/**
 * What the search needs from its host: the time, whether to stop, and a receiver of progress reports. The only place in
 * the hot layers that holds functions; a WebAssembly or native build replaces it by imports.
 */

let nowHook: () => number = () => 0;
let stopHook: () => number = () => 0;
let infoHook: (kind: number) => void = () => {};

/** Kinds of progress report: a line of a finished iteration, a new best move within one. */
export const INFO_ITERATION = 0;
export const INFO_BEST_MOVE = 1;

/**
 * @param now milliseconds from a monotonic clock, as int32
 * @param stop 1 when the search must return at once, else 0; called every few dozen nodes
 * @param info called with one of the INFO_ kinds; the values are in kernel/search/result.ts
 */
export function setHost(now: () => number, stop: () => number, info: (kind: number) => void): void {
  nowHook = now;
  stopHook = stop;
  infoHook = info;
}

/** @returns milliseconds, monotonic, int32 */
export function hostNow(): number {
  return nowHook() | 0;
}

/** @returns 1 if the search must return at once */
export function hostStop(): number {
  return stopHook() | 0;
}

export function hostInfo(kind: number): void {
  infoHook(kind);
}
