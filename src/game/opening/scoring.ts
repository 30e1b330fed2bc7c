/**
 * What an opening's steps are worth by the scores of moves: in the game's own openings and in those of the protocol.
 */
import type { XY } from '../../core/point.ts';

export interface Scored extends XY {
  /** From the view of the side that plays there. */
  readonly score: number;
}

/** Whoever may take a color takes the better one. @param score of the color that he has */
export function wantsSwap(score: number): boolean {
  return score < 0;
}

/**
 * The other side chooses, so the worst of the moves offered counts.
 * @param moves best first @param count how many are offered, 1 at least
 * @returns the score of that one; 0 where there are no moves
 */
export function scoreOfOffer(moves: readonly Scored[], count: number): number {
  return moves[Math.min(count, moves.length) - 1]?.score ?? 0;
}

/** @param moves best first @returns how many to have offered, `most` at most, so that the worst is nearest to even */
export function evenestCount(moves: readonly Scored[], most: number): number {
  const distances = moves.slice(0, most).map(({ score }) => Math.abs(score));
  return 1 + distances.indexOf(Math.min(...distances));
}
