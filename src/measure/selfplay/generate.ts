/**
 * Self-play: the search against itself at a fixed number of nodes, from random openings that it takes to be balanced.
 * Every game depends on the run's seed and its own index alone, so a stopped run continues as if it had not been.
 */
import { colorAt } from '../../core/color.ts';
import { imageOf, SYMMETRIES, type XY } from '../../core/point.ts';
import { integersBelow, picked, seededRandom } from '../../core/random.ts';
import { type Rule, ruleFromCode } from '../../core/rule.ts';
import type { Kernel } from '../../engine/runtime/kernel.ts';
import { setUpMoves } from '../../engine/runtime/open-kernel.ts';
import { UNTIMED_MS } from '../../engine/runtime/think.ts';
import { columnOf, NO_POINT, rowOf } from '../../kernel/point.ts';
import { RESULT_BEST, RESULT_LINE, RESULT_SCORE } from '../../kernel/search/result.ts';
import { isDecided, WIN_BOUND } from '../../kernel/search/score.ts';
import { openChosenKernel } from '../../platform/node/open-chosen-kernel.ts';
import { emptyPosition, type Position } from '../../rules/position.ts';
import { judgeMove } from '../../rules/referee.ts';
import { type GamePly, NO_SCORE, type SelfPlayGame } from './record.ts';

export interface GenerateOptions {
  /** Sum of bits as in INFO rule. */
  readonly rule: number;
  /** Board sizes, one drawn for each game; a size named twice is drawn twice as often. */
  readonly sizes: readonly number[];
  /** Mean nodes a move; each move gets between half and one and a half of it. */
  readonly nodes: number;
  readonly seed: number;
}

/** Deeper searches teach nothing more. */
const MAX_DEPTH = 64;
const WIN_LENGTH = 5;
/** Small: a search of a few thousand nodes fills little, and the table is emptied before every game. */
const TABLE_BYTES = 1 << 20;
const MIN_OPENING_PLIES = 2;
const MAX_OPENING_PLIES = 8;
/** An opening is used if a search of {@link OPENING_NODES} nodes scores it within this many points of zero. */
const OPENING_MARGIN = 120;
const OPENING_NODES = 2000;
/** Within this many plies of the opening, an almost equal move replaces the best one with this probability. */
const VARIED_PLIES = 12;
const VARIED_CHANCE = 0.12;
const VARIED_LINES = 3;
const VARIED_MARGIN = 60;
/** A game is a draw once it is this long and neither side has seen anything for a while. */
const DRAW_FROM_PLY = 100;
const DRAW_QUIET_PLIES = 14;
const DRAW_SCORE = 20;

/** Moves of the lines of the last multi-PV search, best first, and their scores. */
const lineMove = new Int32Array(VARIED_LINES);
const lineScore = new Int32Array(VARIED_LINES);

let searcher: Kernel;

/** Prepares the search of this thread. To be called once before {@link generateGame}. */
export function startGenerator(): Kernel {
  const noteLine = (): void => {
    const { result } = searcher;
    lineMove[result[RESULT_LINE]] = result[RESULT_BEST];
    lineScore[result[RESULT_LINE]] = result[RESULT_SCORE];
  };
  searcher = openChosenKernel(TABLE_BYTES, { now: () => 0, stop: () => 0, info: noteLine });
  return searcher;
}

/** Searches the position after `moves` with an empty table. @returns score for the side to move */
export function scoreOf(size: number, rule: number, moves: readonly XY[], nodes: number): number {
  searcher.newGame();
  search(size, rule, moves, nodes, 1);
  return searcher.result[RESULT_SCORE];
}

/** Searches the position after `moves`. Result in the arrays of the search, lines in {@link lineMove}. */
function search(size: number, rule: number, moves: readonly XY[], nodes: number, lines: number): void {
  const color = setUpMoves(searcher, { width: size, height: size, rule, winLength: WIN_LENGTH }, moves);
  lineMove.fill(NO_POINT);
  searcher.think(color, UNTIMED_MS, UNTIMED_MS, MAX_DEPTH, nodes, lines);
}

/** The referee's board of a game in progress. */
class RefereedGame {
  readonly moves: XY[] = [];
  readonly position: Position;

  constructor(
    readonly size: number,
    private readonly rule: Rule,
  ) {
    this.position = emptyPosition(size, size);
  }

  isEmpty(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.size && y < this.size && this.position.cells[y * this.size + x] === 0;
  }

  /** Plays on an empty point. @returns 'foul' (nothing played), 'win' or 'none' */
  play(x: number, y: number): 'none' | 'win' | 'foul' {
    const color = colorAt(this.moves.length);
    const { outcome } = judgeMove(this.position, this.rule, x, y, color);
    if (outcome === 'foul') return outcome;
    this.position.cells[y * this.size + x] = color;
    this.moves.push({ x, y });
    return outcome;
  }
}

/** Random stones close to one another, anywhere on the board; null if they do not make an opening. */
function randomStones(options: GenerateOptions, rule: Rule, random: () => number): RefereedGame | null {
  const size = picked(options.sizes, random);
  const game = new RefereedGame(size, rule);
  const below = integersBelow(random);
  const plies = MIN_OPENING_PLIES + below(MAX_OPENING_PLIES - MIN_OPENING_PLIES + 1);
  // The sum of two draws: the middle of the board is likelier than its edge.
  const centerX = Math.floor(((random() + random()) / 2) * size);
  const centerY = Math.floor(((random() + random()) / 2) * size);
  const reach = 1 + below(4);
  for (let tries = 0; game.moves.length < plies && tries < 50; tries++) {
    const x = centerX + Math.floor((random() + random() - 1) * (reach + 1));
    const y = centerY + Math.floor((random() + random() - 1) * (reach + 1));
    if (game.isEmpty(x, y) && game.play(x, y) === 'win') return null;
  }
  return game.moves.length === plies ? game : null;
}

