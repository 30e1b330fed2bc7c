import { expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { LINE_ROWS, lineRow, otherRow } from '../../../../src/kernel/eval/lines.ts';
import { freeRows, type RowSource, sharedRows, shares } from '../../../../tools/network/rows.ts';
import { digestOf } from './digest.ts';

const CHANNELS = 16;
const SOURCES: readonly (readonly [string, RowSource])[] = [
  ['free', freeRows(CHANNELS)],
  ['shared', sharedRows(CHANNELS)],
];

/** Row of a line as text: x own, o the opponent's, | beyond the edge; the point is in the middle. */
function rowOf(line: string): number {
  const bits = (cells: string) =>
    [...cells].reduce(
      (sum, cell, i) => sum | ('x|'.includes(cell) ? 1 << i : 0) | ('o|'.includes(cell) ? 16 << i : 0),
      0,
    );
  return lineRow(bits(line.slice(0, 4)), bits(line.slice(5)));
}

function randomNumbers(count: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: count }, () => random() - 0.5);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

test.each(SOURCES)('%s rows begin as the given rows', (_, source) => {
  const rows = randomNumbers(LINE_ROWS * CHANNELS, 1).fill(0, 0, CHANNELS);
  const learned = randomNumbers(source.size, 2);
  source.begin(rows, learned);
  const made = new Float32Array(rows.length);
  source.spread(learned, made);
  expect(digestOf(made)).toBe(digestOf(rows));
});

test.each(SOURCES)('%s rows: the gradient of the learned numbers follows from that of the rows', (_, source) => {
  const learned = randomNumbers(source.size, 3);
  // The empty line is 0 and has no gradient, see network.ts.
  learned.fill(0, source.size - LINE_ROWS * CHANNELS, source.size - (LINE_ROWS - 1) * CHANNELS);
  const ofRows = randomNumbers(LINE_ROWS * CHANNELS, 4).fill(0, 0, CHANNELS);
  const rows = new Float32Array(ofRows.length);
  const gradient = randomNumbers(source.size, 5);
  source.spread(learned, rows);
  source.gather(ofRows, gradient);
  // Both are linear, and one is the other transposed.
  expect(dot(rows, ofRows)).toBeCloseTo(dot(learned, gradient), 2);
});

test('the empty line stays 0, whatever its sets are', () => {
  const source = sharedRows(CHANNELS);
  const learned = randomNumbers(source.size, 6).fill(0, source.ownAt);
  const rows = new Float32Array(LINE_ROWS * CHANNELS);
  source.spread(learned, rows);
  expect(rows.subarray(0, CHANNELS).every((value) => value === 0)).toBe(true);
  expect(rows.subarray(CHANNELS, 2 * CHANNELS).some((value) => value !== 0)).toBe(true);
});

test('lines share what a color can use of them', () => {
  const [own, other, both] = shares();
  const same = ({ setOf }: typeof both, a: string, b: string) => setOf[rowOf(a)] === setOf[rowOf(b)];
  // Cells after an obstacle for both colors are useless to either.
  expect(same(both, '.xo.*....', 'oxo.*....')).toBe(true);
  expect(same(both, 'x.ox*.x..', 'o.ox*.x..')).toBe(true);
  // After an obstacle for one color they are still useful to the other.
  expect(same(both, '..o.*....', 'x.o.*....')).toBe(false);
  expect(same(own, '..o.*....', 'x.o.*....')).toBe(true);
  expect(same(other, '..o.*....', 'x.o.*....')).toBe(false);
  // An edge stops a color as a stone of the other does.
  expect(same(own, '..|.*..x.', '..o.*..x.')).toBe(true);
  expect(same(other, '..|.*..x.', '..o.*..x.')).toBe(false);
  // Where there is no room for five nothing matters.
  expect(same(own, '..ox*xo..', '..o.*..o.')).toBe(true);
  expect(same(own, '..ox*xo..', '..ox*x...')).toBe(false);
  // Mirror images are equal, and both colors are treated alike.
  expect(same(both, 'x.o.*..xx', 'xx..*.o.x')).toBe(true);
  expect(own.sets).toBe(other.sets);
  const pairs = new Map<number, number>();
  for (let row = 0; row < LINE_ROWS; row++) {
    const seen = pairs.get(own.setOf[row]) ?? other.setOf[otherRow(row)];
    expect(other.setOf[otherRow(row)]).toBe(seen);
    pairs.set(own.setOf[row], seen);
  }
});
