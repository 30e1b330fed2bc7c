/** What coordinators and workers of a fleet say to each other, whatever carries it. All of it is plain JSON. */
import type { Found } from '../book/expand.ts';
import type { GameRecord, WorkerFacts } from '../notation/game-record.ts';

/** Both sides have to speak the same: a change of what wire-schema.ts and the specs hold is another version. */
export const WIRE_VERSION = 3;

/** A work that is open to workers. */
export interface Announcement {
  readonly wire: number;
  /** What the spec is about; workers pass over a kind that they do not know. */
  readonly kind: 'match' | 'selfplay' | 'book';
  /** Fingerprint of what decides how it comes out; names the work everywhere. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** SHA-256 of the file that says all of it. */
  readonly spec: string;
  /** Engines that a worker has to allow, see engineHash(). */
  readonly engines: readonly { readonly name: string; readonly sha256: string }[];
  /** Host and process that leads it. */
  readonly coordinator: string;
}

/** An announcement as workers find it. */
export interface OpenJob {
  readonly announcement: Announcement;
  /** False: its coordinator is gone, and nothing will be offered. */
  readonly hasCoordinator: boolean;
}

/** What becomes of a unit of work: of a match a pair of games, of self-play a range of them, of a book a position. */
export type TaskOutcome =
  | { readonly kind: 'games'; readonly games: readonly GameRecord[] }
  /** Pieces of a file of self-play, packed as in selfplay-spec.ts. */
  | { readonly kind: 'records'; readonly data: string }
  /** What was found of a position of a book; null: nothing. */
  | { readonly kind: 'position'; readonly found: Found | null }
  /** Engines did not start on this worker. */
  | { readonly kind: 'failed-start'; readonly names: readonly string[]; readonly detail: string };

export interface UnitResult {
  /** As {@link Announcement.id}. */
  readonly id: string;
  readonly unit: number;
  readonly worker: WorkerFacts;
  readonly outcome: TaskOutcome;
}

/** What a worker tells of itself every few seconds. */
export interface WorkerStatus {
  readonly facts: WorkerFacts;
  readonly slots: number;
  /** The work it serves; null: none. */
  readonly working: string | null;
  /** Units that it is at. */
  readonly busy: number;
  /** Units done since it began, and how long that is, ms. */
  readonly unitsDone: number;
  readonly upMs: number;
  /** Works it does not take, with the reason of each. */
  readonly refusals: Readonly<Record<string, string>>;
}

/** What a coordinator tells of its work every few seconds. */
export interface JobStatus {
  readonly id: string;
  readonly title: string;
  readonly unitsDone: number;
  /** Null: as many as it takes. */
  readonly unitsPlanned: number | null;
  /** Out with workers or waiting for one. */
  readonly unitsOffered: number;
  readonly unitsPerMinute: number;
  /** Results that came a second time and were dropped. */
  readonly lateResults: number;
  /** Score, LLR, homogeneity and the like. */
  readonly lines: readonly string[];
}

/** Everything a person may want to see. */
export interface FleetView {
  readonly workers: readonly WorkerStatus[];
  readonly works: readonly (OpenJob & { readonly status: JobStatus | null; readonly isPaused: boolean })[];
  readonly excluded: readonly string[];
}

/** @returns whether a worker is among those taken out, by its name or its host */
export function isExcluded(excluded: readonly string[], { name, host }: Pick<WorkerFacts, 'name' | 'host'>): boolean {
  return excluded.includes(name) || excluded.includes(host);
}
