/**
 * The messages of coordinators and workers, independent of the transport: plain JSON. Anyone with the password of Redis
 * can send anything, so every message is validated.
 */
import { ruleFromCode } from '../../core/rule.ts';
import {
  anything,
  choice,
  either,
  flag,
  line,
  list,
  mapOf,
  matching,
  number,
  object,
  oneOfKind,
  orNull,
  type Read,
  readAs,
  type Schema,
  SHA256,
  where,
  wholeNumber,
} from '../../core/schema.ts';
import type { Found } from '../../records/book/expand.ts';
import { WIN_VALUE } from '../../records/book/info.ts';
import { REASON, RESULT } from '../../records/notation/game-line.ts';
import type { GameRecord, Score, SideReport, WorkerFacts } from '../../records/notation/game-record.ts';

/** Both sides need the same version; any change of this file or of the specs is a new one. */
export const WIRE_VERSION = 5;

export const MAX_ENGINES = 1000;
export const MAX_NAME = 200;
/** A line for people, with output of an engine. */
export const MAX_TEXT = 4000;
const MAX_POINTS = 26 * 26;
const MAX_LAST_LINES = 100;
/** Depth of a search, plies. */
const MAX_DEPTH = 255;
/** Packed positions and games of a task: more than any needs. */
const MAX_PACKED = 400 << 20;
const MAX_LINES_OF_STATUS = 20;
const MAX_REFUSALS = 10_000;

const FLOAT = number(-Number.MAX_VALUE, Number.MAX_VALUE);
const COUNT = number(0, Number.MAX_VALUE);
const TASK_NUMBER = wholeNumber(0, Number.MAX_SAFE_INTEGER);
export const NAME = line(MAX_NAME);

export const RULE_SCHEMA = where<number>((value) => ruleFromCode(value) !== null, 'a rule that this tengen knows');

/** Identifies a job in keys of Redis: hexadecimal digits of a hash. */
const WORK_ID = matching(/^[0-9a-f]{1,64}$/, 64, 'hexadecimal digits');

/** By default the name of the host. */
const WORKER_NAME = matching(/^[\w.-]+$/, 300, 'letters, digits, dots and dashes');

const WORKER_FACTS: Schema<WorkerFacts> = object({
  name: WORKER_NAME,
  host: line(255),
  cpu: line(MAX_NAME),
  version: line(MAX_NAME),
  nps: orNull(COUNT),
  timeScale: COUNT,
  load: COUNT,
});

const SCORE_TEXT = matching(/^[+-]M\d{1,20}$/, 22, '+M9 or -M8');
const SCORE: Schema<Score> = either(FLOAT, SCORE_TEXT, 'a number, +M9 or -M8');

const SIDE_REPORT: Schema<SideReport> = object({
  startMs: COUNT,
  worstOverrunMs: COUNT,
  peakBytes: orNull(COUNT),
  noiseLines: COUNT,
  strayMoves: COUNT,
  ignoredEnd: flag,
});

const perMove = <T>(item: Schema<T>): Schema<readonly T[]> => list(item, 0, MAX_POINTS);

/** A game as a worker sends it: the result names the worker. */
const SENT_GAME: Schema<GameRecord> = object(
  {
    type: choice('game'),
    game: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    black: NAME,
    white: NAME,
    rule: RULE_SCHEMA,
    size: wholeNumber(1, 26),
    openingPlies: wholeNumber(0, MAX_POINTS),
    moves: matching(/^([a-z]\d{1,2})*$/, 3 * MAX_POINTS, 'moves such as h8i9'),
    result: RESULT,
    reason: REASON,
    detail: line(MAX_TEXT),
    timesMs: perMove(COUNT),
    scores: perMove(orNull(SCORE)),
    depths: perMove(orNull(COUNT)),
    nodes: perMove(orNull(COUNT)),
    blackSide: SIDE_REPORT,
    whiteSide: SIDE_REPORT,
    endedAt: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 40, 'a time such as 2026-01-01T00:00:00.000Z'),
  },
  { swap2First: NAME, lastLines: list(line(MAX_TEXT), 0, MAX_LAST_LINES) },
);

const VALUE = wholeNumber(1 - WIN_VALUE, WIN_VALUE - 1);
const DEPTH = wholeNumber(0, MAX_DEPTH);

/** moveFault() checks the moves, as it knows the position. */
const FOUND: Schema<Found> = object({
  moves: list(object({ cell: wholeNumber(0, MAX_POINTS - 1), value: VALUE, depth: DEPTH }), 1, MAX_POINTS),
  depth: DEPTH,
});

