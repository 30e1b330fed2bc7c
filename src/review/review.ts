/** A whole game judged: what each move lost, which were blunders and which missed a win. */
import type { Color } from '../core/color.ts';
import { opponentOf } from '../core/color.ts';
import { samePoint, type XY } from '../core/point.ts';
import { type GameState, sideToMove } from '../game/state/game-state.ts';
import type { Ply } from '../game/state/notation.ts';
import type { PositionAnalysis } from './analyze-game.ts';
import { type LossVerdict, losses, verdicts } from './verdicts.ts';

/** `missed-win`: a proven win was there, and was given away. */
export type MoveVerdict = LossVerdict | 'missed-win';

export interface ReviewedMove {
  /** From 1. */
  readonly number: number;
  readonly color: Color;
  /** Null: passed. */
  readonly point: Ply;
  /** Chance of winning that its player lost by it, at least 0; null: not known. */
  readonly lost: number | null;
  readonly verdict: MoveVerdict | null;
  /** The line that the engine would have played instead; empty if it is not known, or begins with the move itself. */
  readonly better: readonly XY[];
  /** Plies to the win that was missed; null unless the verdict is so. */
  readonly missedWinIn: number | null;
}

export interface Review {
  /** The first position, and the one after each move. */
  readonly games: readonly GameState[];
  /** Black's chance of winning in each; null: not looked at. */
  readonly chances: readonly (number | null)[];
  readonly moves: readonly ReviewedMove[];
}

/**
 * @param games each one move longer than the one before
 * @param looked what the engine has found about each; null: it has not looked
 */
export function reviewOf(games: readonly GameState[], looked: readonly (PositionAnalysis | null)[]): Review {
  const chances = games.map((_, i) => looked[i]?.chance ?? null);
  const first = sideToMove(games[0]);
  const judged = verdicts(chances, first);
  const moves = losses(chances, first).map((lost, i): ReviewedMove => {
    const { plies } = games[i + 1];
    const point = plies[plies.length - 1];
    const best = looked[i]?.best ?? null;
    const color = i % 2 === 0 ? first : opponentOf(first);
    const move = { number: i + 1, color, point, missedWinIn: null };
    // A loss by the best move known tells that more was seen one move later: nobody is to blame.
    const isBest = point !== null && best !== null && best.pv.length > 0 && samePoint(best.pv[0], point);
    if (isBest || best === null) return { ...move, lost: lost === null ? null : 0, verdict: null, better: [] };
    const told = { ...move, lost: lost === null ? null : Math.max(0, lost), better: best.pv };
    const { winIn } = best;
    if (judged[i] === null || winIn === null || winIn < 0) return { ...told, verdict: judged[i] };
    return { ...told, verdict: 'missed-win', missedWinIn: winIn };
  });
  return { games, chances, moves };
}

/** How well a side has played. */
export interface SideSummary {
  /** Mean of what its moves lost, 0 to 1; null if nothing is known of them. */
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
