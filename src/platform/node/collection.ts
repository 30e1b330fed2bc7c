/**
 * Keeps garbage collection in a search thread from overlapping with the end of the thread: if a thread is terminated
 * while V8 creates the context for the collection, Node 22 and later print to stderr, bypassing every stream.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bits of the one shared word. */
const COLLECTING = 1;
const ENDING = 2;

/** A collection takes about 20 ms; a suspended thread must not block the end forever. */
const MAX_WAIT_MS = 500;

/** @returns the word that both threads share */
export function newCollectionState(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** For the search thread: collects, unless the thread is being ended. */
export function collectUnlessEnding(state: Int32Array, collect: () => void = collectGarbage): void {
  if (Atomics.compareExchange(state, 0, 0, COLLECTING) !== 0) return;
  try {
    collect();
  } finally {
    Atomics.and(state, 0, ~COLLECTING);
    Atomics.notify(state, 0);
  }
}

/** For the main thread, before it ends the search thread: waits for a running collection and prevents further ones. */
export function forbidCollection(state: Int32Array): void {
  if ((Atomics.or(state, 0, ENDING) & COLLECTING) !== 0) Atomics.wait(state, 0, COLLECTING | ENDING, MAX_WAIT_MS);
}

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: (() => void) | undefined = runInNewContext('globalThis.gc');
  // The flag applies to the whole process, which may not be the engine's alone: another thread may have just reset it.
  setFlagsFromString('--no-expose-gc');
  collect?.();
}
