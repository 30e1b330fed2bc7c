/**
 * How much stronger: Elo with its interval and the likelihood of superiority, from game pairs.
 *
 * Two games with one opening and exchanged colors are one observation. A lopsided opening then moves both games of
 * its pair in opposite directions and cancels out, so the pair results scatter less than the games do ("pentanomial"
 * model). Source: M. Van den Bergh, "Comments on normalized Elo" (cantate.be/Fishtest).
 */
import { type Counts, type GameCounts, type PairCounts, pairTotal } from './counts.ts';
import { distributionOf, moments } from './distribution.ts';
import { chiSquareTail } from './homogeneity.ts';

/** What a test of two engines has shown so far. Elo values may be infinite. */
export interface Estimate {
  /** Mean points per game, 0 to 1. */
  readonly score: number;
  /** Elo difference at that score. */
  readonly elo: number;
  /** Bounds of the 95 % interval of {@link elo}. */
  readonly eloLow: number;
  readonly eloHigh: number;
  /** Elo normalized by the standard deviation of one game, which does not depend on the draw rate or the openings. */
  readonly normalizedElo: number;
  /** Half the width of the 95 % interval of {@link normalizedElo}. */
  readonly normalizedEloError: number;
  /** Likelihood that the first engine is the stronger one, 0 to 1. */
  readonly los: number;
}

/** 97.5 % quantile of the normal distribution: half-width of a 95 % interval in standard deviations. */
export const Z_95 = 1.959963984540054;
/** Normalized Elo per unit of (score - 1/2) / standard deviation of a game: 800 / ln 10. */
export const NORMALIZED_ELO_UNIT = 800 / Math.LN10;

/** @param elo difference in Elo @returns expected points per game, 0 to 1 */
export function scoreOfElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

/** @param score points per game @returns Elo difference; -Infinity at 0 and below, Infinity at 1 and above */
export function eloOfScore(score: number): number {
  if (score <= 0) return Number.NEGATIVE_INFINITY;
  if (score >= 1) return Number.POSITIVE_INFINITY;
  return -400 * Math.log10(1 / score - 1);
}

/** Distribution function of the standard normal distribution, accurate to about 1e-14. */
export function normalCdf(x: number): number {
  const tail = chiSquareTail(x * x, 1) / 2;
  return x < 0 ? tail : 1 - tail;
}

/**
 * Elo and its interval from game pairs.
 *
 * Normal approximation on the pairs. Where all pairs ended alike that would give an interval of width zero; there the
 * exact binomial bound for "n out of n" is used instead: the probability of the outcome seen is at least
 * 0.025^(1/n), and what is left of it may lie at the far end of the scale.
 * @returns null without a pair
 */
export function estimateFromPairs(pairs: PairCounts): Estimate | null {
  return estimate(pairs, 2);
}

/** As {@link estimateFromPairs}, from single games, for matches whose games do not come in pairs. */
export function estimateFromGames(games: GameCounts): Estimate | null {
  return estimate([games.losses, games.draws, games.wins], 1);
}

/** @returns Elo from pairs once there are any, from games before; null before the first game */
export function estimateOf<T extends Counts>({ games, pairs }: T): Estimate | null {
  return pairTotal(pairs) > 0 ? estimateFromPairs(pairs) : estimateFromGames(games);
}

/** @param counts observations by points in equal steps, @param games games in one observation */
function estimate(counts: readonly number[], games: number): Estimate | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const { mean, variance } = moments(distributionOf(counts));
  const elo = eloOfScore(mean);
  if (variance === 0) {
    const doubt = 1 - 0.025 ** (1 / total);
    // All at 1/2: the unseen rest could be decisive either way, half a point from the middle.
    const low = mean === 0.5 ? 0.5 - doubt / 2 : mean - doubt * mean;
    const high = mean === 0.5 ? 0.5 + doubt / 2 : mean + doubt * (1 - mean);
    const sweep = 0.5 ** (total + 1); // chance that a uniformly drawn probability below 1/2 did this
    const los = mean === 0.5 ? 0.5 : mean > 0.5 ? 1 - sweep : sweep;
    const normalizedElo = mean === 0.5 ? 0 : (mean - 0.5) * Number.POSITIVE_INFINITY;
    const error = Number.POSITIVE_INFINITY;
    return {
      score: mean,
      elo,
      eloLow: eloOfScore(low),
      eloHigh: eloOfScore(high),
      normalizedElo,
      normalizedEloError: error,
      los,
    };
  }
  const error = Math.sqrt(variance / total);
  // Deviation of a single game: the mean of `games` independent ones would scatter sqrt(games) times less.
  const perGame = Math.sqrt(variance * games);
  return {
    score: mean,
    elo,
    eloLow: eloOfScore(mean - Z_95 * error),
    eloHigh: eloOfScore(mean + Z_95 * error),
    normalizedElo: (NORMALIZED_ELO_UNIT * (mean - 0.5)) / perGame,
    normalizedEloError: (NORMALIZED_ELO_UNIT * Z_95) / Math.sqrt(total * games),
    los: normalCdf((mean - 0.5) / error),
  };
}
