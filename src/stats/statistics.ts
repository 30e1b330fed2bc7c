/**
 * How much stronger: Elo with its interval, likelihood of superiority, and the sequential test, all from game pairs.
 *
 * Two games with one opening and exchanged colours are one observation. A lopsided opening then moves both games of
 * its pair in opposite directions and cancels out, so the pair results scatter less than the games do ("pentanomial"
 * model). Sources: M. Van den Bergh, "Comments on normalized Elo" and "A practical introduction to the GSPRT"
 * (cantate.be/Fishtest), and the same author's "The maximum likelihood estimate for a multinomial distribution with
 * given expectation" (support_MLE_multinomial.pdf), which Fishtest and fastchess follow too.
 */

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

/** What a test of two engines has shown so far. Elo values may be infinite. */
export interface Estimate {
  /** Mean points per game, 0 to 1. */
  readonly score: number;
  /** Elo difference at that score. */
  readonly elo: number;
  /** Bounds of the 95 % interval of {@link elo}. */
  readonly eloLow: number;
  readonly eloHigh: number;
  /** Elo normalised by the standard deviation of one game, which does not depend on the draw rate or the openings. */
  readonly normalizedElo: number;
  /** Half the width of the 95 % interval of {@link normalizedElo}. */
  readonly normalizedEloError: number;
  /** Likelihood that the first engine is the stronger one, 0 to 1. */
  readonly los: number;
}

/** 97.5 % quantile of the normal distribution: half-width of a 95 % interval in standard deviations. */
export const Z_95 = 1.959963984540054;
/** Normalised Elo per unit of (score - 1/2) / standard deviation of a game: 800 / ln 10. */
export const NORMALIZED_ELO_UNIT = 800 / Math.LN10;
/** Weight given to an outcome that has not occurred, so that logarithms stay finite (the value Fishtest uses). */
const UNSEEN = 1e-3;

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

/** Distribution function of the standard normal distribution. */
export function normalCdf(x: number): number {
  return erfc(-x / Math.SQRT2) / 2;
}

/**
 * Complementary error function, accurate to about 1e-14.
 * Taylor series near zero, Lentz's continued fraction in the tail (Abramowitz and Stegun 7.1.6 and 7.1.14).
 */
function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (x < 2.5) {
    let term = x;
    let sum = x;
    for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
  }
  let fraction = x;
  for (let n = 120; n >= 1; n--) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
}

/** @returns number of pairs */
export function pairTotal(pairs: PairCounts): number {
  return pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4];
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

/** An outcome's value, 0 to 1, and its probability. */
type Atom = readonly [value: number, probability: number];

/** @returns observed frequencies over values spaced evenly from 0 to 1 */
function distributionOf(counts: readonly number[]): Atom[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, i) => [i / (counts.length - 1), count / total]);
}

function moments(distribution: readonly Atom[]): { mean: number; variance: number } {
  let mean = 0;
  for (const [value, probability] of distribution) mean += value * probability;
  let variance = 0;
  for (const [value, probability] of distribution) variance += (value - mean) ** 2 * probability;
  return { mean, variance };
}

/** How Elo bounds of a test are meant. */
export type EloModel = 'logistic' | 'normalized';

/** A sequential probability ratio test of H1 "elo1 stronger" against H0 "elo0 stronger". */
export interface SprtOptions {
  readonly elo0: number;
  readonly elo1: number;
  /** Probability of accepting H1 although H0 holds. */
  readonly alpha: number;
  /** Probability of accepting H0 although H1 holds. */
  readonly beta: number;
  readonly model: EloModel;
}

/** Where a test stands. */
export interface SprtState {
  /** Log-likelihood ratio of H1 to H0. */
  readonly llr: number;
  /** At or below: H0 is accepted. ln(beta / (1 - alpha)), after Wald. */
  readonly lower: number;
  /** At or above: H1 is accepted. ln((1 - beta) / alpha). */
  readonly upper: number;
  readonly verdict: 'H0' | 'H1' | null;
}

/** @returns the state of the test after these pairs */
export function sprtFromPairs(pairs: PairCounts, options: SprtOptions): SprtState {
  return sprtState(logLikelihoodRatio(pairs, 2, options), options);
}

/** @returns the state of the test after these games, taken one by one */
export function sprtFromGames(games: GameCounts, options: SprtOptions): SprtState {
  return sprtState(logLikelihoodRatio([games.losses, games.draws, games.wins], 1, options), options);
}

function sprtState(llr: number, options: SprtOptions): SprtState {
  const lower = Math.log(options.beta / (1 - options.alpha));
  const upper = Math.log((1 - options.beta) / options.alpha);
  const verdict = llr >= upper ? 'H1' : llr <= lower ? 'H0' : null;
  return { llr, lower, upper, verdict };
}

