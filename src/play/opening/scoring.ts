/** Values of an opening's steps by the scores of moves: in the game's own openings and in those of the protocol. */
import { BLACK, WHITE } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import type { Position } from '../../rules/position.ts';

/** Only points this near to a stone are candidates. */
const NEAR = 3;

/** @returns those of the points that are near the stones, or all; on an empty board one of each symmetry class */
export function openingCandidates({ width, height, cells }: Position, points: readonly XY[]): readonly XY[] {
  const stones = [...cells.keys()].filter((cell) => cells[cell] === BLACK || cells[cell] === WHITE);
  if (stones.length === 0) {
    return points.filter(({ x, y }) => 2 * x < width && 2 * y < height && (width !== height || x <= y));
  }
  const isNear = ({ x, y }: XY) =>
    stones.some((cell) => Math.max(Math.abs((cell % width) - x), Math.abs(Math.floor(cell / width) - y)) <= NEAR);
  const near = points.filter(isNear);
  return near.length > 0 ? near : points;
}

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
