/** A game as it is kept: one JSON line of the results file, and what every other notation is made from. */

import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { parsePosMoves, posName } from './pos.ts';

/** Who has won a game. */
export type GameResult = 'black' | 'white' | 'draw';

/**
 * Why a game ended.
 * - `five`: a row that wins under the rule
 * - `foul`: a forbidden move (renju, omok)
 * - `time`: no move within the limit and the tolerance
 * - `crash`: the engine process ended in mid-game
 * - `illegal`: a move off the board or on an occupied point, or an answer that is not a move
 * - `start`: the engine did not start, or refused the board size
 * - `full`: drawn, no room left
 * - `length`: drawn, the greatest number of stones was reached
 * - `drawn`: drawn by agreement of both scores
 * - `resigned`: lost by the engine's own score
 */
export type EndReason = (typeof END_REASONS)[number];

/** Every {@link EndReason}. */
export const END_REASONS = [
  'five',
  'foul',
  'time',
  'crash',
  'illegal',
  'start',
  'full',
  'length',
  'drawn',
  'resigned',
] as const;

/**
 * A score as the engine printed it, its own view: points, or `+M9` / `-M8` for a forced win in 9 plies or loss in 8.
 */
export type Score = number | string;

/** What an engine spent and did in a game. */
export interface SideReport {
  /** From starting the process to its OK, ms; 0 for a process kept from an earlier game. */
  readonly startMs: number;
  /** Longest time over a move's limit, ms; 0 if none was. */
  readonly worstOverrunMs: number;
  /** Largest memory of the process and its children, bytes; null where the system does not report it. */
  readonly peakBytes: number | null;
  /** Lines that were neither a move nor MESSAGE or DEBUG while a move was awaited. */
  readonly noiseLines: number;
  /** Moves printed without a request. */
  readonly strayMoves: number;
  /** The process had to be killed after END. */
  readonly ignoredEnd: boolean;
}

/** A finished game of a match: one line of its results file. */
export interface GameRecord {
  readonly type: 'game';
  /** Place in the schedule, from 0. */
  readonly game: number;
  readonly black: string;
  readonly white: string;
  /** Rule code as sent by INFO rule. */
  readonly rule: number;
  readonly size: number;
  /** Stones on the board before the engines were asked. */
  readonly openingPlies: number;
  /** All stones in playing order, pos notation with row 1 at the top. */
  readonly moves: string;
  readonly result: GameResult;
  readonly reason: EndReason;
  /** One sentence for people. */
  readonly detail: string;
  /** For each stone: ms from command to answer; 0 for the opening. */
  readonly timesMs: readonly number[];
  /** For each stone: score, depth in plies and nodes as the engine printed them; null where it did not. */
  readonly scores: readonly (Score | null)[];
  readonly depths: readonly (number | null)[];
  readonly nodes: readonly (number | null)[];
  readonly blackSide: SideReport;
  readonly whiteSide: SideReport;
  /** The engine that made the first proposal in a swap2 opening. */
  readonly swap2First?: string;
  /** Last lines from the engine that failed, newest last: `> ` sent, `< ` its stdout, `! ` its stderr. */
  readonly lastLines?: readonly string[];
  /** When the game ended, ISO 8601. */
  readonly endedAt: string;
  /** Who played it, where that was not the runner itself. */
  readonly worker?: WorkerFacts;
}

/** The machine a game was played on, and how fast that was. */
export interface WorkerFacts {
  /** One worker process of a fleet. */
  readonly name: string;
  readonly host: string;
  /** Model and number of processors. */
  readonly cpu: string;
  /** Of tengen. */
  readonly version: string;
  /** Nodes per second of tengen's bench, all slots busy; null: not measured. */
  readonly nps: number | null;
  /** What the times of the match were multiplied by. */
  readonly timeScale: number;
  /** Load average of the last minute when the game ended. */
  readonly load: number;
}

/** @returns points for `engine`, 1, 1/2 or 0 */
export function pointsFor(record: GameRecord, engine: string): number {
  if (record.result === 'draw') return 0.5;
  return (record.result === 'black' ? record.black : record.white) === engine ? 1 : 0;
}

export function loserOf(record: GameRecord): string | null {
  if (record.result === 'draw') return null;
  return record.result === 'black' ? record.white : record.black;
}

/** Moves in pos notation, row 1 at the top. */
export function formatMoves(moves: readonly XY[]): string {
  return moves.map(posName).join('');
}

/** @returns the stones of `record`. @throws UserError if its moves cannot be read */
export function movesOf(record: Pick<GameRecord, 'game' | 'moves'>): XY[] {
  const moves = parsePosMoves(record.moves);
  if (moves === null) throw new UserError(`game ${record.game}: moves "${record.moves.slice(0, 40)}" cannot be read`);
  return moves;
}
