/** The review of a game: what each move lost, which moves were blunders, and which missed a win. */
import type { Color } from '../../core/color.ts';
import { opponentOf } from '../../core/color.ts';
import { samePoint, type XY } from '../../core/point.ts';
import { type GameState, sideToMove } from '../state/game-state.ts';
import type { Ply } from '../state/notation.ts';
import type { PositionAnalysis } from './analyze-game.ts';
import { type LossVerdict, losses, verdicts } from './verdicts.ts';

/** `missed-win`: the player had a proven win and did not play it. */
export type MoveVerdict = LossVerdict | 'missed-win';

/** A move and what it lost. */
export interface ReviewedMove {
  /** From 1. */
  readonly number: number;
  readonly color: Color;
  /** Null: a pass. */
  readonly point: Ply;
  /** Win chance that the player lost by the move, at least 0; null: unknown. */
  readonly lost: number | null;
  readonly verdict: MoveVerdict | null;
  /** The engine's line instead of the move; empty if it is unknown, or begins with the move. */
  readonly better: readonly XY[];
  /** Plies to the missed win; null for other verdicts. */
  readonly missedWinIn: number | null;
}

export interface Review {
  /** The first position, and the one after each move. */
  readonly games: readonly GameState[];
  /** Black's win chance in each position; null: not analyzed. */
  readonly chances: readonly (number | null)[];
  readonly moves: readonly ReviewedMove[];
}

/** @param games each one move longer than the one before @param analyses of these positions; null: not analyzed */
export function reviewOf(games: readonly GameState[], analyses: readonly (PositionAnalysis | null)[]): Review {
  const chances = games.map((_, i) => analyses[i]?.chance ?? null);
  const first = sideToMove(games[0]);
  const judged = verdicts(chances, first);
  const moves = losses(chances, first).map((lost, i): ReviewedMove => {
    const { plies } = games[i + 1];
    const point = plies[plies.length - 1];
    const best = analyses[i]?.best ?? null;
    const color = i % 2 === 0 ? first : opponentOf(first);
    const move = { number: i + 1, color, point, missedWinIn: null };
    // A loss by the engine's own choice only shows that the search one move later saw more: it is no mistake.
    const isBest = point !== null && best !== null && best.pv.length > 0 && samePoint(best.pv[0], point);
    if (isBest || best === null) return { ...move, lost: lost === null ? null : 0, verdict: null, better: [] };
    const reviewed = { ...move, lost: lost === null ? null : Math.max(0, lost), better: best.pv };
    const { winIn } = best;
    if (judged[i] === null || winIn === null || winIn < 0) return { ...reviewed, verdict: judged[i] };
    return { ...reviewed, verdict: 'missed-win', missedWinIn: winIn };
  });
  return { games, chances, moves };
}

/** The moves of a side, counted. */
export interface SideSummary {
  /** Mean win chance lost per move, 0 to 1; null if no move is known. */
  readonly averageLoss: number | null;
  readonly blunders: number;
  readonly mistakes: number;
  readonly missedWins: number;
}

export function summaryOf({ moves }: Review, color: Color): SideSummary {
  const own = moves.filter((move) => move.color === color);
  const known = own.flatMap(({ lost }) => (lost === null ? [] : [lost]));
  const count = (verdict: MoveVerdict) => own.filter((move) => move.verdict === verdict).length;
  return {
    averageLoss: known.length === 0 ? null : known.reduce((sum, lost) => sum + lost, 0) / known.length,
    blunders: count('blunder'),
    mistakes: count('mistake'),
    missedWins: count('missed-win'),
  };
}

/** Losing this much win chance divides the worth of a move by e. */
const ACCURACY_SCALE = 0.25;

/**
 * How well a side played: the mean of e^(-4 L) over its moves, where L is the win chance that a move lost.
 * @returns 0 to 1; null if no move is known
 */
export function accuracyOf({ moves }: Review, color: Color): number | null {
  const known = moves.flatMap((move) => (move.color === color && move.lost !== null ? [move.lost] : []));
  if (known.length === 0) return null;
  return known.reduce((sum, lost) => sum + Math.exp(-lost / ACCURACY_SCALE), 0) / known.length;
}

/** A loss below this decides nothing. */
const MIN_DECIDING = 0.05;

/** @returns the moves that lost most, at most `count`, in the order of the game */
export function decidingMoves({ moves }: Review, count: number): ReviewedMove[] {
  const lost = (move: ReviewedMove) => move.lost ?? 0;
  return moves
    .filter((move) => lost(move) >= MIN_DECIDING)
    .sort((a, b) => lost(b) - lost(a) || a.number - b.number)
    .slice(0, count)
    .sort((a, b) => a.number - b.number);
}
