/** Results of two engines as they are counted. */

/** Games won, drawn and lost, from the first engine's side. */
export interface GameCounts {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/**
 * Pairs by the first engine's points out of two games: `[0, 1/2, 1, 3/2, 2]`. The middle holds two draws as well as a
 * win and a loss.
 */
export type PairCounts = readonly [number, number, number, number, number];

/** The games of two engines, and the pairs among them. */
export interface Counts {
  readonly games: GameCounts;
  readonly pairs: PairCounts;
}

/** @returns number of pairs */
export function pairTotal(pairs: PairCounts): number {
  return pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4];
}
