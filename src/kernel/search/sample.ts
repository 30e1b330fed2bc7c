/** Positions that the search evaluates statically, sampled at random: training data for the evaluation. Off in play. */
import { moveBefore, stoneCount } from '../patterns/state.ts';
import { columnOf, rowOf } from '../point.ts';
import { hashLow } from './hash.ts';
import { params, SAMPLE_PERIOD } from './params.ts';

/** Capacity, in words, for the samples of a search; further samples are dropped. */
export const SAMPLE_ROOM = 1 << 16;
/** Words of a sample before its moves. */
export const SAMPLE_HEAD = 4;
/**
 * Number of words used, then sample after sample: number of stones, static evaluation for the side to move, alpha and
 * beta, and the moves from the first on, x | y << 5.
 */
export const samples = new Int32Array(1 + SAMPLE_ROOM);

const SCRAMBLE = 0x9e3779b1;

export function clearSamples(): void {
  samples[0] = 0;
}

/** Records the current position if it is sampled: one in {@link SAMPLE_PERIOD}, by its hash. */
export function noteSample(side: number, alpha: number, beta: number, staticEval: number): void {
  if ((((Math.imul(hashLow(side), SCRAMBLE) >>> 8) % params[SAMPLE_PERIOD]) | 0) !== 0) return;
  const used = samples[0];
  if (used + SAMPLE_HEAD + stoneCount > SAMPLE_ROOM) return;
  let at = 1 + used;
  samples[at] = stoneCount;
  samples[at + 1] = staticEval;
  samples[at + 2] = alpha;
  samples[at + 3] = beta;
  at += SAMPLE_HEAD;
  for (let back = stoneCount; back > 0; back--, at++) {
    const point = moveBefore(back);
    samples[at] = columnOf(point) | (rowOf(point) << 5);
  }
  samples[0] = at - 1;
}
