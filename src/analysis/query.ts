/**
 * Parses a query: a position, or several of one game, with limits. Several fields have two names: tengen's, and that of
 * KataGo's analysis engine, which many programs already write.
 */
import { BLACK, type Color, EMPTY, sideName, WHITE } from '../core/color.ts';
import { UserError } from '../core/errors.ts';
import { MAX_LINES, MAX_NODES, MAX_SIZE, MIN_SIZE } from '../core/limits.ts';
import type { Ply, XY } from '../core/point.ts';
import { RULE, WIN_LENGTH } from '../core/rule.ts';
import { FREESTYLE } from '../core/rule-code.ts';
import {
  choice,
  described,
  fieldsOf,
  flag,
  list,
  number,
  object,
  pair,
  type Read,
  type Schema,
  wholeNumber,
  written,
  wrongValue,
} from '../core/schema.ts';
import { counted, shown } from '../core/text.ts';
import type { ThinkLimits } from '../engine/api.ts';
import { gameOfSetup } from '../play/review/setup.ts';
import { type GameState, newGame, sideToMove, withPly } from '../play/state/game-state.ts';
import { type BoardSize, colorName, labelOf, readPoint, readRecord } from '../play/state/notation.ts';
import { BOARD_SIZE, DEFAULT_PLAY_SIZE, type Variant, variantOf } from '../play/state/variant.ts';
import { cellAt, emptyPoints, isFoul } from '../rules/index.ts';
import { MAX_ANALYSIS_MS, MAX_DEPTH, MAX_PLIES } from './limits.ts';

/** A client's id of a query, repeated in its answer. */
export type Id = string | number;

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

export const ID: Schema<Id> = described({ type: ['string', 'number'] }, (value, at) => {
  if (typeof value === 'string' || Number.isFinite(value)) return value as Id;
  throw wrongValue(value, at, 'a string or a number');
});

/** Different numbers of moves. */
export function turns(most: number): Schema<readonly number[]> {
  const all = list(wholeNumber(0, most), 1, most + 1);
  return described({ ...all.json, uniqueItems: true }, (value, at) => {
    const numbers = all(value, at);
    if (new Set(numbers).size === numbers.length) return numbers;
    const repeated = numbers.find((turn, i) => numbers.indexOf(turn) < i);
    throw new UserError(`${at} ${repeated}: given twice, expected each number once`);
  });
}

// Points and moves: names such as "H8", objects with x and y from the top left, or pairs as ["B", "H8"].

const LETTER = choice('B', 'W', 'b', 'w');

const PLAYER: Schema<Color> = described(LETTER.json, (value, at) =>
  LETTER(value, at).toUpperCase() === 'B' ? BLACK : WHITE,
);

/** A point of the board, as a name or as x and y. */
function pointOn(size: BoardSize): Schema<XY> {
  const { width, height } = size;
  const xy = fieldsOf({ x: wholeNumber(0, width - 1), y: wholeNumber(0, height - 1) });
  return described({ anyOf: [{ type: 'string' }, xy.json] }, (value, at) => {
    if (typeof value === 'object' && value !== null && 'x' in value && 'y' in value) return xy(value, at);
    const point = typeof value === 'string' ? readPoint(value, size) : null;
    if (point !== null) return point;
    throw wrongValue(value, at, `a point such as "H8" or {"x": 7, "y": 7}, on ${width}x${height}`);
  });
}

/** A list, or a text such as `H8 I9 -`. */
function listOrText<T>(item: Schema<T>, size: BoardSize, most: number): Schema<readonly T[]> {
  const all = list(item, 0, most);
  return described({ anyOf: [{ type: 'string' }, all.json] }, (value, at) => {
    const isText = typeof value === 'string';
    const given = isText ? (value.trim() === '' ? [] : readRecord(value, size)) : value;
    if (Array.isArray(given)) return all(given, at);
    throw wrongValue(value, at, 'points such as "H8 J10", or a list of points');
  });
}

function pointsOn(size: BoardSize): Schema<readonly XY[]> {
  return listOrText(pointOn(size), size, size.width * size.height);
}

/** Stones as pairs of player and point: `[["B", "H8"], ["W", "I9"]]`. */
function stonesOn(size: BoardSize): Schema<readonly (readonly [Color, XY])[]> {
  return list(pair(PLAYER, pointOn(size), 'a player and a point such as ["B", "H8"]'), 0, size.width * size.height);
}

