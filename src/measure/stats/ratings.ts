/** Ratings of several engines from all their games. */
import { type Counts, type GameCounts, type PairCounts, pairTotal } from './counts.ts';
import { distributionOf, moments, UNSEEN } from './distribution.ts';
import { scoreOfElo, Z_95 } from './elo.ts';

/** Results of one pair of engines for {@link ratings}: `first` and `second` are indices of engines. */
export interface PairingResult extends Counts {
  readonly first: number;
  readonly second: number;
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

/**
 * Moves ratings so that the known ones agree on average. How far they disagree then shows the uncertainty.
 * @param known rating by index of the engine; at least one
 */
export function anchored(rated: readonly Rating[], known: ReadonlyMap<number, number>) {
  const gaps = [...known].map(([i, elo]) => elo - rated[i].elo);
  const shift = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const squares = gaps.reduce((sum, gap) => sum + (gap - shift) ** 2, 0);
  // One alone says nothing of how well it fits: its own error is all there is.
  const shiftError =
    gaps.length > 1
      ? Z_95 * Math.sqrt(squares / (gaps.length - 1) / gaps.length)
      : Math.max(...[...known.keys()].map((i) => rated[i].error));
  return {
    /** On the scale of the known ratings; the error has that of the move in it. */
    ratings: rated.map(({ elo, error }) => ({ elo: elo + shift, error: Math.hypot(error, shiftError) })),
    /** For each known engine, how far its rating here lies above the known one. */
    residuals: new Map([...known].map(([i, elo]) => [i, rated[i].elo + shift - elo])),
  };
}

/** A square matrix of differences between engines. */
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
