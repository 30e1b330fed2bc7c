/** The messages of coordinators and workers, independent of the transport. All of them are plain JSON. */
import type { WorkerFacts } from '../../records/notation/game-record.ts';
import type { Announcement, JobStatus, WorkerStatus } from './wire-schema.ts';

export {
  type Announcement,
  type JobStatus,
  type TaskOutcome,
  type TaskResult,
  WIRE_VERSION,
  type WorkerStatus,
} from './wire-schema.ts';

/** An announcement as workers see it. */
export interface OpenJob {
  readonly announcement: Announcement;
  /** False: its coordinator has stopped, and offers no tasks. */
  readonly hasCoordinator: boolean;
}

/** The state of a fleet, for people. */
export interface FleetView {
  readonly workers: readonly WorkerStatus[];
  readonly jobs: readonly (OpenJob & { readonly status: JobStatus | null; readonly isPaused: boolean })[];
  readonly excluded: readonly string[];
}

/** @returns whether a worker is excluded, by its name or its host */
export function isExcluded(excluded: readonly string[], { name, host }: Pick<WorkerFacts, 'name' | 'host'>): boolean {
  return excluded.includes(name) || excluded.includes(host);
}
