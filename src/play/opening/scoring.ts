/** Values of an opening's steps by the scores of moves: in the game's own openings and in those of the protocol. */
import type { XY } from '../../core/point.ts';

export interface Scored extends XY {
  /** From the view of the side that plays there. */
  readonly score: number;
}

/** A player who may swap takes the better color. @param score of his present color */
export function wantsSwap(score: number): boolean {
  return score < 0;
}

/**
 * The other side chooses, so the worst of the offered moves counts.
 * @param moves best first
 * @param count how many are offered, at least 1
 * @returns the score of that one; 0 where there are no moves
 */
export function scoreOfOffer(moves: readonly Scored[], count: number): number {
  return moves[Math.min(count, moves.length) - 1]?.score ?? 0;
}

/** @param moves best first @returns how many to request, at most `max`, so that the worst is closest to even */
export function evenestCount(moves: readonly Scored[], max: number): number {
  const distances = moves.slice(0, max).map(({ score }) => Math.abs(score));
  return 1 + distances.indexOf(Math.min(...distances));
}
