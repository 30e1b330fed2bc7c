/**
 * Parses a query: a position, or several of one game, with limits. Several fields have two names: tengen's, and that of
 * KataGo's analysis engine, which many programs already write.
 */

import { BLACK, type Color, EMPTY, sideName, WHITE } from '../core/color.ts';
import { UserError } from '../core/errors.ts';
import { MAX_LINES, MAX_NODES } from '../core/limits.ts';
import { suggestion } from '../core/near.ts';
import type { XY } from '../core/point.ts';
import { counted, listed, shown } from '../core/text.ts';
import type { ThinkLimits } from '../engine/api.ts';
import { gameOfSetup } from '../play/review/setup.ts';
import { type GameState, newGame, sideToMove, withPly } from '../play/state/game-state.ts';
import { labelOf, type Ply } from '../play/state/notation.ts';
import {
  DEFAULT_PLAY_SIZE,
  readRule,
  readSize,
  readWinLength,
  type Variant,
  variantOf,
} from '../play/state/variant.ts';
import { cellAt, emptyPoints, isFoul } from '../rules/index.ts';
import { MAX_ANALYSIS_MS, MAX_DEPTH } from './limits.ts';
import { listOfPoints, readMoves, readPlayer, readStones } from './points.ts';

/** A client's id of a query, repeated in its answer. */
export type Id = string | number;

/** A position to analyze. */
export interface Query {
  readonly id: Id;
  readonly game: GameState;
  /** Moves of the query before this position; 0 is the first position. */
  readonly turnNumber: number;
  /** The stones were set up, so the order of moves is unknown. */
  readonly isSetup: boolean;
  readonly limits: ThinkLimits;
  readonly wantsThreats: boolean;
  /** Higher ones are searched first. */
  readonly priority: number;
  /** Milliseconds between reports during the search; null: none. */
  readonly reportEveryMs: number | null;
}

/** What a query may ask for. */
export interface QueryBounds {
  readonly maxNodes: number;
  readonly maxMs: number;
  /** Time limit of a query that has none; null: none. */
  readonly defaultMs: number | null;
}

/** Bounds of a client that owns the process. */
export const OWN_BOUNDS: QueryBounds = { maxNodes: MAX_NODES, maxMs: MAX_ANALYSIS_MS, defaultMs: null };

/** Node limit of a query without any limit: its answer is the same on every machine. */
export const DEFAULT_NODES = 100_000;

const MAX_PRIORITY = 1_000_000;
/** Seconds. */
const MIN_REPORT_PERIOD = 0.05;
const MAX_REPORT_PERIOD = 3600;

/** Limits, which `overrideSettings` may contain instead of the query. */
const LIMIT_KEYS = ['nodes', 'maxVisits', 'timeMs', 'maxTime', 'depth', 'lines', 'solve'] as const;
const KEYS = [
  'id',
  'rule',
  'rules',
  'win',
  'size',
  'boardXSize',
  'boardYSize',
  'moves',
  'analyzeTurns',
  'initialStones',
  'initialPlayer',
  'black',
  'white',
  'toMove',
  ...LIMIT_KEYS,
  'overrideSettings',
  'only',
  'without',
  'threats',
  'priority',
  'priorities',
  'reportDuringSearchEvery',
] as const;

type Key = (typeof KEYS)[number];
type Fields = { readonly [key in Key]?: unknown };

/**
 * @param admit called with the number of positions before they are read; throws if there are too many
 * @returns one query for each position
 * @throws UserError
 */
