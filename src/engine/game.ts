/** The engine's game: board size, rule, and the stones in the order in which they were placed. */
import { BLACK, BLOCKED, type Color, EMPTY, opponentOf, WHITE } from '../core/color.ts';
import { MAX_SIZE, MIN_SIZE } from '../core/limits.ts';
import { type Rule, ruleFromCode } from '../core/rule.ts';
import { FREESTYLE } from '../core/rule-code.ts';
import { shown } from '../core/text.ts';
import { cellAt, isOnBoard, type Position } from '../rules/position.ts';
import { EngineError } from './errors.ts';

export const DEFAULT_SIZE = 15;

/** Board and rule of a new game. */
export interface GameOptions {
  /** Side of a square board, 3 to 22; 15 if neither this nor width and height are given. */
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  /** Sum of bits as in INFO rule: 0 freestyle, 1 standard, 4 renju, 8 and 9 caro. Default: unchanged, initially 0. */
  readonly rule?: number;
  /** Stones in a row that win, 3 to 6; 5 unless the rule is freestyle. Default 5. */
  readonly winLength?: number;
}

/** A stone on the board; `color` 3 is a blocked cell, which belongs to neither side. */
export interface Stone {
  readonly x: number;
  readonly y: number;
  readonly color: Color | 3;
}

/** A complete position. */
export interface PositionOptions extends GameOptions {
  /** Stones in playing order, as far as it is known. */
  readonly stones: readonly Stone[];
  /** Default: White if there are more black stones than white ones, else Black. */
  readonly sideToMove?: Color;
}

/** Board, rule, stones and side to move, read-only. */
export interface PositionView extends Position {
  readonly rule: Rule;
  readonly stones: readonly Stone[];
  readonly sideToMove: Color;
}

export interface Game extends PositionView {
  rule: Rule;
  stones: Stone[];
  sideToMove: Color;
}

/** @param before rule to keep if the options name none @throws EngineError for an invalid size or rule */
export function createGame(options: GameOptions, before?: Rule): Game {
  const width = options.width ?? options.size ?? DEFAULT_SIZE;
  const height = options.height ?? options.size ?? DEFAULT_SIZE;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < MIN_SIZE || side > MAX_SIZE) {
      throw new EngineError(
        'bad-size',
        `board ${shown(width)}x${shown(height)}: expected sides from ${MIN_SIZE} to ${MAX_SIZE}`,
      );
    }
  }
  const keptRule = options.rule === undefined ? before : undefined;
  const code = keptRule?.code ?? options.rule ?? FREESTYLE;
  const rule = checkedRule(code, options.winLength ?? keptRule?.winLength);
  return { width, height, rule, cells: new Uint8Array(width * height), stones: [], sideToMove: BLACK };
}

/** @throws EngineError for an invalid code or win length */
export function checkedRule(code: number, winLength = 5): Rule {
  const rule = ruleFromCode(code, winLength);
  if (rule === null) {
    throw new EngineError(
      'bad-rule',
      `rule ${code} with win length ${winLength}: expected 0, 1, 4, 8, 9 or 16 (plus 2 for continuous) and a length of 5, ` +
        'or 0 and a length from 3 to 6',
    );
  }
  return rule;
}

/** @throws EngineError for a position that cannot be set up */
export function gameFromPosition(options: PositionOptions, before?: Rule): Game {
  const game = createGame(options, before);
  for (const stone of options.stones) addStone(game, stone);
  game.sideToMove = options.sideToMove ?? sideByCount(game.stones);
  if (game.sideToMove !== BLACK && game.sideToMove !== WHITE) {
    throw new EngineError('bad-point', `side to move ${game.sideToMove}: expected 1 (black) or 2 (white)`);
  }
  return game;
}

/** Places a stone; the side to move stays. @throws EngineError if the point is occupied or off the board */
export function addStone(game: Game, stone: Stone): void {
  requireFree(game, stone);
  game.cells[stone.y * game.width + stone.x] = stone.color;
  game.stones.push({ x: stone.x, y: stone.y, color: stone.color });
}

/** @throws EngineError unless the stone can be placed */
export function requireFree(game: Position, stone: Stone): void {
  requirePoint(game, stone.x, stone.y);
  if (stone.color !== BLACK && stone.color !== WHITE && stone.color !== BLOCKED) {
    throw new EngineError('bad-point', `color ${stone.color}: expected 1 (black), 2 (white) or 3 (blocked)`);
  }
  const there = cellAt(game, stone.x, stone.y);
  if (there !== EMPTY) {
    throw new EngineError(
      'occupied',
      `point ${stone.x},${stone.y}: expected an empty point, found ${CELL_NAMES[there]}`,
    );
  }
}

const CELL_NAMES = ['nothing', 'a black stone', 'a white stone', 'a blocked point'];

/**
 * Removes a stone, at any place in the order of the game. If it was the last one, its side is to move; otherwise the
 * side to move changes.
 * @throws EngineError if there is no stone on the point
 */
export function removeStone(game: Game, x: number, y: number): Stone {
  requirePoint(game, x, y);
  const index = game.stones.findIndex((stone) => stone.x === x && stone.y === y && stone.color !== BLOCKED);
  if (index < 0) throw new EngineError('nothing-to-undo', `point ${x},${y}: expected a stone to undo, found none`);
  const isLast = index === game.stones.length - 1;
  const [stone] = game.stones.splice(index, 1);
  game.cells[y * game.width + x] = EMPTY;
  game.sideToMove = isLast && stone.color !== BLOCKED ? stone.color : opponentOf(game.sideToMove);
  return stone;
}

/** @throws EngineError unless (x, y) is a point of the board */
export function requirePoint(game: Position, x: number, y: number): void {
  if (Number.isInteger(x) && Number.isInteger(y) && isOnBoard(game, x, y)) return;
  throw new EngineError(
    'bad-point',
    `point ${x},${y}: expected x from 0 to ${game.width - 1} and y from 0 to ${game.height - 1}`,
  );
}

/** @returns a copy that later moves do not change */
export function viewOf(game: Game): PositionView {
  return { ...game, cells: game.cells.slice(), stones: game.stones.slice() };
}

function sideByCount(stones: readonly Stone[]): Color {
  let balance = 0;
  for (const { color } of stones) balance += color === BLACK ? 1 : color === WHITE ? -1 : 0;
  return balance > 0 ? WHITE : BLACK;
}
