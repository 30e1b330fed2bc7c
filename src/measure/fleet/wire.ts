/** The messages of coordinators and workers, independent of the transport. All of them are plain JSON. */
import type { Found } from '../../records/book/expand.ts';
import type { GameRecord, WorkerFacts } from '../../records/notation/game-record.ts';

/** Both sides need the same version; any change of wire-schema.ts or of the specs is a new one. */
export const WIRE_VERSION = 4;

/** A job that is open to workers. */
export interface Announcement {
  readonly wire: number;
  /** What the spec describes; workers ignore a kind that they do not know. */
  readonly kind: 'match' | 'selfplay' | 'book';
  /** Fingerprint of all that determines the results; identifies the job everywhere. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** SHA-256 of the file with all details. */
  readonly spec: string;
  /** Engines that a worker has to allow, see engineHash(). */
  readonly engines: readonly { readonly name: string; readonly sha256: string }[];
  /** Its host and process. */
  readonly coordinator: string;
}

/** An announcement as workers see it. */
export interface OpenJob {
  readonly announcement: Announcement;
  /** False: its coordinator has stopped, and offers no tasks. */
  readonly hasCoordinator: boolean;
}

/** The outcome of a task: a pair of games of a match, a range of games of self-play, a position of a book. */
export type TaskOutcome =
  | { readonly kind: 'games'; readonly games: readonly GameRecord[] }
  /** Pieces of a file of self-play, packed as in selfplay-spec.ts. */
  | { readonly kind: 'records'; readonly data: string }
  /** What the search of a position found; null: nothing. */
  | { readonly kind: 'position'; readonly found: Found | null }
  /** Engines did not start on this worker. */
  | { readonly kind: 'failed-start'; readonly names: readonly string[]; readonly detail: string };

export interface TaskResult {
  /** As {@link Announcement.id}. */
  readonly id: string;
  readonly task: number;
  readonly worker: WorkerFacts;
  readonly outcome: TaskOutcome;
}

/** What a worker reports every few seconds. */
export interface WorkerStatus {
  readonly facts: WorkerFacts;
  readonly slots: number;
  /** The job it serves; null: none. */
  readonly working: string | null;
  /** Tasks in progress. */
  readonly busy: number;
  /** Tasks done since it started, and the time since then, ms. */
  readonly tasksDone: number;
  readonly upMs: number;
  /** Jobs that it does not take, with the reason for each. */
  readonly refusals: Readonly<Record<string, string>>;
}

/** What a coordinator reports every few seconds. */
export interface JobStatus {
  readonly id: string;
  readonly title: string;
  readonly tasksDone: number;
  /** Null: not known in advance. */
  readonly tasksPlanned: number | null;
  /** In progress, or waiting for a worker. */
  readonly tasksOffered: number;
  readonly tasksPerMinute: number;
  /** Duplicate results, which were dropped. */
  readonly lateResults: number;
  /** Score, LLR, agreement of workers and the like. */
  readonly lines: readonly string[];
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
