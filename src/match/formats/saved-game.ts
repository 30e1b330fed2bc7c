/**
 * A finished or unfinished game as the file formats see it. Fields a format cannot hold are lost in it; the size and
 * the moves survive everywhere.
 */
import type { XY } from '../../rules/index.ts';
import { type EndReason, formatMoves, type GameRecord, type GameResult, movesOf, type Score } from '../record.ts';

export interface SavedGame {
  /** Board side. */
  readonly size: number;
  /** Rule code, or null if the file did not tell. */
  readonly rule: number | null;
  /** Stones in playing order, Black first. */
  readonly moves: readonly XY[];
  readonly black: string | null;
  readonly white: string | null;
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

/** @returns the game of a line of the results file */
export function savedGameOf(record: GameRecord): SavedGame {
  return {
    size: record.size,
    rule: record.rule,
    moves: movesOf(record),
    black: record.black,
    white: record.white,
    result: record.result,
    reason: record.reason,
    openingPlies: record.openingPlies,
    timesMs: record.timesMs,
    scores: record.scores.some((score) => score !== null) ? record.scores : null,
    date: record.endedAt,
  };
}

const NO_REPORT = { startMs: 0, worstOverrunMs: 0, peakBytes: null, noiseLines: 0, strayMoves: 0, ignoredEnd: false };

/**
 * @param game place among the games written
 * @returns a line of a results file; an unfinished game becomes a draw of reason `length`, the one a length limit gives
 */
export function recordOf(saved: SavedGame, game: number): GameRecord {
  const none = saved.moves.map(() => null);
  return {
    type: 'game',
    game,
    black: saved.black ?? 'Black',
    white: saved.white ?? 'White',
    rule: saved.rule ?? 0,
    size: saved.size,
    openingPlies: saved.openingPlies,
    moves: formatMoves(saved.moves),
    result: saved.result ?? 'draw',
    reason: saved.reason ?? (saved.result === null || saved.result === 'draw' ? 'length' : 'five'),
    detail: saved.result === null ? 'result unknown' : '',
    timesMs: saved.timesMs ?? saved.moves.map(() => 0),
    scores: saved.scores ?? none,
    depths: none,
    nodes: none,
    blackSide: NO_REPORT,
    whiteSide: NO_REPORT,
    endedAt: saved.date ?? '',
  };
}