/**
 * Generalised log-likelihood ratio: under each hypothesis the outcome probabilities are the most likely ones that
 * have the hypothesis' strength, and the ratio compares how well the two explain what was seen.
 */
function logLikelihoodRatio(counts: readonly number[], games: number, options: SprtOptions): number {
  if (counts.every((count) => count === 0)) return 0;
  const regular = counts.map((count) => count || UNSEEN);
  const total = regular.reduce((sum, count) => sum + count, 0);
  const seen = distributionOf(regular);
  const [under0, under1] = [options.elo0, options.elo1].map((elo) =>
    options.model === 'logistic'
      ? likeliestWithMean(seen, scoreOfElo(elo))
      : likeliestWithDeviation(seen, (elo / NORMALIZED_ELO_UNIT) * Math.sqrt(games)),
  );
  let perObservation = 0;
  for (let i = 0; i < seen.length; i++) perObservation += seen[i][1] * Math.log(under1[i][1] / under0[i][1]);
  return total * perObservation;
}

/** Most likely distribution with the given mean, having seen `seen` (support_MLE_multinomial.pdf, proposition 1.1). */
function likeliestWithMean(seen: readonly Atom[], mean: number): Atom[] {
  const weights = seen.map(([value]) => value - mean);
  return tilt(seen, weights);
}

/**
 * Most likely distribution whose mean lies `deviations` standard deviations above 1/2, having seen `seen`.
 * Fixed-point iteration of normalized_elo_practical.pdf, section 4.1.
 */
function likeliestWithDeviation(seen: readonly Atom[], deviations: number): Atom[] {
  let current: Atom[] = seen.map(([value]) => [value, 1 / seen.length]);
  for (let round = 0; round < 100; round++) {
    const { mean, variance } = moments(current);
    const sigma = Math.sqrt(variance);
    const weights = seen.map(([value]) => value - 0.5 - (deviations * sigma * (1 + ((mean - value) / sigma) ** 2)) / 2);
    const next = tilt(seen, weights);
    const change = Math.max(...next.map(([, probability], i) => Math.abs(probability - current[i][1])));
    current = next;
    if (change < 1e-12) break;
  }
  return current;
}

/**
 * Solves sum p w / (1 + t w) = 0 for t and returns p / (1 + t w). The sum falls from +infinity to -infinity between
 * the two poles next to zero, so bisection finds the one root there.
 */
function tilt(seen: readonly Atom[], weights: readonly number[]): Atom[] {
  let low = -1 / Math.max(...weights);
  let high = -1 / Math.min(...weights);
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (let i = 0; i < seen.length; i++) sum += (seen[i][1] * weights[i]) / (1 + middle * weights[i]);
    if (sum > 0) low = middle;
    else high = middle;
  }
  const t = (low + high) / 2;
  return seen.map(([value, probability], i) => [value, probability / (1 + t * weights[i])]);
}

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

type Matrix = number[][];

function newMatrix(size: number): Matrix {
  return Array.from({ length: size }, () => new Array<number>(size).fill(0));
}

/** Adds `amount` of the difference of two engines: + on the diagonal, - across. */
function addPair(matrix: Matrix, i: number, j: number, amount: number): void {
  matrix[i][i] += amount;
  matrix[j][j] += amount;
  matrix[i][j] -= amount;
  matrix[j][i] -= amount;
}

/** Inverse on the vectors of mean zero: adding a constant matrix lifts the one direction that results cannot fix. */
function invertWithMeanZero(matrix: Matrix): Matrix {
  const size = matrix.length;
  const largest = Math.max(1e-9, ...matrix.map((row, i) => row[i]));
  const lifted = matrix.map((row, i) =>
    row.map((value, j) => value + largest / size + (i === j ? largest * 1e-12 : 0)),
  );
  const inverse = invert(lifted);
  // Take the lift out again: project on both sides with I - 1/n.
  const rowMean = inverse.map((row) => row.reduce((sum, value) => sum + value, 0) / size);
  const mean = rowMean.reduce((sum, value) => sum + value, 0) / size;
  return inverse.map((row, i) => row.map((value, j) => value - rowMean[i] - rowMean[j] + mean));
}

/** Gauss-Jordan with row pivoting. */
function invert(matrix: Matrix): Matrix {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) if (Math.abs(rows[i][column]) > Math.abs(rows[pivot][column])) pivot = i;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    const scale = rows[column][column];
    rows[column] = rows[column].map((value) => value / scale);
    for (let i = 0; i < size; i++) {
      const factor = rows[i][column];
      if (i !== column && factor !== 0) rows[i] = rows[i].map((value, j) => value - factor * rows[column][j]);
    }
  }
  return rows.map((row) => row.slice(size));
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
}

function multiplyVector(a: Matrix, v: readonly number[]): number[] {
  return a.map((row) => row.reduce((sum, value, k) => sum + value * v[k], 0));
}
