/** A game as a JSON line, and what readers of files accept in each field. */
import { MIN_SIZE } from '../../core/limits.ts';
import { choice, either, fieldsOf, line, list, number, orNull, type Schema, wholeNumber } from '../../core/schema.ts';
import { END_REASONS, type EndReason, formatMoves, type GameRecord, type GameResult, movesOf } from './game-record.ts';
import { MAX_LETTERS, type SavedGame, stonesToWrite } from './saved-game.ts';

/**
 * A game as a JSON line: a line of a results file, or one made from another notation, which may not know everything.
 */
export type GameLine = Omit<GameRecord, 'rule' | 'black' | 'white' | 'result' | 'reason'> &
  Pick<SavedGame, 'rule' | 'black' | 'white' | 'result' | 'reason'>;

const MAX_STONES = MAX_LETTERS * MAX_LETTERS;
const NAME = orNull(line(1000));

/** What readers of files accept, by field. */
const SIDE = wholeNumber(MIN_SIZE, MAX_LETTERS);
export const RULE_CODE = wholeNumber(0, 99);
export const OPENING_PLIES = wholeNumber(0, MAX_STONES);
export const RESULT: Schema<GameResult> = choice('black', 'white', 'draw');
export const REASON: Schema<EndReason> = choice(...END_REASONS);

const SCORE = either(number(-1e9, 1e9), line(20), 'a score: a number, or text such as "+M9"');

/** The fields of a JSON line that a saved game is made of. */
export const GAME_LINE = fieldsOf(
  {
    size: SIDE,
    moves: line(3 * MAX_STONES),
    timesMs: list(number(0, Number.MAX_SAFE_INTEGER), 0, MAX_STONES),
    scores: list(orNull(SCORE), 0, MAX_STONES),
  },
  {
    game: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    rule: orNull(RULE_CODE),
    black: NAME,
    white: NAME,
    result: orNull(RESULT),
    reason: orNull(REASON),
    openingPlies: OPENING_PLIES,
    endedAt: line(100),
  },
);

/** The fields of a JSON line that a saved game is made of. */
export type GameFields = Pick<GameLine, 'size' | 'moves' | 'timesMs' | 'scores'> &
  Partial<Pick<GameLine, 'game' | 'rule' | 'black' | 'white' | 'result' | 'reason' | 'openingPlies' | 'endedAt'>>;

/** @returns the game of a JSON line @throws UserError if its moves cannot be read */
export function savedGameOf({ game = 0, ...record }: GameFields): SavedGame {
  const { size, timesMs, scores, rule = null, black = null, white = null, result = null, reason = null } = record;
  return {
    ...{ size, rule, moves: movesOf({ ...record, game }), black, white, result, reason },
    openingPlies: record.openingPlies ?? 0,
    timesMs: timesMs.some((ms) => ms > 0) ? timesMs : null,
    scores: scores.some((score) => score !== null) ? scores : null,
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
    moves: formatMoves(stonesToWrite(saved, MAX_LETTERS)),
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