/** The moves of a game, each with its player if the client names one. A pass is null, and next to a player `pass`. */
function movesOn(size: BoardSize): Schema<readonly (readonly [player: Color | null, ply: Ply])[]> {
  const point = pointOn(size);
  const ply = described<Ply>(point.json, (value, at) =>
    typeof value === 'string' && /^(pass|-)$/i.test(value) ? null : point(value, at),
  );
  const played = pair(PLAYER, ply);
  const move = described({ anyOf: [point.json, { type: 'null' }, played.json] }, (value, at) =>
    Array.isArray(value) && value.length === 2
      ? played(value, at)
      : ([null, value === null ? null : point(value, at)] as const),
  );
  return listOrText<readonly [Color | null, Ply]>(move, size, MAX_PLIES);
}

const SIDE = wholeNumber(MIN_SIZE, MAX_SIZE);
/** Fields that select the rule and the board. */
const VARIANT = {
  rule: written(RULE),
  rules: written(RULE),
  win: written(WIN_LENGTH),
  size: written(BOARD_SIZE),
  boardXSize: SIDE,
  boardYSize: SIDE,
};

/** Limits, which `overrideSettings` may contain instead of the query. */
function limitFields({ maxNodes, maxMs }: QueryBounds) {
  return {
    nodes: wholeNumber(1, maxNodes),
    maxVisits: wholeNumber(1, maxNodes),
    timeMs: wholeNumber(1, maxMs),
    maxTime: number(0.001, maxMs / 1000, 'seconds'),
    depth: wholeNumber(1, MAX_DEPTH),
    lines: wholeNumber(1, MAX_LINES),
    solve: flag,
  };
}

const TWO_NAMES = [
  ['nodes', 'maxVisits'],
  ['timeMs', 'maxTime'],
] as const;

/** A query about a board of this size. */
export function querySchema(size: BoardSize, bounds: QueryBounds) {
  const limits = limitFields(bounds);
  const priority = wholeNumber(-MAX_PRIORITY, MAX_PRIORITY);
  return object(
    { id: ID },
    {
      ...VARIANT,
      moves: movesOn(size),
      analyzeTurns: turns(MAX_PLIES),
      initialStones: stonesOn(size),
      initialPlayer: PLAYER,
      black: pointsOn(size),
      white: pointsOn(size),
      toMove: choice('black', 'white'),
      ...limits,
      overrideSettings: object({}, limits, TWO_NAMES),
      only: pointsOn(size),
      without: pointsOn(size),
      threats: flag,
      priority,
      priorities: list(priority, 1, MAX_PLIES + 1),
      reportDuringSearchEvery: number(0.05, 3600, 'seconds'),
    },
    [
      ...TWO_NAMES,
      ['rule', 'rules'],
      ['size', 'boardXSize', 'boardYSize'],
      ['moves', 'black', 'white'],
      ['initialStones', 'black', 'white'],
      ['initialPlayer', 'black', 'white', 'toMove'],
      ['toMove', 'initialStones'],
      ['analyzeTurns', 'black', 'white'],
      ['priority', 'priorities'],
    ],
  );
}

type Fields = Read<ReturnType<typeof querySchema>>;

/**
 * @param given a JSON object
 * @returns one query for each position
 * @throws UserError
 */
export function readQueries(given: object, bounds: QueryBounds): Query[] {
  const variant = variantIn(given);
  const fields = querySchema(variant, bounds)(given, '');
  const start = startOf(fields, variant);
  const games = gamesOf(start, fields);
  const numbers =
    fields.analyzeTurns === undefined
      ? [games.length - 1]
      : turns(games.length - 1)(fields.analyzeTurns, 'analyzeTurns');
  const priorities = prioritiesOf(fields, numbers.length);
  const limits = limitsIn(fields, bounds);
  return numbers.map((turnNumber, i) => ({
    id: fields.id,
    game: games[turnNumber],
    turnNumber,
    isSetup: start.setupPlies !== undefined,
    limits: { ...limits, excluded: excludedPoints(fields, games[turnNumber]) },
    wantsThreats: fields.threats === true,
    priority: priorities[i],
    reportEveryMs: fields.reportDuringSearchEvery === undefined ? null : 1000 * fields.reportDuringSearchEvery,
  }));
}

function variantIn(given: object): Variant {
  const { rules, rule = rules ?? FREESTYLE, win = null, size, ...sides } = fieldsOf({}, VARIANT)(given, '');
  const { boardXSize = size?.width, boardYSize = size?.height } = sides;
  if ((boardXSize === undefined) !== (boardYSize === undefined)) {
    throw new UserError('boardXSize or boardYSize alone: expected both');
  }
  return variantOf(rule, boardXSize ?? DEFAULT_PLAY_SIZE, boardYSize ?? DEFAULT_PLAY_SIZE, win);
}

