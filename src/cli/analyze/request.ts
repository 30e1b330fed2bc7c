/** Parses the lines of `tengen analyze --batch`. */
import { BLACK, type Color, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { parseJsonLine } from '../../core/json-lines.ts';
import { MAX_LINES, MAX_NODES } from '../../core/limits.ts';
import { suggestion } from '../../core/near.ts';
import type { XY } from '../../core/point.ts';
import { counted, listed, shown } from '../../core/text.ts';
import type { ThinkLimits } from '../../engine/api.ts';
import { type GameState, newGame, sideToMove, withPlies } from '../../game/state/game-state.ts';
import { labelOf } from '../../game/state/notation.ts';
import { readRule, readSize, readWinLength, type Variant, variantOf } from '../../game/state/variant.ts';
import { gameOfSetup } from '../../review/setup.ts';
import { emptyPoints, isFoul } from '../../rules/index.ts';
import { DEFAULT_PLAY_SIZE } from '../play/settings.ts';
import { MAX_ANALYSIS_MS, MAX_DEPTH } from './limits.ts';
import { listOfPoints, readMoves } from './points.ts';

/** A client's id of a query, repeated in its answer. */
export type Id = string | number;

/** A position to analyze. */
export interface Query {
  readonly id: Id;
  readonly game: GameState;
  /** The stones were set up, so the order of moves is unknown. */
  readonly isSetup: boolean;
  readonly limits: ThinkLimits;
  readonly wantsThreats: boolean;
}

export type Request =
  | { readonly kind: 'query'; readonly query: Query }
  /** Cancels all queries with this id. */
  | { readonly kind: 'cancel'; readonly id: Id };

/** A line that is not a valid request. */
export class RequestError extends UserError {
  /** The id of the line, if it has one. */
  readonly id: Id | null;

  constructor(id: Id | null, message: string) {
    super(message);
    this.id = id;
  }
}

/** Node limit of a query without any limit: its answer is the same on every machine. */
export const DEFAULT_NODES = 100_000;

const KEYS = [
  'id',
  'rule',
  'win',
  'size',
  'moves',
  'black',
  'white',
  'toMove',
  'nodes',
  'timeMs',
  'depth',
  'lines',
  'solve',
  'only',
  'without',
  'threats',
] as const;

type Fields = { readonly [key in (typeof KEYS)[number]]?: unknown };

/** @param line without its end @param place of the line, for an error without an id @throws RequestError */
export function readRequest(line: string, place: string): Request {
  try {
    return requestOf(readObject(line, place), place);
  } catch (error) {
    if (error instanceof RequestError || !(error instanceof UserError)) throw error;
    throw new RequestError(null, error.message);
  }
}

function requestOf(fields: Readonly<Record<string, unknown>>, place: string): Request {
  if ('cancel' in fields) return { kind: 'cancel', id: readCancel(fields, place) };
  const { id } = fields;
  if (!isId(id)) throw new UserError(`${place}: id ${shown(id)}: expected a string or a number`);
  try {
    return { kind: 'query', query: readQuery(id, fields) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new RequestError(id, error.message);
  }
}

function readObject(line: string, place: string): Readonly<Record<string, unknown>> {
  const value = parseJsonLine(line, place);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UserError(`${place}: ${shown(value)}: expected a JSON object`);
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function readCancel(fields: Readonly<Record<string, unknown>>, place: string): Id {
  const { cancel } = fields;
  const others = Object.keys(fields).filter((key) => key !== 'cancel');
  if (others.length > 0) throw new UserError(`${place}: field ${shown(others[0])} with cancel: expected cancel alone`);
  if (!isId(cancel)) throw new UserError(`${place}: cancel ${shown(cancel)}: expected the id of a query`);
  return cancel;
}

function readQuery(id: Id, fields: Fields): Query {
  const unknown = Object.keys(fields).find((key) => !(KEYS as readonly string[]).includes(key));
  if (unknown !== undefined) {
    throw new UserError(
      `unknown field ${shown(unknown)}: expected ${listed(KEYS)}, or cancel alone${suggestion(unknown, KEYS)}`,
    );
  }
  const variant = readVariant(fields);
  const isSetup = fields.black !== undefined || fields.white !== undefined;
  const game = isSetup ? readSetup(fields, variant) : readGame(fields, variant);
  return { id, game, isSetup, limits: readLimits(fields, game), wantsThreats: flag(fields, 'threats') };
}

function readVariant({ rule = 'freestyle', size = DEFAULT_PLAY_SIZE, win }: Fields): Variant {
  const { width, height } = readSize(text('size', size));
  return variantOf(readRule(text('rule', rule)), width, height, win === undefined ? null : readWinLength(String(win)));
}

/** Accepts strings and numbers alike. */
function text(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new UserError(`${name} ${shown(value)}: expected a string or a number`);
}

function readGame({ moves = '', toMove }: Fields, variant: Variant): GameState {
  const game = withPlies(newGame(variant), readMoves(moves, variant));
  if (toMove === undefined || readColor(toMove) === sideToMove(game)) return game;
  const expected = sideToMove(game) === BLACK ? 'black' : 'white';
  throw new UserError(
    `toMove "${toMove}": expected "${expected}" after ${counted(game.plies.length, 'move')}, or "-" for a pass`,
  );
}

function readSetup({ moves, black = [], white = [], toMove }: Fields, variant: Variant): GameState {
  if (moves !== undefined) throw new UserError('moves with black or white: expected only one form of position');
  const { width, height } = variant;
  const cells = new Uint8Array(width * height);
  const blacks = listOfPoints('black', black, variant);
  const whites = listOfPoints('white', white, variant);
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
  return gameOfSetup({ variant, cells, toPlay: toMove === undefined ? usual : readColor(toMove) });
}

function readColor(value: unknown): Color {
  if (value === 'black') return BLACK;
  if (value === 'white') return WHITE;
  throw new UserError(`toMove ${shown(value)}: expected "black" or "white"`);
}

function readLimits(fields: Fields, game: GameState): ThinkLimits {
  const { nodes, timeMs, depth } = fields;
  const isOpen = nodes === undefined && timeMs === undefined && depth === undefined;
  const lines = fields.lines === undefined ? 1 : whole('lines', fields.lines, MAX_LINES);
  const solve = flag(fields, 'solve');
  if (solve && lines > 1) throw new UserError(`solve with ${lines} lines: expected a single line`);
  return {
    ...(isOpen ? { maxNodes: DEFAULT_NODES } : {}),
    ...(nodes === undefined ? {} : { maxNodes: whole('nodes', nodes, MAX_NODES) }),
    ...(timeMs === undefined ? {} : { maximumMs: whole('timeMs', timeMs, MAX_ANALYSIS_MS) }),
    ...(depth === undefined ? {} : { maxDepth: whole('depth', depth, MAX_DEPTH) }),
    lines,
    solve,
    excluded: readExcluded(fields, game),
  };
}

function whole(name: string, value: unknown, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new UserError(`${name} ${shown(value)}: expected a whole number from 1 to ${most}`);
}

function flag(fields: Fields, name: 'solve' | 'threats'): boolean {
  const value = fields[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw new UserError(`${name} ${shown(value)}: expected true or false`);
}

/** @returns the excluded empty points */
function readExcluded({ only, without }: Fields, game: GameState): XY[] {
  if (only === undefined && without === undefined) return [];
  const { position, variant } = game;
  const empty = emptyPoints(position);
  const inList = (points: readonly XY[]) => (point: XY) => points.some(({ x, y }) => x === point.x && y === point.y);
  const isWanted = only === undefined ? () => true : inList(emptiesOf('only', only, game, empty));
  const isUnwanted = without === undefined ? () => false : inList(emptiesOf('without', without, game, empty));
  const left = empty.filter((point) => isWanted(point) && !isUnwanted(point));
  if (game.end === null && left.every((point) => isFoul(position, variant.rule, point, sideToMove(game)))) {
    throw new UserError(`${only === undefined ? 'without' : 'only'}: expected to leave a legal move`);
  }
  return empty.filter((point) => !left.includes(point));
}

function emptiesOf(name: string, value: unknown, { variant }: GameState, empty: readonly XY[]): XY[] {
  const points = listOfPoints(name, value, variant);
  const taken = points.find((point) => !empty.some(({ x, y }) => x === point.x && y === point.y));
  if (taken === undefined) return points;
  throw new UserError(`${name} ${labelOf(taken, variant.height)}: expected an empty point`);
}
