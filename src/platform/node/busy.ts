/**
 * Whether a thread is in the native form of the search. Node can end a thread in JavaScript or WebAssembly at any time,
 * but waits for machine code to return, forever if it is hung.
 */

/** @returns the word that both threads share: 1 while the search runs, written by the addon */
export function newBusyWord(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** @returns false as soon as the search has returned, true if it has not within `ms` milliseconds */
export function isBusyFor(busy: Int32Array, ms: number): boolean {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const end = performance.now() + ms;
  while (Atomics.load(busy, 0) !== 0) {
    if (performance.now() >= end) return true;
    Atomics.wait(sleeper, 0, 0, 1);
  }
  return false;
}