/** The outcome of a task: a pair of games of a match, a range of games of self-play, a position of a book. */
const OUTCOME = oneOfKind({
  games: object({ kind: choice('games'), games: list(SENT_GAME, 1, 2) }),
  /** Pieces of a file of self-play, packed as in selfplay-spec.ts. */
  records: object({ kind: choice('records'), data: matching(/^[A-Za-z0-9+/]*={0,2}$/, MAX_PACKED, 'base64') }),
  /** What the search of a position found; null: nothing. */
  position: object({ kind: choice('position'), found: orNull(FOUND) }),
  /** Engines did not start on this worker. */
  'failed-start': object({ kind: choice('failed-start'), names: list(NAME, 1, 2), detail: line(MAX_TEXT) }),
});
export type TaskOutcome = Read<typeof OUTCOME>;

/** A result whose sender and task are known; its outcome has not been read. The id is that of the job. */
const SENT_RESULT = object({
  id: WORK_ID,
  task: TASK_NUMBER,
  worker: WORKER_FACTS,
  outcome: anything,
});

export type SentResult = Read<typeof SENT_RESULT>;
export type TaskResult = Omit<SentResult, 'outcome'> & { readonly outcome: TaskOutcome };

/** Reads the sender and the task of a result. @throws UserError: nothing of it can be used */
export function readSentResult(value: unknown): SentResult {
  return readAs(SENT_RESULT, value, 'a result');
}

/** Reads the outcome of a result. @throws UserError: its task has to be played again */
export function readOutcome(value: unknown): TaskOutcome {
  return OUTCOME(value, '');
}

const TITLE = line(MAX_ENGINES * (MAX_NAME + 3));
const COORDINATOR = line(MAX_NAME + 255);
/** A job that is open to workers. */
const ANNOUNCEMENT = object(
  {
    wire: choice<number>(WIRE_VERSION),
    /** What the spec describes; workers ignore a kind that they do not know. */
    kind: choice('match', 'selfplay', 'book'),
    /** Fingerprint of all that determines the results; identifies the job everywhere. */
    id: WORK_ID,
    /** For people. */
    title: TITLE,
    /** SHA-256 of the file with all details. */
    spec: SHA256,
    /** Engines that a worker has to allow, see engineHash(). */
    engines: list(object({ name: NAME, sha256: SHA256 }), 0, MAX_ENGINES),
    /** Its host and process. */
    coordinator: COORDINATOR,
  },
  {
    /** Of the engines, see signing.ts; absent: not signed. */
    signature: line(MAX_NAME),
  },
);
export type Announcement = Read<typeof ANNOUNCEMENT>;

/**
 * Reads an announcement. Of one in another version only the id, title and coordinator are read, for messages.
 * @throws UserError
 */
export function readAnnouncement(value: unknown): Announcement {
  const { wire, id, title, coordinator } = (value ?? {}) as Partial<Announcement>;
  if (!Number.isSafeInteger(wire) || wire === WIRE_VERSION) return readAs(ANNOUNCEMENT, value, 'an announcement');
  return {
    wire: wire!,
    kind: 'match',
    id: WORK_ID(id, 'id'),
    title: TITLE(title, 'title'),
    spec: '',
    engines: [],
    coordinator: COORDINATOR(coordinator, 'coordinator'),
  };
}

/** What a worker reports every few seconds. */
export const WORKER_CARD = object({
  facts: WORKER_FACTS,
  slots: wholeNumber(0, 1_000_000),
  /** The job it serves; null: none. */
  working: orNull(WORK_ID),
  /** Tasks in progress. */
  busy: COUNT,
  /** Tasks done since it started, and the time since then, ms. */
  tasksDone: COUNT,
  upMs: COUNT,
  /** Jobs that it does not take, with the reason for each. */
  refusals: mapOf(line(MAX_TEXT), MAX_REFUSALS, 64),
});
export type WorkerStatus = Read<typeof WORKER_CARD>;

/** What a coordinator reports every few seconds. */
export const JOB_STATUS = object({
  id: WORK_ID,
  title: TITLE,
  tasksDone: COUNT,
  /** Null: not known in advance. */
  tasksPlanned: orNull(COUNT),
  /** In progress, or waiting for a worker. */
  tasksOffered: COUNT,
  tasksPerMinute: COUNT,
  /** Duplicate results, which were dropped. */
  lateResults: COUNT,
  /** Score, LLR, agreement of workers and the like. */
  lines: list(line(MAX_TEXT), 0, MAX_LINES_OF_STATUS),
});
export type JobStatus = Read<typeof JOB_STATUS>;

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
