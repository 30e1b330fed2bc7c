/** Ratings of several engines from all their games. */
import { type GameCounts, type PairCounts, pairTotal } from './counts.ts';
import { distributionOf, moments, UNSEEN } from './distribution.ts';
import { scoreOfElo, Z_95 } from './elo.ts';
import { addPair, invertWithMeanZero, multiply, multiplyVector, newMatrix } from './matrix.ts';

/** Results of one pair of engines for {@link ratings}: `first` and `second` are indices of engines. */
export interface PairingResult {
  readonly first: number;
  readonly second: number;
  readonly games: GameCounts;
  readonly pairs: PairCounts;
}

/** An engine's rating. The mean of all ratings is 0. */
export interface Rating {
  readonly elo: number;
  /** Half the width of the 95 % interval; infinite where the results bind the engine to nothing. */
  readonly error: number;
}

/** Games added to every pairing as one draw's worth of doubt, so that a clean sweep still has a finite rating. */
const PRIOR_DRAWS = 1;

/**
 * Ratings of several engines from all their games: maximum likelihood under the Bradley-Terry model with a draw as
 * half a win (Hunter 2004, "MM algorithms for generalized Bradley-Terry models"; the fit is done by Newton steps).
 * The intervals use the scatter of the pairs where there are pairs (sandwich estimate H^-1 V H^-1).
 * @param engines number of engines
 */
export function ratings(engines: number, results: readonly PairingResult[]): Rating[] {
  const played = results.filter(({ games }) => games.wins + games.draws + games.losses > 0);
  const elo = new Array<number>(engines).fill(0);
  let information = newMatrix(engines);
  for (let round = 0; round < 60; round++) {
    const gradient = new Array<number>(engines).fill(0);
    information = newMatrix(engines);
    for (const { first, second, games } of played) {
      const total = games.wins + games.draws + games.losses + PRIOR_DRAWS;
      const points = games.wins + (games.draws + PRIOR_DRAWS) / 2;
      const expected = scoreOfElo(elo[first] - elo[second]);
      addPair(information, first, second, total * expected * (1 - expected));
      gradient[first] += points - total * expected;
      gradient[second] -= points - total * expected;
    }
    const inverse = invertWithMeanZero(information);
    const step = multiplyVector(inverse, gradient).map((value) => (value * 400) / Math.LN10);
    // A step of more than a class at once would overshoot from a flat start.
    for (let i = 0; i < engines; i++) elo[i] += Math.max(-200, Math.min(200, step[i]));
    if (Math.max(...step.map(Math.abs)) < 1e-9) break;
  }
  const scatter = newMatrix(engines);
  for (const { first, second, games, pairs } of played) addPair(scatter, first, second, pointVariance(games, pairs));
  const inverse = invertWithMeanZero(information);
  const covariance = multiply(multiply(inverse, scatter), inverse);
  const plays = new Set(played.flatMap(({ first, second }) => [first, second]));
  return elo.map((value, i) => ({
    elo: value,
    error: plays.has(i)
      ? ((Z_95 * 400) / Math.LN10) * Math.sqrt(Math.max(0, covariance[i][i]))
      : Number.POSITIVE_INFINITY,
  }));
}

/** Variance of the sum of points in a pairing: by pairs as far as they go, the rest and the prior as games. */
function pointVariance(games: GameCounts, pairs: PairCounts): number {
  const total = games.wins + games.draws + games.losses;
  const gameSpread = moments(
    distributionOf([games.losses + UNSEEN, games.draws + PRIOR_DRAWS, games.wins + UNSEEN]),
  ).variance;
  const pairCount = pairTotal(pairs);
  if (pairCount === 0) return total * gameSpread;
  // A pair scores 0 to 2 points; the distribution is over 0 to 1.
  const smoothed = pairs.map((count, i) => count + (i === 2 ? PRIOR_DRAWS : UNSEEN));
  return pairCount * 4 * moments(distributionOf(smoothed)).variance + (total - 2 * pairCount) * gameSpread;
}
