import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { decodeHeader, encodeHeader, HEADER_BYTES } from '../../../../src/measure/selfplay/file-header.ts';
import { startGenerator } from '../../../../src/measure/selfplay/generate.ts';
import {
  decodeSample,
  encodeSample,
  SAMPLES,
  type Sample,
  sampleEnd,
} from '../../../../src/measure/selfplay/sample-record.ts';
import { type SampleOptions, sampleGame } from '../../../../src/measure/selfplay/samples.ts';
import { main } from '../../../../tools/samples.ts';
import { temporaryFolder } from '../../../folder.ts';

const folder = temporaryFolder();

const score = fc.integer({ min: -32000, max: 32000 });
const anySample: fc.Arbitrary<Sample> = fc.record({
  moves: fc.array(fc.record({ x: fc.integer({ min: 0, max: 21 }), y: fc.integer({ min: 0, max: 21 }) }), {
    maxLength: 255,
  }),
  size: fc.integer({ min: 8, max: 22 }),
  result: fc.integer({ min: 0, max: 2 }),
  isPlayed: fc.boolean(),
  game: fc.nat(),
  label: score,
  staticEval: score,
  alpha: score,
  beta: score,
});

function readAll(bytes: Uint8Array): Sample[] {
  const samples: Sample[] = [];
  for (let at = HEADER_BYTES; sampleEnd(bytes, at) > 0; at = sampleEnd(bytes, at))
    samples.push(decodeSample(bytes, at));
  return samples;
}

test('written samples are read back, and a truncated end costs only the last position', () => {
  fc.assert(
    fc.property(fc.array(anySample, { minLength: 1, maxLength: 5 }), fc.nat(), (samples, cut) => {
      const header = { rule: 4, nodes: 1234, seed: 4000000000, options: 1 };
      const parts = [encodeHeader(SAMPLES, header), ...samples.map(encodeSample)];
      const bytes = Buffer.concat(parts);
      expect(decodeHeader(SAMPLES, bytes)).toEqual(header);
      expect(readAll(bytes)).toEqual(samples);
      const missing = 1 + (cut % parts[parts.length - 1].length);
      expect(readAll(bytes.subarray(0, bytes.length - missing))).toEqual(samples.slice(0, -1));
    }),
    { seed: 3, numRuns: 50 },
  );
  expect(() => decodeHeader(SAMPLES, Buffer.from('TGSP and so on, a file of games'))).toThrow(
    'expected a file of samples',
  );
});

test('a position with more stones than a byte can count is rejected, not written wrongly', () => {
  const sample = { size: 20, result: 1, isPlayed: true, game: 0, label: 0, staticEval: 0, alpha: 0, beta: 0 };
  const stones = (count: number) => Array.from({ length: count }, (_, i) => ({ x: i % 20, y: Math.floor(i / 20) }));
  expect(() => encodeSample({ ...sample, moves: stones(255) })).not.toThrow();
  expect(() => encodeSample({ ...sample, moves: stones(256) })).toThrow('position of 256 stones: expected at most 255');
});

const OPTIONS: SampleOptions = { rule: 0, sizes: [15], nodes: 800, seed: 7, period: 40, labelNodes: 100, playouts: 0 };

test('positions come from the search: not the played ones, no duplicates, near their window, with their own evaluation', () => {
  const kernel = startGenerator();
  const { game, samples } = sampleGame(kernel, OPTIONS, 3, () => true);
  const again = sampleGame(kernel, OPTIONS, 3, () => true);
  expect(again.samples).toEqual(samples);
  const tree = samples.filter(({ isPlayed }) => !isPlayed);
  expect(tree.length).toBeGreaterThan(20);
  expect(samples.filter(({ isPlayed }) => isPlayed)).toHaveLength(game.plies.length - game.openingPlies);
  const stones = tree.map(({ moves }) =>
    moves
      .map(({ x, y }, i) => `${i & 1}${x},${y}`)
      .sort()
      .join(' '),
  );
  expect(new Set(stones).size).toBe(tree.length);
  for (const sample of tree) {
    expect(sample.staticEval).toBeGreaterThanOrEqual(sample.alpha - 300);
    expect(sample.staticEval).toBeLessThanOrEqual(sample.beta + 300);
    expect(sample.alpha).toBeLessThan(sample.beta);
    // They begin like the game.
    const opening = game.plies.slice(0, game.openingPlies);
    expect(sample.moves.slice(0, opening.length)).toEqual(opening.map(({ x, y }) => ({ x, y })));
    expect(sample).toMatchObject({ size: 15, game: 3, result: game.result });
  }
  const plain = sampleGame(kernel, { ...OPTIONS, period: 1 << 30 }, 3, () => true);
  expect(plain.game, 'taking samples changes no game').toEqual(game);
});

test('positions played out are labeled by the continuation: board after board, with the end of each game near certain', () => {
  const kernel = startGenerator();
  for (let index = 0; index < 6; index++) {
    const options = { ...OPTIONS, sizes: [11, 18], playouts: 3 };
    const { game, samples } = sampleGame(kernel, options, index, () => true);
    expect(samples.length).toBeGreaterThan(game.plies.length - game.openingPlies);
    for (const { moves, size, label, isPlayed } of samples) {
      expect(isPlayed).toBe(true);
      expect(size).toBe(game.size);
      expect(new Set(moves.map(({ x, y }) => y * size + x)).size).toBe(moves.length);
      expect(moves.every(({ x, y }) => x < size && y < size)).toBe(true);
      expect(Math.abs(label)).toBeLessThan(1100);
    }
    const last = samples.filter(
      (_, i) => i + 1 === samples.length || samples[i + 1].moves.length <= samples[i].moves.length,
    );
    for (const { result, moves, label } of last) {
      if (result === 1) continue;
      const won = (result === 2) === (moves.length % 2 === 0);
      expect(won ? label : -label).toBeGreaterThan(200);
    }
  }
});

test('the tool resumes a file after its last complete game, as if it had never been stopped', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const whole = join(folder, 'whole.tgsa');
  const args = (file: string, games: number) => [
    ...['--out', file, '--seed', '5', '--sizes', '11', '--nodes', '300', '--label-nodes', '50', '--period', '60'],
    ...['--games', String(games)],
  ];
  expect(await main(args(whole, 4))).toBe(0);
  const bytes = readFileSync(whole);
  const part = join(folder, 'part.tgsa');
  writeFileSync(part, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
  expect(await main(args(part, 4))).toBe(0);
  vi.restoreAllMocks();
  expect(readFileSync(part).equals(bytes)).toBe(true);
});
