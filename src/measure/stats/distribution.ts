/** Outcomes with their probabilities: what Elo, the sequential test and the ratings reckon with. */

/** Weight given to an outcome that has not occurred, so that logarithms stay finite (the value Fishtest uses). */
export const UNSEEN = 1e-3;

/** An outcome's value, 0 to 1, and its probability. */
export type Atom = readonly [value: number, probability: number];

/** @returns observed frequencies over values spaced evenly from 0 to 1 */
export function distributionOf(counts: readonly number[]): Atom[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, i) => [i / (counts.length - 1), count / total]);
}

export function moments(distribution: readonly Atom[]): { mean: number; variance: number } {
  let mean = 0;
  for (const [value, probability] of distribution) mean += value * probability;
  let variance = 0;
  for (const [value, probability] of distribution) variance += (value - mean) ** 2 * probability;
  return { mean, variance };
}
