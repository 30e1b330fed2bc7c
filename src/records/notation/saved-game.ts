/**
 * A finished or unfinished game as the file formats see it. Fields a format cannot hold are lost in it; the size and
 * the moves survive everywhere.
 */

import { colorAt } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import type { Ply, XY } from '../../core/point.ts';
import { emptyPosition, type Position } from '../../rules/position.ts';
import type { EndReason, GameResult, Score } from './game-record.ts';

/** A game as the notations write it. */
export interface SavedGame {
  /** Board side, or its columns. */
  readonly size: number;
  /** Rows, where they are not as many as the columns. */
  readonly height?: number;
  /** Rule code, or null if the file did not state it. */
  readonly rule: number | null;
  /** Stones in a row that win, where they are not five. */
  readonly winLength?: number;
  /** Turns in playing order, Black first. */
  readonly moves: readonly Ply[];
  /** How many of them, from the first, are setup stones, which were not played. Absent: none. */
  readonly setupPlies?: number;
  readonly black: string | null;
  readonly white: string | null;
  /** Tournament or match, where the file names it. */
  readonly event?: string;
  /** Null: unfinished or unknown. */
  readonly result: GameResult | null;
  readonly reason: EndReason | null;
  /** Stones set before the players began, 0 if unknown. */
  readonly openingPlies: number;
  /** ms for each stone, or null if the file has no times. */
  readonly timesMs: readonly number[] | null;
  /** Score of each stone's player, or null if the file has none. */
  readonly scores: readonly (Score | null)[] | null;
  /** When the game was played, ISO 8601. */
  readonly date: string | null;
}

/**
 * A game of which only the moves are known.
 *
 *     writeGames([{ ...bareGame(15, parseMoves('h8 i9', 15) ?? []), black: 'Ann' }], 'sgf');
 */
export function bareGame(size: number, moves: readonly Ply[], rule: number | null = null): SavedGame {
  return {
    size,
    rule,
    moves,
    black: null,
    white: null,
    result: null,
    reason: null,
    openingPlies: 0,
    timesMs: null,
    scores: null,
    date: null,
  };
}

/** @returns which stone is off the board or on another one; null: none, the only check of moves here */
export function misplaced({ moves, size, height = size }: Pick<SavedGame, 'moves' | 'size' | 'height'>): string | null {
  const taken = new Set<number>();
  for (const [i, ply] of moves.entries()) {
    if (ply === null) continue;
    const { x, y } = ply;
    if (x < 0 || y < 0 || x >= size || y >= height) {
      return `stone ${i + 1} at ${x},${y}: off the ${size}x${height} board`;
    }
    if (taken.has(y * size + x)) return `stone ${i + 1} at ${x},${y}: on another stone`;
    taken.add(y * size + x);
  }
  return null;
}

/**
 * @param plies turns played, from the first; default: all
 * @returns the board after them; no rule judges the moves
 *
 *     drawLabeled(positionOfGame(game, 10)).join('\n');
 */
export function positionOfGame({ moves, size, height = size }: SavedGame, plies = moves.length): Position {
  const position = emptyPosition(size, height);
  for (const [i, ply] of moves.slice(0, plies).entries()) if (ply) position.cells[ply.y * size + ply.x] = colorAt(i);
  return position;
}

/** Largest side of a board whose columns have letters. */
export const MAX_LETTERS = 26;

/** @returns the moves @throws UserError for what a list of stones on a square board cannot hold */
export function stonesToWrite({ moves, size, height = size }: SavedGame, most = Number.POSITIVE_INFINITY): XY[] {
  if (size > most) throw new UserError(`board ${size}x${size}: expected at most ${most}x${most} for names such as h8`);
  if (height !== size) throw new UserError(`board ${size}x${height}: expected a square board; sgf and svg have others`);
  return moves.map((ply, i) => {
    if (ply === null) throw new UserError(`turn ${i + 1} is a pass: expected a stone; sgf and svg have passes`);
    return ply;
  });
}
