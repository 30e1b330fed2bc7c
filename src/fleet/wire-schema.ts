/** What messages of a fleet have to look like. Whoever has the password of Redis can send anything: nothing is taken unread. */
import type { Found } from '../book/expand.ts';
import { WIN_VALUE } from '../book/info.ts';
import { ruleFromCode } from '../core/rule.ts';
import {
  choice,
  flag,
  line,
  list,
  mapOf,
  matching,
  number,
  object,
  oneOfKind,
  orNull,
  readAs,
  type Schema,
  SHA256,
  whole,
  wrongValue,
} from '../core/schema.ts';
import type { EndReason, GameRecord, GameResult, Score, SideReport, WorkerFacts } from '../notation/game-record.ts';
import {
  type Announcement,
  type UnitOutcome,
  type UnitResult,
  WIRE_VERSION,
  type WorkerCard,
  type WorkStatus,
} from './wire.ts';

export const MOST_ENGINES = 1000;
/** Characters of a name. */
export const MOST_NAME = 200;
/** One sentence for people, with what an engine said. */
export const MOST_TEXT = 4000;
const MOST_POINTS = 26 * 26;
const MOST_LAST_LINES = 100;
/** Depth of a search, plies. */
const MOST_DEPTH = 255;
/** Positions and games of a unit as they are packed: more than any has. */
const MOST_PACKED = 400 << 20;
const MOST_LINES_OF_STATUS = 20;
const MOST_REFUSALS = 10_000;

const FLOAT = number(-Number.MAX_VALUE, Number.MAX_VALUE);
const COUNT = number(0, Number.MAX_VALUE);
const NUMBER_OF_UNIT = whole(0, Number.MAX_SAFE_INTEGER);
export const NAME = line(MOST_NAME);

export const RULE: Schema<number> = (value, at) => {
  if (typeof value === 'number' && ruleFromCode(value) !== null) return value;
  throw wrongValue(value, at, 'a rule that this tengen knows');
};

/** Names a work in keys of Redis: hexadecimal digits of a hash. */
const WORK_ID = matching(/^[0-9a-f]{1,64}$/, 64, 'hexadecimal digits');

/** By default that of the host. */
const WORKER_NAME = matching(/^[\w.-]+$/, 300, 'letters, digits, dots and dashes');

const WORKER_FACTS: Schema<WorkerFacts> = object({
  name: WORKER_NAME,
  host: line(255),
  cpu: line(MOST_NAME),
  version: line(MOST_NAME),
  nps: orNull(COUNT),
  timeScale: COUNT,
  load: COUNT,
});

const SCORE_TEXT = matching(/^[+-]M\d{1,20}$/, 22, 'a number, +M9 or -M8');
const SCORE: Schema<Score> = (value, at) => (typeof value === 'number' ? FLOAT : SCORE_TEXT)(value, at);

const RESULTS: readonly GameResult[] = ['black', 'white', 'draw'];
const REASONS: readonly EndReason[] = [
  'five',
  'foul',
  'time',
  'crash',
  'illegal',
  'start',
  'full',
  'length',
  'drawn',
  'resigned',
];

const SIDE_REPORT: Schema<SideReport> = object({
  startMs: COUNT,
  worstOverrunMs: COUNT,
  peakBytes: orNull(COUNT),
  noiseLines: COUNT,
  strayMoves: COUNT,
  ignoredEnd: flag,
});

const perMove = <T>(item: Schema<T>): Schema<readonly T[]> => list(item, 0, MOST_POINTS);

