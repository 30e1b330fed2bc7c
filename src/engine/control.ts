/**
 * The few words that the engine and its search thread share while a search runs: one Int32Array on a SharedArrayBuffer.
 * Every think has a number, so nothing needs a reset between thinks, and a late write for an old think is harmless.
 * Times are milliseconds from the start of the think: those of the engine's clock outgrow 32 bits in 25 days.
 */
import type { TimePlan } from './time.ts';

/** Thinks up to this number return at once. Written by the engine. */
export const STOP_UP_TO = 0;
/** The think that the following two times are meant for. Written by the engine, after them. */
export const LIMITS_ID = 1;
export const OPTIMUM_MS = 2;
export const MAXIMUM_MS = 3;
/** The think that {@link BEST_MOVE} belongs to. Written by the search thread, after it. */
export const BEST_ID = 4;
/** Best move so far: x | y << 8. */
export const BEST_MOVE = 5;
/** Thousands of nodes of the running think. Written by the search thread. */
export const KILONODES = 6;
/** 1 once the thread has loaded the search. Written by the search thread. */
export const IS_LOADED = 7;
/** The last think that a helping thread has finished. Written by it; other threads post their results. */
export const HELPED_ID = 8;
/** Counts up while the thread makes progress. Written by it. */
export const HEARTBEAT = 9;

export const CONTROL_WORDS = 10;

/** Changes the times of think `id` of a thread. */
export function setTimes(control: Int32Array, id: number, { optimumMs, maxMs }: TimePlan): void {
  Atomics.store(control, OPTIMUM_MS, optimumMs);
  Atomics.store(control, MAXIMUM_MS, maxMs);
  Atomics.store(control, LIMITS_ID, id);
}