/** @returns the position before the moves */
function startOf(fields: Fields, variant: Variant): GameState {
  const { black = [], white = [], toMove, initialStones = [], initialPlayer } = fields;
  const names = ['black', 'white', 'initialStones', 'initialPlayer'] as const;
  if (names.every((name) => fields[name] === undefined)) return newGame(variant);
  const stones = [
    ...black.map((point) => [BLACK, point] as const),
    ...white.map((point) => [WHITE, point] as const),
    ...initialStones,
  ];
  const { width, height } = variant;
  const cells = new Uint8Array(width * height);
  for (const [color, point] of stones) {
    const at = point.y * width + point.x;
    if (cells[at] !== EMPTY) throw new UserError(`${labelOf(point, height)}: two stones on this point, expected one`);
    cells[at] = color;
  }
  const blacks = stones.filter(([color]) => color === BLACK).length;
  const usual = 2 * blacks > stones.length ? WHITE : BLACK;
  const toPlay = initialPlayer ?? (toMove === undefined ? usual : toMove === 'black' ? BLACK : WHITE);
  return gameOfSetup({ variant, cells, toPlay });
}

/** @returns the game after each number of moves; every move is judged, also those after the last one to analyze */
function gamesOf(start: GameState, { moves = [], toMove }: Fields): GameState[] {
  const games = [start];
  for (const [i, [player, ply]] of moves.entries()) {
    const game = games[i];
    const side = sideToMove(game);
    if (player !== null && player !== side) {
      throw new UserError(
        `moves[${i}] of ${colorName(player)}: expected a move of ${colorName(side)}, or its pass as a pair with "pass"`,
      );
    }
    games.push(withPly(game, ply));
  }
  const last = games[moves.length];
  const side = sideName(sideToMove(last));
  if (start.setupPlies === undefined && toMove !== undefined && toMove !== side) {
    const count = counted(last.plies.length, 'move');
    throw new UserError(`toMove "${toMove}": expected "${side}" after ${count}, or "-" for a pass`);
  }
  return games;
}

function prioritiesOf({ analyzeTurns, priority = 0, priorities }: Fields, count: number): readonly number[] {
  if (priorities === undefined) return Array(count).fill(priority);
  if (analyzeTurns === undefined) throw new UserError('priorities without analyzeTurns: expected priority');
  if (priorities.length === count) return priorities;
  throw new UserError(`priorities ${shown(priorities)}: expected a list of ${count}, one for each of analyzeTurns`);
}

function limitsIn({ overrideSettings = {}, ...fields }: Fields, bounds: QueryBounds): ThinkLimits {
  const twice = Object.keys(overrideSettings).find((name) => name in fields);
  if (twice !== undefined) throw new UserError(`${twice} in overrideSettings and in the query: expected it once`);
  const read = fieldsOf({}, limitFields(bounds), TWO_NAMES);
  const {
    maxVisits,
    nodes = maxVisits,
    maxTime,
    timeMs,
    depth,
    lines = 1,
    solve = false,
  } = read({ ...fields, ...overrideSettings }, '');
  if (solve && lines > 1) throw new UserError(`solve with ${lines} lines: expected a single line`);
  const ms = timeMs ?? (maxTime === undefined ? bounds.defaultMs : Math.round(1000 * maxTime));
  const isOpen = [nodes, timeMs, maxTime, depth].every((limit) => limit === undefined);
  const maxNodes = isOpen ? Math.min(DEFAULT_NODES, bounds.maxNodes) : nodes;
  return {
    ...(maxNodes === undefined ? {} : { maxNodes }),
    ...(ms === null ? {} : { maxMs: ms }),
    ...(depth === undefined ? {} : { maxDepth: depth }),
    lines,
    solve,
  };
}

/** @returns the empty points that `only` and `without` exclude */
function excludedPoints({ only, without }: Fields, game: GameState): XY[] {
  if (only === undefined && without === undefined) return [];
  const { position, variant } = game;
  const [wanted, unwanted] = Object.entries({ only, without }).map(([name, points]) => {
    const stone = points?.find(({ x, y }) => cellAt(position, x, y) !== EMPTY);
    if (stone === undefined) return points && new Set(points.map(({ x, y }) => y * variant.width + x));
    throw new UserError(`${name} ${labelOf(stone, variant.height)}: expected an empty point`);
  });
  const isLeft = ({ x, y }: XY) =>
    wanted?.has(y * variant.width + x) !== false && unwanted?.has(y * variant.width + x) !== true;
  const empty = emptyPoints(position);
  const isLegal = (point: XY) => isLeft(point) && !isFoul(position, variant.rule, point, sideToMove(game));
  if (game.end === null && !empty.some(isLegal)) {
    throw new UserError(`${only === undefined ? 'without' : 'only'}: expected to leave a legal move`);
  }
  return empty.filter((point) => !isLeft(point));
}
