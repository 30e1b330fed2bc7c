import { expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { LINE_ROWS, otherRow } from '../../../../src/kernel/eval/lines.ts';
import { sharedRows } from '../../../../tools/network/rows.ts';
import { countLines, smoothRows } from '../../../../tools/network/smooth.ts';

const CHANNELS = 16;

test('removes the noise of rare lines, keeps the shared parts and frequent lines', () => {
  const random = seededRandom(1);
  const source = sharedRows(CHANNELS);
  const learned = Float32Array.from({ length: source.size }, () => random() - 0.5).fill(0, source.ownAt);
  const rows = new Float32Array(LINE_ROWS * CHANNELS);
  source.spread(learned, rows);
  const clean = rows.slice();
  // Every fifth line is rare. One of them and a frequent one differ from their shared parts.
  const seen = Float64Array.from({ length: LINE_ROWS }, (_, row) => (row % 5 === 0 ? 10 : 1e7));
  const [rare, frequent] = [2000, 2001];
  for (const row of [rare, frequent]) rows[row * CHANNELS] += 1;
  smoothRows(rows, seen, CHANNELS);
  const away = (row: number) => Math.abs(rows[row * CHANNELS] - clean[row * CHANNELS]);
  expect(away(rare)).toBeLessThan(0.1);
  expect(away(frequent)).toBeGreaterThan(0.9);
  const others = Array.from({ length: LINE_ROWS }, (_, row) => row).filter((row) => row !== rare && row !== frequent);
  expect(others.reduce((sum, row) => sum + away(row), 0) / others.length).toBeLessThan(0.02);
});

test('lines are counted from the view of each side', () => {
  const seen = new Float64Array(LINE_ROWS);
  // The last point remains from earlier positions.
  const lines = Uint16Array.of(0, 7, 0, 90, 7, 7, 0, 0, 500, 500, 500, 500);
  const positions = { count: 2, lines, first: Uint32Array.of(0, 1), points: Uint16Array.of(1, 1) };
  countLines(positions, seen);
  const expected = new Float64Array(LINE_ROWS);
  for (const row of [0, 7, 0, 90, 7, 7, 0, 0]) {
    expected[row]++;
    expected[otherRow(row)]++;
  }
  expect([...seen.keys()].filter((row) => seen[row] !== expected[row])).toEqual([]);
  countLines({ ...positions, count: 0 }, seen);
  expect(seen[500]).toBe(0);
});
