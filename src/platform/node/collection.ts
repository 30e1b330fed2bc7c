/**
 * Collecting garbage in a search thread, and ending the thread, keep out of each other's way: a thread that is ended
 * while V8 makes the context for it has Node 22 and later print on stderr, past every stream.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bits of the one shared word. */
const COLLECTING = 1;
const ENDING = 2;

/** A collection takes some 20 ms; a thread that is suspended must not hold up the end for good. */
const MAX_WAIT_MS = 500;

/** @returns the word that both sides are given */
export function newCollectionState(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** In the thread: does nothing once it is being ended. @param work collects */
export function collectUnlessEnding(state: Int32Array, work: () => void = collectGarbage): void {
  if (Atomics.compareExchange(state, 0, 0, COLLECTING) !== 0) return;
  try {
    work();
  } finally {
    Atomics.and(state, 0, ~COLLECTING);
    Atomics.notify(state, 0);
  }
}

/** On the main thread, before the thread is ended: waits for a collection under way, and no other one begins. */
export function forbidCollection(state: Int32Array): void {
  if ((Atomics.or(state, 0, ENDING) & COLLECTING) !== 0) Atomics.wait(state, 0, COLLECTING | ENDING, MAX_WAIT_MS);
}

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: (() => void) | undefined = runInNewContext('globalThis.gc');
  // The flag holds for the whole process, which is not the engine's alone: another thread may just have taken it back.
  setFlagsFromString('--no-expose-gc');
  collect?.();
}