/** A game as a worker sends it: who played it is said beside it. */
const SENT_GAME: Schema<GameRecord> = object(
  {
    type: choice('game'),
    game: whole(0, Number.MAX_SAFE_INTEGER),
    black: NAME,
    white: NAME,
    rule: RULE,
    size: whole(1, 26),
    openingPlies: whole(0, MOST_POINTS),
    moves: matching(/^([a-z]\d{1,2})*$/, 3 * MOST_POINTS, 'moves such as h8i9'),
    result: choice(...RESULTS),
    reason: choice(...REASONS),
    detail: line(MOST_TEXT),
    timesMs: perMove(COUNT),
    scores: perMove(orNull(SCORE)),
    depths: perMove(orNull(COUNT)),
    nodes: perMove(orNull(COUNT)),
    blackSide: SIDE_REPORT,
    whiteSide: SIDE_REPORT,
    endedAt: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 40, 'a time such as 2026-01-01T00:00:00.000Z'),
  },
  { swap2First: NAME, lastLines: list(line(MOST_TEXT), 0, MOST_LAST_LINES) },
);

const VALUE = whole(1 - WIN_VALUE, WIN_VALUE - 1);
const DEPTH = whole(0, MOST_DEPTH);

/** Whether its moves are on the board is for foundOf(), which knows the position. */
const FOUND: Schema<Found> = object({
  moves: list(object({ cell: whole(0, MOST_POINTS - 1), value: VALUE, depth: DEPTH }), 1, MOST_POINTS),
  depth: DEPTH,
});

const OUTCOME: Schema<UnitOutcome> = oneOfKind({
  games: object({ kind: choice('games'), games: list(SENT_GAME, 1, 2) }),
  records: object({ kind: choice('records'), data: matching(/^[A-Za-z0-9+/]*={0,2}$/, MOST_PACKED, 'base64') }),
  position: object({ kind: choice('position'), found: orNull(FOUND) }),
  'failed-start': object({ kind: choice('failed-start'), names: list(NAME, 1, 2), detail: line(MOST_TEXT) }),
});

/** A result of which is known who sends it for which unit; what it comes to is still to be read. */
export type SentResult = Omit<UnitResult, 'outcome'> & { readonly outcome: unknown };

const anything: Schema<unknown> = (value) => value;
const SENT_RESULT: Schema<SentResult> = object({
  id: WORK_ID,
  unit: NUMBER_OF_UNIT,
  worker: WORKER_FACTS,
  outcome: anything,
});

/** Reads who sends a result, and for what. @throws MatchError: nothing of it can be used */
export function readSentResult(value: unknown): SentResult {
  return readAs(SENT_RESULT, value, 'a result');
}

/** Reads what a result comes to. @throws MatchError: its unit has to be played again */
export function readOutcome(value: unknown): UnitOutcome {
  return OUTCOME(value, '');
}

const TITLE = line(MOST_ENGINES * (MOST_NAME + 3));
const COORDINATOR = line(MOST_NAME + 255);
const ANNOUNCEMENT: Schema<Announcement> = object({
  wire: choice(WIRE_VERSION),
  kind: choice('match', 'selfplay', 'book'),
  id: WORK_ID,
  title: TITLE,
  spec: SHA256,
  engines: list(object({ name: NAME, sha256: SHA256 }), 0, MOST_ENGINES),
  coordinator: COORDINATOR,
});

/**
 * Reads an announcement. Of one in another version of these words only what names it, so that it can be said whose it is.
 * @throws MatchError
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

const WORKER_CARD: Schema<WorkerCard> = object({
  facts: WORKER_FACTS,
  slots: whole(0, 1_000_000),
  working: orNull(WORK_ID),
  busy: COUNT,
  unitsDone: COUNT,
  upMs: COUNT,
  refusals: mapOf(line(MOST_TEXT), MOST_REFUSALS, 64),
});

const WORK_STATUS: Schema<WorkStatus> = object({
  id: WORK_ID,
  title: TITLE,
  unitsDone: COUNT,
  unitsPlanned: orNull(COUNT),
  unitsOffered: COUNT,
  unitsPerMinute: COUNT,
  lateResults: COUNT,
  lines: list(line(MOST_TEXT), 0, MOST_LINES_OF_STATUS),
});

/** @throws MatchError */
export function readWorkerCard(value: unknown): WorkerCard {
  return readAs(WORKER_CARD, value, 'its card');
}

/** @throws MatchError */
export function readWorkStatus(value: unknown): WorkStatus {
  return readAs(WORK_STATUS, value, 'what it says of itself');
}