function balancedOpening(options: GenerateOptions, rule: Rule, random: () => number): RefereedGame {
  for (;;) {
    const game = randomStones(options, rule, random);
    if (game === null) continue;
    if (Math.abs(scoreOf(game.size, options.rule, game.moves, OPENING_NODES)) <= OPENING_MARGIN) return game;
  }
}

/** Chooses the next move by a search. @returns null if the position has none */
function chooseMove(
  game: RefereedGame,
  options: GenerateOptions,
  variedFrom: number,
  random: () => number,
): GamePly | null {
  const nodes = Math.round(options.nodes * (0.5 + random()));
  const mayVary = game.moves.length < variedFrom + VARIED_PLIES && random() < VARIED_CHANCE;
  search(game.size, options.rule, game.moves, nodes, mayVary ? VARIED_LINES : 1);
  const { result } = searcher;
  let point = result[RESULT_BEST];
  const score = result[RESULT_SCORE];
  if (point === NO_POINT) return null;
  let varied = false;
  if (mayVary && isDecided(score) === 0) {
    const line = integersBelow(random)(VARIED_LINES);
    if (lineMove[line] !== NO_POINT && lineMove[line] !== point && lineScore[line] >= score - VARIED_MARGIN) {
      point = lineMove[line];
      varied = true;
    }
  }
  return { x: columnOf(point), y: rowOf(point), score, varied };
}

/**
 * Plays one game.
 * @param index number of the game in its run
 * @param isNew asked once with the stones of each opening; the opening is dropped if it says no
 * @param onSearched called after the search for each move
 */
export function generateGame(
  options: GenerateOptions,
  index: number,
  isNew: (size: number, moves: readonly XY[]) => boolean,
  onSearched: () => void = () => {},
): SelfPlayGame {
  const rule = ruleOf(options);
  const random = seededRandom(Math.imul(options.seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  let game = balancedOpening(options, rule, random);
  while (!isNew(game.size, game.moves)) game = balancedOpening(options, rule, random);
  return playOut(game, options, index, game.moves.length, random, onSearched);
}

/**
 * Plays on from a position, without moves for variety.
 * @param moves from the empty board, legal, without a win
 * @returns the game, in which those moves are the opening
 */
export function generateGameFrom(
  options: GenerateOptions,
  index: number,
  size: number,
  moves: readonly XY[],
): SelfPlayGame {
  const game = new RefereedGame(size, ruleOf(options));
  for (const { x, y } of moves) game.play(x, y);
  const random = seededRandom(Math.imul(options.seed, 0x9e3779b1) ^ Math.imul(index + 1, 0xc2b2ae35));
  return playOut(game, options, index, -VARIED_PLIES, random, () => {});
}

function ruleOf({ rule: code }: GenerateOptions): Rule {
  const rule = ruleFromCode(code);
  if (rule === null) throw new Error(`rule ${code}: expected 0, 1, 4, 8, 9 or 16`);
  return rule;
}

/**
 * Plays a game to its end. @param variedFrom ply from which on moves for variety may be played, {@link VARIED_PLIES}
 * long
 */
function playOut(
  game: RefereedGame,
  options: GenerateOptions,
  index: number,
  variedFrom: number,
  random: () => number,
  onSearched: () => void,
): SelfPlayGame {
  const openingPlies = game.moves.length;
  const plies: GamePly[] = game.moves.map(({ x, y }) => ({ x, y, score: NO_SCORE, varied: false }));
  searcher.newGame();
  const end = (blackResult: number): SelfPlayGame => {
    return { index, size: game.size, result: blackResult, openingPlies, plies };
  };
  let quiet = 0;
  while (game.moves.length < game.size * game.size) {
    const isBlack = game.moves.length % 2 === 0;
    const move = chooseMove(game, options, variedFrom, random);
    onSearched();
    if (move === null) return end(isBlack ? 0 : 2);
    plies.push(move);
    // A proven result ends the game: the rest would teach nothing that the search does not know.
    if (move.score >= WIN_BOUND) return end(isBlack ? 2 : 0);
    if (move.score <= -WIN_BOUND) return end(isBlack ? 0 : 2);
    const outcome = game.play(move.x, move.y);
    if (outcome === 'win') return end(isBlack ? 2 : 0);
    if (outcome === 'foul')
      throw new Error(`game ${index}: the search played a forbidden point at ply ${plies.length}`);
    quiet = Math.abs(move.score) <= DRAW_SCORE ? quiet + 1 : 0;
    if (game.moves.length >= DRAW_FROM_PLY && quiet >= DRAW_QUIET_PLIES) break;
  }
  return end(1);
}

/** @returns a number that is the same for all rotations and reflections of the stones (32 bits) */
export function canonicalHash(size: number, moves: readonly XY[]): number {
  let smallest = 0xffffffff;
  for (let symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
    let sum = size;
    moves.forEach((point, i) => {
      const { x, y } = imageOf(point, size, symmetry);
      // A sum does not depend on the order in which the stones came.
      sum = (sum + scramble(((i & 1) << 10) | (y << 5) | x)) | 0;
    });
    smallest = Math.min(smallest, scramble(sum) >>> 0);
  }
  return smallest;
}

function scramble(value: number): number {
  let mixed = Math.imul(value + 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
