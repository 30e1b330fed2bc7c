/**
 * The sequential test, on game pairs or single games: whether one engine is stronger by so much, known as soon as the
 * results allow. Sources: M. Van den Bergh, "A practical introduction to the GSPRT" (cantate.be/Fishtest), and the same
 * author's "The maximum likelihood estimate for a multinomial distribution with given expectation"
 * (support_MLE_multinomial.pdf), which Fishtest and fastchess follow too.
 */
import type { GameCounts, PairCounts } from './counts.ts';
import { type Atom, distributionOf, moments, UNSEEN } from './distribution.ts';
import { NORMALIZED_ELO_UNIT, scoreOfElo } from './elo.ts';

/** How Elo bounds of a test are meant. */
export type EloModel = 'logistic' | 'normalized';

/**
 * Largest bounds in normalized Elo. From 231.6 on for pairs, and from 340.4 on for single games, the iteration has no
 * solution in its first round: none of the outcomes is far enough above 1/2.
 */
export const MAX_NORMALIZED_ELO = { pairs: 230, games: 340 } as const;

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

/** The state of a test. */
export interface SprtState {
  /** Log-likelihood ratio of H1 to H0. */
  readonly llr: number;
  /** At or below: H0 is accepted. ln(beta / (1 - alpha)), after Wald. */
  readonly lower: number;
  /** At or above: H1 is accepted. ln((1 - beta) / alpha). */
  readonly upper: number;
  readonly verdict: 'H0' | 'H1' | null;
}

/** @returns the state of the test after these pairs @throws RangeError for normalized bounds that are too wide */
export function sprtFromPairs(pairs: PairCounts, options: SprtOptions): SprtState {
  return sprtState(logLikelihoodRatio(pairs, 2, options), options);
}

/** The same after these games, taken one by one. */
export function sprtFromGames(games: GameCounts, options: SprtOptions): SprtState {
  return sprtState(logLikelihoodRatio([games.losses, games.draws, games.wins], 1, options), options);
}

/**
 * The test on pairs that end in any order. It takes them by number, not in the order they happen to end in: short games
 * would otherwise be counted first, and a run with more concurrency could come to another verdict. Once decided it
 * stays so.
 */
export class OrderedSprt {
  private readonly counts: [...PairCounts] = [0, 0, 0, 0, 0];
  /** Number of the next pair to count, which equals the number of counted pairs. */
  private next = 0;
  /** Pairs that wait for one before them: half points by number. */
  private readonly waiting = new Map<number, number>();
  private reached: SprtState;

  constructor(private readonly options: SprtOptions) {
    this.reached = sprtFromPairs(this.counts, options);
  }

  /** @param pair its number, from 0 @param halves half points of the first engine, 0 to 4 */
  add(pair: number, halves: number): void {
    this.waiting.set(pair, halves);
    for (;;) {
      const found = this.waiting.get(this.next);
      if (found === undefined || this.reached.verdict !== null) return;
      this.waiting.delete(this.next++);
      this.counts[found]++;
      this.reached = sprtFromPairs(this.counts, this.options);
    }
  }

  /** The state of the test, and the number of counted pairs. */
  get state(): SprtState & { readonly pairs: number } {
    return { ...this.reached, pairs: this.next };
  }
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
  const most = games === 1 ? MAX_NORMALIZED_ELO.games : MAX_NORMALIZED_ELO.pairs;
  const beyond = [options.elo0, options.elo1].find((elo) => options.model === 'normalized' && Math.abs(elo) > most);
  if (beyond !== undefined) throw new RangeError(`bound ${beyond} in normalized Elo: expected ${most} at most`);
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
