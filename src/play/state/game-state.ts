/** The state of a game. Values are immutable: a move makes a new game. */

import { BLACK, type Color, colorAt, EMPTY, opponentOf, sideName } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { CONTINUOUS_BIT } from '../../core/rule-code.ts';
import type { BookView } from '../../records/book/info.ts';
import { PASS } from '../../records/book/key.ts';
import type { EndReason, GameResult } from '../../records/notation/game-record.ts';
import { bareGame, type SavedGame } from '../../records/notation/saved-game.ts';
import { cellAt, copyPosition, emptyPosition, isBoardFull, judgeMove, type Position } from '../../rules/index.ts';
import { labelOf, type Ply } from './notation.ts';
import type { Variant } from './variant.ts';

export interface GameEnd {
  readonly result: GameResult;
  readonly reason: Extract<EndReason, 'five' | 'foul' | 'full' | 'resigned' | 'time'>;
  /** Stones of the winning rows; empty unless the reason is `five`. */
  readonly row: readonly XY[];
}

export interface GameState {
  readonly variant: Variant;
  readonly position: Position;
  /** Turns from the first, Black's and White's alternating. */
  readonly plies: readonly Ply[];
  /** How many of them, from the first, are setup stones: they were not played, and are not judged. Absent: none. */
  readonly setupPlies?: number;
  readonly end: GameEnd | null;
}

export function newGame(variant: Variant): GameState {
  return { variant, position: emptyPosition(variant.width, variant.height), plies: [], end: null };
}

/** @returns a game that begins with setup stones, Black's and White's alternating, which are not judged */
export function gameFromSetup(variant: Variant, plies: readonly Ply[]): GameState {
  const game = newGame(variant);
  if (plies.length === 0) return game;
  for (const [i, ply] of plies.entries()) {
    if (ply === null) continue;
    requireEmpty(game.position, ply);
    game.position.cells[ply.y * variant.width + ply.x] = colorAt(i);
  }
  return { ...game, plies: [...plies], setupPlies: plies.length };
}

/** @returns the first position of a game: an empty board, or the setup stones */
export function startOf({ variant, plies, setupPlies = 0 }: GameState): GameState {
  return gameFromSetup(variant, plies.slice(0, setupPlies));
}

/** @returns the side whose turn it is, or would be if the game had not ended */
export function sideToMove(game: GameState): Color {
  return colorAt(game.plies.length);
}

export function lastStone(game: GameState): XY | null {
  return game.plies.findLast((ply) => ply !== null) ?? null;
}

/** Plays a turn. @throws UserError if the game is over or the point is occupied */
export function withPly(game: GameState, ply: Ply): GameState {
  const { variant, position, plies } = game;
  const color = sideToMove(game);
  if (game.end !== null) throw new UserError(`move ${plies.length + 1}: the game is already over`);
  if (ply === null) return { ...game, plies: [...plies, null] };
  requireEmpty(position, ply);
  const { outcome, rows } = judgeMove(position, variant.rule, ply.x, ply.y, color);
  const next = copyPosition(position);
  next.cells[ply.y * next.width + ply.x] = color;
  let end: GameEnd | null = null;
  if (outcome === 'win') end = { result: sideName(color), reason: 'five', row: rows.flat() };
  else if (outcome === 'foul') end = { result: sideName(opponentOf(color)), reason: 'foul', row: [] };
  else if (isBoardFull(next)) end = { result: 'draw', reason: 'full', row: [] };
  return { ...game, position: next, plies: [...plies, ply], end };
}

/** Plays turns one after the other. @throws UserError with the number of the turn that cannot be played */
export function withPlies(game: GameState, plies: readonly Ply[]): GameState {
  return plies.reduce(withPly, game);
}

/** Plays turns until the game ends; later ones are dropped. @throws UserError as {@link withPlies} */
export function withPliesUntilEnd(game: GameState, plies: readonly Ply[]): GameState {
  let state = game;
  for (const ply of plies) {
    if (state.end !== null) break;
    state = withPly(state, ply);
  }
  return state;
}

/** @returns the game as it was `count` turns ago, with at least the setup stones */
export function withoutPlies(game: GameState, count: number): GameState {
  const left = Math.max(game.setupPlies ?? 0, game.plies.length - count);
  const position = copyPosition(game.position);
  for (const ply of game.plies.slice(left)) if (ply !== null) position.cells[ply.y * position.width + ply.x] = EMPTY;
  return { ...game, position, plies: game.plies.slice(0, left), end: null };
}

export function resigned(game: GameState, color: Color): GameState {
  return { ...game, end: { result: sideName(opponentOf(color)), reason: 'resigned', row: [] } };
}

export function timedOut(game: GameState, color: Color): GameState {
  return { ...game, end: { result: sideName(opponentOf(color)), reason: 'time', row: [] } };
}

/** @returns the game as files hold it, without players and date */
export function savedGame({ variant, plies, setupPlies = 0, end }: GameState): SavedGame {
  const { width, height, rule } = variant;
  return {
    ...bareGame(width, plies, rule.code),
    height,
    ...(setupPlies === 0 ? {} : { setupPlies }),
    ...(rule.winLength === 5 ? {} : { winLength: rule.winLength }),
    result: end?.result ?? null,
    reason: end?.reason ?? null,
  };
}

function requireEmpty(position: Position, point: XY): void {
  const cell = cellAt(position, point.x, point.y);
  if (cell === EMPTY) return;
  const what = cell === BLACK ? 'a black stone' : 'a white stone';
  throw new UserError(`${labelOf(point, position.height)}: already occupied by ${what}`);
}

export function isAbout(book: Pick<BookView, 'rule' | 'size'>, { rule, width, height }: Variant): boolean {
  const isSquare = width === height && width === book.size;
  return isSquare && rule.winLength === 5 && (rule.code & ~CONTINUOUS_BIT) === book.rule;
}

/** @returns the turns as a book expects a line */
export function cellsOf({ variant, plies }: GameState): number[] {
  return plies.map((ply) => (ply === null ? PASS : ply.y * variant.width + ply.x));
}
