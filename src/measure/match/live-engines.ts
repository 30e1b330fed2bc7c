/**
 * All running engines of the process, so that it leaves none running when it exits. Separate from
 * process-tree.ts, whose types need those of Node: the types of the package must not.
 */

/** Something that can be killed together with everything it has started. */
export interface LiveEngine {
  /** At once; harmless when repeated. */
  kill(): void;
}

/** Processes that have started and not ended. */
export const live = new Set<LiveEngine>();

/** Kills every engine still running. Synchronous, for use while exiting. */
export function killAllEngines(): void {
  for (const engine of [...live]) engine.kill();
}

/** @returns number of engine processes that have not ended */
export function liveEngines(): number {
  return live.size;
}