export function readQueries(
  id: Id,
  given: Readonly<Record<string, unknown>>,
  bounds: QueryBounds,
  admit: (count: number) => void = () => {},
): Query[] {
  const unknown = Object.keys(given).find((key) => !(KEYS as readonly string[]).includes(key));
  if (unknown !== undefined) {
    throw new UserError(
      `unknown field ${shown(unknown)}: expected ${listed(KEYS)}, or cancel alone${suggestion(unknown, KEYS)}`,
    );
  }
  admit(Array.isArray(given.analyzeTurns) ? given.analyzeTurns.length : 1);
  const fields = withSettings(given);
  const { start, moves, isSetup } = readPosition(fields, readVariant(fields));
  const games = gamesOf(start, moves);
  requireSide(fields, games[moves.length], isSetup);
  const turns = fields.analyzeTurns === undefined ? [moves.length] : readAnalyzeTurns(fields, moves.length);
  const priorities = readPriorities(fields, turns.length);
  const limits = readLimits(fields, bounds);
  const lists = readLists(fields, start.variant);
  return turns.map((turnNumber, i) => {
    const game = games[turnNumber];
    return {
      id,
      game,
      turnNumber,
      isSetup,
      limits: { ...limits, excluded: excludedPoints(lists, game) },
      wantsThreats: flag(fields, 'threats'),
      priority: priorities[i],
      reportEveryMs: readReportPeriod(fields),
    };
  });
}

/** @returns the game after each number of moves; every move is judged, also those after the last one to analyze */
function gamesOf(start: GameState, moves: readonly Ply[]): GameState[] {
  const games = [start];
  for (const ply of moves) games.push(withPly(games[games.length - 1], ply));
  return games;
}

/** @returns whether a value can be an id */
export function isId(value: unknown): value is Id {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

/** Reads a list of different numbers of moves. @throws UserError */
export function readTurns(name: string, value: unknown, most: number): number[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new UserError(`${name} ${shown(value)}: expected a list of at least one number`);
  }
  const turns = value.map((turn) => whole(name, turn, 0, most));
  const seen = new Set<number>();
  const repeated = turns.find((turn) => seen.size === seen.add(turn).size);
  if (repeated !== undefined) throw new UserError(`${name} ${repeated}: given twice, expected each number once`);
  return turns;
}

/** Moves the limits of `overrideSettings` into the query. */
function withSettings({ overrideSettings, ...fields }: Fields): Fields {
  if (overrideSettings === undefined) return fields;
  if (typeof overrideSettings !== 'object' || overrideSettings === null || Array.isArray(overrideSettings)) {
    throw new UserError(`overrideSettings ${shown(overrideSettings)}: expected an object`);
  }
  for (const key of Object.keys(overrideSettings)) {
    if (!(LIMIT_KEYS as readonly string[]).includes(key)) {
      throw new UserError(
        `overrideSettings ${shown(key)}: expected ${listed(LIMIT_KEYS)}${suggestion(key, LIMIT_KEYS)}`,
      );
    }
    if (key in fields) throw new UserError(`${key} in overrideSettings and in the query: expected it once`);
  }
  return { ...fields, ...overrideSettings };
}

interface NamedValue {
  readonly name: Key;
  readonly value: unknown;
}

/** @returns the name of a field and its value, under either of its names; undefined if there is none */
function either(fields: Fields, name: Key, other: Key): NamedValue | undefined {
  if (fields[name] !== undefined && fields[other] !== undefined) {
    throw new UserError(`${name} with ${other}: expected only one of them`);
  }
  const used = fields[name] === undefined ? other : name;
  return fields[used] === undefined ? undefined : { name: used, value: fields[used] };
}

function readVariant(fields: Fields): Variant {
  const rule = either(fields, 'rule', 'rules') ?? { name: 'rule', value: 'freestyle' };
  const { width, height } = readBoard(fields);
  const { win } = fields;
  return variantOf(
    readRule(text(rule.name, rule.value)),
    width,
    height,
    win === undefined ? null : readWinLength(text('win', win)),
  );
}

function readBoard({ size, boardXSize, boardYSize }: Fields): { width: number; height: number } {
  if (boardXSize === undefined && boardYSize === undefined) return readSize(text('size', size ?? DEFAULT_PLAY_SIZE));
  if (size !== undefined) throw new UserError('size with boardXSize or boardYSize: expected only one form of size');
  for (const [name, side] of Object.entries({ boardXSize, boardYSize })) {
    if (!Number.isInteger(side)) throw new UserError(`${name} ${shown(side)}: expected a whole number`);
  }
  return readSize(`${boardXSize}x${boardYSize}`);
}

/** Accepts strings and numbers alike. */
function text(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new UserError(`${name} ${shown(value)}: expected a string or a number`);
}

