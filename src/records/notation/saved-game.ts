/**
 * A finished or unfinished game as the file formats see it. Fields a format cannot hold are lost in it; the size and
 * the moves survive everywhere.
 */
import type { XY } from '../../core/point.ts';
import { type EndReason, formatMoves, type GameRecord, type GameResult, movesOf, type Score } from './game-record.ts';

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
  /** Stones in playing order, Black first. */
  readonly moves: readonly XY[];
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

/** A game of which only the moves are known. */
export function bareGame(size: number, moves: readonly XY[], rule: number | null = null): SavedGame {
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

/**
 * A game as a JSON line: a line of a results file, or one made from another notation, which may not know everything.
 */
export type GameLine = Omit<GameRecord, 'rule' | 'black' | 'white' | 'result' | 'reason'> &
  Pick<SavedGame, 'rule' | 'black' | 'white' | 'result' | 'reason'>;

/** @returns the game of a JSON line */
export function savedGameOf(record: GameLine): SavedGame {
  return {
    size: record.size,
    rule: record.rule,
    moves: movesOf(record),
    black: record.black,
    white: record.white,
    result: record.result,
    reason: record.reason,
    openingPlies: record.openingPlies,
    timesMs: record.timesMs.some((ms) => ms > 0) ? record.timesMs : null,
    scores: record.scores.some((score) => score !== null) ? record.scores : null,
    date: record.endedAt || null,
  };
}

const NO_REPORT = { startMs: 0, worstOverrunMs: 0, peakBytes: null, noiseLines: 0, strayMoves: 0, ignoredEnd: false };

/** @param game place among the games written, from 0 @returns a JSON line's value */
export function lineOf(saved: SavedGame, game: number): GameLine {
  const none = saved.moves.map(() => null);
  return {
    type: 'game',
    game,
    black: saved.black,
    white: saved.white,
    rule: saved.rule,
    size: saved.size,
    openingPlies: saved.openingPlies,
    moves: formatMoves(saved.moves),
    result: saved.result,
    reason: saved.reason,
    detail: '',
    timesMs: saved.timesMs ?? saved.moves.map(() => 0),
    scores: saved.scores ?? none,
    depths: none,
    nodes: none,
    blackSide: NO_REPORT,
    whiteSide: NO_REPORT,
    endedAt: saved.date ?? '',
  };
}
