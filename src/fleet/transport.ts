/**
 * What a fleet needs of whatever carries its work. Delivery is at least once: a unit may be played twice and a result
 * may come twice; the coordinator sorts that out. Calls wait while the other side is out of reach.
 */
import type { Announcement, FleetView, JobStatus, OpenJob, UnitResult, WorkerStatus } from './wire.ts';

export interface Transport {
  /**
   * Takes the lead of a work and opens it to workers.
   * @param files by SHA-256, kept as long as the work is led
   * @param onResult called once or more for every result; it counts as delivered when the promise is kept
   * @param onLost another coordinator has taken over
   * @throws UserError while another coordinator leads it
   */
  lead(
    work: Announcement,
    files: ReadonlyMap<string, Uint8Array>,
    onResult: (result: unknown) => Promise<void>,
    onLost: (reason: string) => void,
  ): Promise<Lead>;
  /** @returns whether a worker may have this name: nobody who lives bears it */
  claim(name: string): Promise<boolean>;
  /** A worker's sign of life. @returns what there is to do */
  beat(card: WorkerStatus): Promise<FleetState>;
  /** A worker leaves. */
  bye(name: string): Promise<void>;
  /** @returns a file of an open work by its SHA-256, not verified; null: nobody has it */
  file(sha256: string): Promise<Uint8Array | null>;
  /**
   * Takes units of a work, `slots` at the same time.
   * @param play plays one; null: not done, to be handed out again. `signal` fires when it is no longer wanted
   */
  take(id: string, slots: number, play: PlayUnit): Promise<Taking>;
  view(): Promise<FleetView>;
  /** @param id of a work */
  setPaused(id: string, isPaused: boolean): Promise<void>;
  /** @param name of a worker, or of a host for all on it */
  setExcluded(name: string, isExcluded: boolean): Promise<void>;
  /** Removes all that is kept of a work. */
  forget(id: string): Promise<void>;
  close(): Promise<void>;
}

export type PlayUnit = (unit: number, signal: AbortSignal, task?: string) => Promise<UnitResult | null>;

/** What a worker hears back. */
export interface FleetState {
  readonly works: readonly OpenJob[];
  readonly excluded: readonly string[];
}

/** A coordinator's hold on its work. */
export interface Lead {
  /**
   * Offers units; those that are offered already stay as they are.
   * @param tasks by unit, what a worker has to know where the number does not tell
   */
  offer(units: readonly number[], tasks?: ReadonlyMap<number, string>): Promise<void>;
  /** @returns which of these are neither waiting nor being played */
  missing(units: readonly number[]): Promise<number[]>;
  /** @returns the workers that live, and who is excluded */
  board(): Promise<{ readonly workers: readonly WorkerStatus[]; readonly excluded: readonly string[] }>;
  report(status: JobStatus): Promise<void>;
  /** No unit waits any more, workers drop what they play. @param isOver nobody will go on with it: nothing is kept */
  leave(isOver: boolean): Promise<void>;
}

/** A worker's hold on a work. */
export interface Taking {
  /** Takes nothing new. @returns when the last unit is done */
  drain(): Promise<void>;
  /** Gives back what is being played. */
  abort(): Promise<void>;
}
