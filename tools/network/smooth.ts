/**
 * Removes noise from rows that were learned independently: fits the shared parts to them, and weights the remainder of
 * a row the less the rarer its line is.
 */
import { LINE_ROWS, otherRow } from '../../src/kernel/eval/lines.ts';
import type { Positions } from './positions.ts';
import { shares } from './rows.ts';

/** Occurrences at which a line keeps half of its own part. */
const HALF_OWN = 15_000;
/**
 * Upper limit, approximately, of the weight of a line in the fit of the shared parts; below it, the weight is its
 * number of occurrences.
 */
const MOST_WEIGHT = 20_000;
/** Weight, in lines, of the prior that the shared parts are 0. */
const PRIOR_WEIGHT = 100;
const PASSES = 15;

/** Adds to `seen` how often each line occurs, as both sides see it. */
export function countLines(
  { count, lines, first, points }: Pick<Positions, 'count' | 'lines' | 'first' | 'points'>,
  seen: Float64Array,
): void {
  if (count === 0) return;
  const end = LINES * (first[count - 1] + points[count - 1]);
  for (let i = 0; i < end; i++) {
    seen[lines[i]]++;
    seen[otherRow(lines[i])]++;
  }
}

/**
 * @param rows of all lines, `channels` numbers each; changed in place
 * @param seen how often each line was learned from
 */
export function smoothRows(rows: Float32Array, seen: Float64Array, channels: number): void {
  const weight = seen.map((times) => times / (1 + times / MOST_WEIGHT));
  const own = Float64Array.from(rows);
  const parts = shares().map(({ setOf, sets }) => ({ setOf, shared: new Float64Array(sets * channels) }));
  for (let pass = 0; pass < PASSES; pass++)
    for (const { setOf, shared } of parts) {
      addShared(own, shared, setOf, channels, 1);
      fitShared(own, shared, setOf, channels, weight);
      addShared(own, shared, setOf, channels, -1);
    }
  for (let row = 1; row < LINE_ROWS; row++) {
    const lost = HALF_OWN / (seen[row] + HALF_OWN);
    for (let i = row * channels; i < (row + 1) * channels; i++) rows[i] -= lost * own[i];
  }
}

const LINES = 4;

function addShared(own: Float64Array, shared: Float64Array, setOf: Uint16Array, channels: number, sign: number): void {
  for (let row = 1; row < LINE_ROWS; row++) {
    for (let c = 0; c < channels; c++) own[row * channels + c] += sign * shared[setOf[row] * channels + c];
  }
}

/** Makes each shared row the weighted mean of the rows that share it. */
function fitShared(
  own: Float64Array,
  shared: Float64Array,
  setOf: Uint16Array,
  channels: number,
  weight: Float64Array,
): void {
  const total = new Float64Array(shared.length / channels).fill(PRIOR_WEIGHT);
  shared.fill(0);
  for (let row = 1; row < LINE_ROWS; row++) {
    const set = setOf[row];
    total[set] += weight[row];
    for (let c = 0; c < channels; c++) shared[set * channels + c] += weight[row] * own[row * channels + c];
  }
  for (let i = 0; i < shared.length; i++) shared[i] /= total[Math.floor(i / channels)];
}
