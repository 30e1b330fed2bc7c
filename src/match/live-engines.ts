/** The engines that run, whoever started them, so that a program that ends leaves none behind. */

/** What can be killed with all that it has started. */
export interface LiveEngine {
  /** At once; harmless when repeated. */
  kill(): void;
}

/** A process is put in when it has started, and taken out when it is gone. */
export const live = new Set<LiveEngine>();

/** Kills every engine still running. Synchronous, for use while exiting. */
export function killAllEngines(): void {
  for (const engine of [...live]) engine.kill();
}

/** @returns number of engine processes that have not ended */
export function liveEngines(): number {
  return live.size;
}
