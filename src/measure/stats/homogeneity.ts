/** Whether several workers report alike: a chi-square test of homogeneity over the outcomes of their pairs. */
import type { PairCounts } from './counts.ts';

/** Outcome of the test whether workers report alike. */
export interface Homogeneity {
  readonly chiSquare: number;
  readonly degrees: number;
  /** Probability of a value at least this large if all workers draw from the same outcomes. */
  readonly p: number;
  /** Workers with enough pairs to be compared. */
  readonly workers: number;
}

/** Fewer pairs say nothing about a worker. */
const MIN_PAIRS = 10;

/**
 * @param counts of each worker
 * @returns null if fewer than two workers have {@link MIN_PAIRS} pairs, or all their pairs ended alike
 */
export function homogeneityOf(counts: readonly PairCounts[]): Homogeneity | null {
  const rows = counts.filter((row) => sumOf(row) >= MIN_PAIRS);
  if (rows.length < 2) return null;
  const totals = rows[0].map((_, column) => rows.reduce((sum, row) => sum + row[column], 0));
  const columns = totals.flatMap((total, column) => (total > 0 ? [column] : []));
  if (columns.length < 2) return null;
  const all = sumOf(totals);
  let chiSquare = 0;
  for (const row of rows) {
    for (const column of columns) {
      const expected = (sumOf(row) * totals[column]) / all;
      chiSquare += (row[column] - expected) ** 2 / expected;
    }
  }
  const degrees = (rows.length - 1) * (columns.length - 1);
  return { chiSquare, degrees, p: chiSquareTail(chiSquare, degrees), workers: rows.length };
}

function sumOf(row: readonly number[]): number {
  return row.reduce((sum, count) => sum + count, 0);
}

/** @returns the probability that a chi-square value with `degrees` degrees of freedom exceeds `value` */
export function chiSquareTail(value: number, degrees: number): number {
  if (value === Number.POSITIVE_INFINITY) return 0;
  return value <= 0 ? 1 : upperGamma(degrees / 2, value / 2);
}

/**
 * The regularized upper incomplete gamma function: by its series, or by Lentz's continued fraction (DLMF 8.11.4,
 * 8.9.2).
 */
function upperGamma(a: number, x: number): number {
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 10_000 && term > sum * 1e-16; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - front * sum);
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 10_000; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    const step = c * d;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return front * fraction;
}

/** Stirling's series with terms down to 1e-15, for a > 0 (DLMF 5.11.1). */
function logGamma(a: number): number {
  let shift = 0;
  let x = a;
  for (; x < 12; x++) shift += Math.log(x);
  const y = 1 / (x * x);
  const series = 1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - (y * 691) / 360_360))));
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series / x - shift;
}
