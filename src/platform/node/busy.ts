/**
 * Whether a thread is in the native form of the search. Node can end a thread in JavaScript or WebAssembly at any time,
 * but waits for machine code to return, forever if it is hung.
 */

/** @returns the word that both threads share: 1 while the search runs, written by the addon */
export function newBusyWord(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

const POLL_MS = 10;

/**
 * Calls back if the search has been running for `ms` milliseconds.
 * @param clock counts them: CPU time, so that a thread on a busy machine is not taken for a hung one
 * @returns a function that ends the watch
 */
export function watchBusy(busy: Int32Array, ms: number, clock: () => number, onHung: () => void): () => void {
  let since = clock();
  const timer = setInterval(() => {
    if (Atomics.load(busy, 0) === 0) since = clock();
    if (clock() - since < ms) return;
    clearInterval(timer);
    onHung();
  }, POLL_MS);
  return () => clearInterval(timer);
}

/**
 * Blocks this thread.
 * @returns false as soon as all searches have returned, true if one has not within `ms` milliseconds
 */
export function areBusyFor(searches: readonly Int32Array[], ms: number): boolean {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const end = performance.now() + ms;
  while (searches.some((busy) => Atomics.load(busy, 0) !== 0)) {
    if (performance.now() >= end) return true;
    Atomics.wait(sleeper, 0, 0, 1);
  }
  return false;
}