interface ReadPosition {
  /** The first position. */
  readonly start: GameState;
  readonly moves: readonly Ply[];
  readonly isSetup: boolean;
}

function readPosition(fields: Fields, variant: Variant): ReadPosition {
  const { moves, black, white, initialStones, initialPlayer } = fields;
  const isListed = black !== undefined || white !== undefined;
  const isInitial = initialStones !== undefined || initialPlayer !== undefined;
  if (isListed && moves !== undefined) {
    throw new UserError('moves with black or white: expected only one form of position');
  }
  if (isListed && isInitial) {
    throw new UserError('black or white with initialStones: expected only one form of position');
  }
  if (isListed) return { start: readSetup(fields, variant), moves: [], isSetup: true };
  const start = isInitial ? readInitial(fields, variant) : newGame(variant);
  return { start, moves: readMoves(moves ?? '', variant, sideToMove(start)), isSetup: isInitial };
}

/** @throws UserError if it is not the turn of `toMove` after the moves */
function requireSide({ toMove }: Fields, game: GameState, isSetup: boolean): void {
  const side = sideToMove(game);
  if (isSetup || toMove === undefined || readColor(toMove) === side) return;
  const moves = counted(game.plies.length, 'move');
  throw new UserError(`toMove "${toMove}": expected "${sideName(side)}" after ${moves}, or "-" for a pass`);
}

function readSetup({ black = [], white = [], toMove }: Fields, variant: Variant): GameState {
  const blacks = listOfPoints('black', black, variant);
  const whites = listOfPoints('white', white, variant);
  return setupOf(blacks, whites, toMove === undefined ? null : readColor(toMove), variant);
}

function readInitial({ initialStones = [], initialPlayer, toMove }: Fields, variant: Variant): GameState {
  if (toMove !== undefined) {
    throw new UserError('toMove with initialStones or initialPlayer: expected initialPlayer alone');
  }
  const stones = readStones('initialStones', initialStones, variant);
  const pointsOf = (color: Color) => stones.filter((stone) => stone.color === color).map(({ point }) => point);
  const toPlay = initialPlayer === undefined ? null : readPlayer('initialPlayer', initialPlayer);
  return setupOf(pointsOf(BLACK), pointsOf(WHITE), toPlay, variant);
}

/** @param toPlay null: White if there are more black stones */
function setupOf(blacks: readonly XY[], whites: readonly XY[], toPlay: Color | null, variant: Variant): GameState {
  const { width, height } = variant;
  const cells = new Uint8Array(width * height);
  for (const [points, color] of [
    [blacks, BLACK],
    [whites, WHITE],
  ] as const) {
    for (const point of points) {
      const at = point.y * width + point.x;
      if (cells[at] !== 0) throw new UserError(`${labelOf(point, height)}: two stones on this point, expected one`);
      cells[at] = color;
    }
  }
  const usual = blacks.length > whites.length ? WHITE : BLACK;
  return gameOfSetup({ variant, cells, toPlay: toPlay ?? usual });
}

function readColor(value: unknown): Color {
  if (value === 'black') return BLACK;
  if (value === 'white') return WHITE;
  throw new UserError(`toMove ${shown(value)}: expected "black" or "white"`);
}

function readAnalyzeTurns({ analyzeTurns, black, white }: Fields, moves: number): number[] {
  if (black !== undefined || white !== undefined) {
    throw new UserError('analyzeTurns with black or white: expected a game in moves');
  }
  return readTurns('analyzeTurns', analyzeTurns, moves);
}

function readPriorities(fields: Fields, count: number): number[] {
  const { analyzeTurns, priority, priorities } = fields;
  const read = (name: string, value: unknown) => whole(name, value, -MAX_PRIORITY, MAX_PRIORITY);
  if (priorities === undefined) return Array(count).fill(priority === undefined ? 0 : read('priority', priority));
  either(fields, 'priority', 'priorities');
  if (analyzeTurns === undefined) throw new UserError('priorities without analyzeTurns: expected priority');
  if (!Array.isArray(priorities) || priorities.length !== count) {
    throw new UserError(`priorities ${shown(priorities)}: expected a list of ${count}, one for each of analyzeTurns`);
  }
  return priorities.map((value) => read('priorities', value));
}

