/**
 * What a fleet needs from its transport. Delivery is at least once: a task may be played twice and a result may arrive
 * twice; the coordinator handles that. Calls wait while the other side is unreachable.
 */
import type { Announcement, FleetView, JobStatus, OpenJob, TaskResult, WorkerStatus } from './wire.ts';

export interface Transport {
  /**
   * Takes the lease of a job and opens it to workers.
   * @param files by SHA-256, kept while the lease is held
   * @param onResult called at least once for each result; it is delivered when the promise is fulfilled
   * @param onLost called when another coordinator has taken over
   * @param onError called when the lease could not be renewed; that is tried again
   * @throws UserError while another coordinator holds the lease
   */
  lead(
    work: Announcement,
    files: ReadonlyMap<string, Uint8Array>,
    onResult: (result: unknown) => Promise<void>,
    onLost: (reason: string) => void,
    onError: (error: unknown) => void,
  ): Promise<Lead>;
  /** @returns whether a worker may use this name: no live worker has it */
  claim(name: string): Promise<boolean>;
  /** Sends a worker's heartbeat. @returns the open jobs @throws errors that may pass, as when Redis is out of memory */
  heartbeat(card: WorkerStatus): Promise<FleetState>;
  /** Removes a worker that leaves. */
  bye(name: string): Promise<void>;
  /** @returns a file of an open job by its SHA-256, not verified; null: not available */
  file(sha256: string): Promise<Uint8Array | null>;
  /**
   * Takes tasks of a job, `slots` at the same time.
   * @param play plays one; null: not done, to be offered again. `signal` fires when the result is no longer wanted
   */
  take(id: string, slots: number, play: PlayTask): Promise<Taking>;
  view(): Promise<FleetView>;
  /** @param id of a job */
  setPaused(id: string, isPaused: boolean): Promise<void>;
  /** @param name of a worker, or of a host for all its workers */
  setExcluded(name: string, isExcluded: boolean): Promise<void>;
  /** Removes all stored data of a job. */
  forget(id: string): Promise<void>;
  close(): Promise<void>;
}

export type PlayTask = (task: number, signal: AbortSignal, position?: string) => Promise<TaskResult | null>;

/** The reply to a heartbeat. */
export interface FleetState {
  readonly jobs: readonly OpenJob[];
  readonly excluded: readonly string[];
}

/** A coordinator's hold on its job. */
export interface Lead {
  /**
   * Offers tasks; those already on offer stay as they are.
   * @param tasks by number, what a worker has to know in addition to it
   */
  offer(tasks: readonly number[], positions?: ReadonlyMap<number, string>): Promise<void>;
  /** @returns those that neither wait nor are being played */
  missing(tasks: readonly number[]): Promise<number[]>;
  /** @returns the live workers, and the excluded names */
  board(): Promise<{ readonly workers: readonly WorkerStatus[]; readonly excluded: readonly string[] }>;
  report(status: JobStatus): Promise<void>;
  /** Withdraws all tasks; workers drop those in progress. @param isOver the job is complete: nothing is kept */
  leave(isOver: boolean): Promise<void>;
}

/** A worker's hold on a job. */
export interface Taking {
  /** Takes no new task. @returns when the last one is done */
  drain(): Promise<void>;
  /** Returns the tasks in progress. */
  abort(): Promise<void>;
}