function readReportPeriod({ reportDuringSearchEvery: seconds }: Fields): number | null {
  if (seconds === undefined) return null;
  if (typeof seconds === 'number' && seconds >= MIN_REPORT_PERIOD && seconds <= MAX_REPORT_PERIOD) {
    return 1000 * seconds;
  }
  throw new UserError(
    `reportDuringSearchEvery ${shown(seconds)}: expected seconds from ${MIN_REPORT_PERIOD} to ${MAX_REPORT_PERIOD}`,
  );
}

function readLimits(fields: Fields, bounds: QueryBounds): ThinkLimits {
  const { depth } = fields;
  const { maxNodes, defaultMs } = bounds;
  const nodes = either(fields, 'nodes', 'maxVisits');
  const time = either(fields, 'timeMs', 'maxTime');
  const maxMs = time === undefined ? defaultMs : readTime(time, bounds.maxMs);
  const isOpen = nodes === undefined && time === undefined && depth === undefined;
  const lines = fields.lines === undefined ? 1 : whole('lines', fields.lines, 1, MAX_LINES);
  const solve = flag(fields, 'solve');
  if (solve && lines > 1) throw new UserError(`solve with ${lines} lines: expected a single line`);
  return {
    ...(isOpen ? { maxNodes: Math.min(DEFAULT_NODES, maxNodes) } : {}),
    ...(nodes === undefined ? {} : { maxNodes: whole(nodes.name, nodes.value, 1, maxNodes) }),
    ...(maxMs === null ? {} : { maxMs }),
    ...(depth === undefined ? {} : { maxDepth: whole('depth', depth, 1, MAX_DEPTH) }),
    lines,
    solve,
  };
}

/** @returns milliseconds */
function readTime({ name, value }: NamedValue, most: number): number {
  if (name === 'timeMs') return whole(name, value, 1, most);
  if (typeof value === 'number' && value >= 0.001 && value * 1000 <= most) return Math.round(value * 1000);
  throw new UserError(`maxTime ${shown(value)}: expected seconds from 0.001 to ${most / 1000}`);
}

function whole(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const bound = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new UserError(`${name} ${shown(value)}: expected a whole number ${bound}`);
}

function flag(fields: Fields, name: 'solve' | 'threats'): boolean {
  const value = fields[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw new UserError(`${name} ${shown(value)}: expected true or false`);
}

/** The points of `only` and `without`; null: no such field. */
interface PointLists {
  readonly only: readonly XY[] | null;
  readonly without: readonly XY[] | null;
}

function readLists({ only, without }: Fields, variant: Variant): PointLists {
  const read = (name: string, value: unknown) => (value === undefined ? null : listOfPoints(name, value, variant));
  return { only: read('only', only), without: read('without', without) };
}

/** @returns the excluded empty points */
function excludedPoints({ only, without }: PointLists, game: GameState): XY[] {
  if (only === null && without === null) return [];
  const { position, variant } = game;
  const cellOf = ({ x, y }: XY) => y * variant.width + x;
  const cellsOf = (name: string, points: readonly XY[] | null) => {
    for (const point of points ?? []) requireEmpty(name, point, game);
    return points === null ? null : new Set(points.map(cellOf));
  };
  const wanted = cellsOf('only', only);
  const unwanted = cellsOf('without', without);
  const isLeft = (point: XY) => wanted?.has(cellOf(point)) !== false && unwanted?.has(cellOf(point)) !== true;
  const empty = emptyPoints(position);
  const isLegal = (point: XY) => isLeft(point) && !isFoul(position, variant.rule, point, sideToMove(game));
  if (game.end === null && !empty.some(isLegal)) {
    throw new UserError(`${only === null ? 'without' : 'only'}: expected to leave a legal move`);
  }
  return empty.filter((point) => !isLeft(point));
}

function requireEmpty(name: string, point: XY, { position, variant }: GameState): void {
  if (cellAt(position, point.x, point.y) === EMPTY) return;
  throw new UserError(`${name} ${labelOf(point, variant.height)}: expected an empty point`);
}
