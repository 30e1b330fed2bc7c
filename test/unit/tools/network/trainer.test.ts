import { expect, test } from 'vitest';
import { integersBelow, picked, seededRandom } from '../../../../src/core/random.ts';
import type { HeadWeights, NetworkWeights } from '../../../../src/engine/runtime/network-weights.ts';
import { LINE_ROWS } from '../../../../src/kernel/eval/lines.ts';
import { withHeadsOf, withoutIdleHeads } from '../../../../tools/network/heads.ts';
import { Learner } from '../../../../tools/network/learner.ts';
import { headCount, initialize, Network, partsOf } from '../../../../tools/network/network.ts';
import { startPooling } from '../../../../tools/network/pooling.ts';
import { poolingCode } from '../../../../tools/network/pooling-code.ts';
import { headsOf, type Positions } from '../../../../tools/network/positions.ts';
import {
  ENGINE_SHAPE,
  quantizeHead,
  quantizeLines,
  ROW_SCALE,
  restoreHead,
  restoreLines,
  roundLines,
} from '../../../../tools/network/quantize.ts';
import { freeRows } from '../../../../tools/network/rows.ts';
import { digestOf } from './digest.ts';

const CHANNELS = 16;
const HEADS = 2;
const SHAPE = { heads: HEADS, channels: CHANNELS, hidden: 8 };
const CODE = poolingCode(CHANNELS);

/** Positions of random rows, some of them empty lines, some the same. */
function randomPositions(count: number, random: () => number): Positions {
  const below = integersBelow(random);
  const points = Uint16Array.from({ length: count }, () => 1 + below(20));
  const first = new Uint32Array(count);
  let top = 0;
  for (let i = 0; i < count; i++) {
    first[i] = top;
    top += points[i];
  }
  const lines = Uint16Array.from({ length: 4 * top }, () =>
    below(3) === 0 ? 0 : below(2) === 0 ? 5 : below(LINE_ROWS),
  );
  return {
    count,
    lines,
    first,
    points,
    side: Uint8Array.from({ length: count }, () => 1 + below(2)),
    head: Uint8Array.from({ length: count }, () => below(HEADS)),
    mask: Uint16Array.from({ length: count }, () => below(2048)),
    table: Float32Array.from({ length: count }, () => below(2000) - 1000),
    label: Float32Array.from({ length: count }, random),
    played: new Uint8Array(count),
  };
}

test('the vector loops compute their definitions', () => {
  const random = seededRandom(3);
  const points = 7;
  const rows = 50;
  const pooling = startPooling(poolingCode(2 * CHANNELS), 1 << 16);
  const channels = 2 * CHANNELS;
  const floats = new Float32Array(pooling.buffer);
  const words = new Int32Array(pooling.buffer);
  const [rowsAt, biasAt, featuresAt, sumsAt, offsetsAt] = [0, 4 * rows * channels, 8000, 9900, 10_100];
  const at = (byte: number) => byte / 4;
  for (let i = 0; i < rows * channels; i++) floats[i] = random() - 0.5;
  for (let c = 0; c < channels; c++) floats[at(biasAt) + c] = random() - 0.5;
  const chosen = Array.from({ length: 4 * points }, () => Math.floor(random() * rows));
  chosen.forEach((row, i) => {
    words[at(offsetsAt * 4) + i] = 4 * channels * row;
  });
  floats.fill(1, sumsAt, sumsAt + channels);
  const bias = floats.slice(at(biasAt), at(biasAt) + channels);
  const table = floats.slice(0, rows * channels);
  const features = Array.from({ length: points }, (_, p) =>
    Array.from({ length: channels }, (_, c) =>
      Math.max(
        0,
        [0, 1, 2, 3].reduce((sum, l) => sum + table[chosen[4 * p + l] * channels + c], bias[c]),
      ),
    ),
  );
  pooling.pool(4 * offsetsAt, points, rowsAt, biasAt, 4 * featuresAt, 4 * sumsAt);
  for (let c = 0; c < channels; c++) {
    expect(floats[sumsAt + c]).toBeCloseTo(
      features.reduce((sum, feature) => sum + feature[c], 1),
      4,
    );
  }

  // Backward: the gradients go where the features came from.
  const gradient = Float32Array.from({ length: channels }, () => random() - 0.5);
  floats.set(gradient, sumsAt);
  floats.fill(0, 0, rows * channels);
  floats.fill(0, at(biasAt), at(biasAt) + channels);
  pooling.unpool(4 * offsetsAt, points, rowsAt, biasAt, 4 * featuresAt, 4 * sumsAt);
  const expected = new Float64Array(rows * channels);
  const ofBias = new Float64Array(channels);
  for (let p = 0; p < points; p++) {
    for (let c = 0; c < channels; c++) {
      if (features[p][c] === 0) continue;
      ofBias[c] += gradient[c];
      for (let l = 0; l < 4; l++) expected[chosen[4 * p + l] * channels + c] += gradient[c];
    }
  }
  for (let i = 0; i < rows * channels; i++) expect(floats[i]).toBeCloseTo(expected[i], 4);
  for (let c = 0; c < channels; c++) expect(floats[at(biasAt) + c]).toBeCloseTo(ofBias[c], 4);
});

test('channels that do not fill vectors are rejected', () => {
  expect(() => poolingCode(24)).toThrow('24 channels: expected a multiple of 16');
});

test('the gradient equals the change of the logit when a parameter moves', () => {
  const random = seededRandom(4);
  const positions = randomPositions(30, random);
  const network = new Network(SHAPE, CODE);
  initialize(network.parts, SHAPE, random);
  const all = network.parameters;
  const { rows } = network.parts.lines;
  const rowsAt = (rows.byteOffset - all.byteOffset) / 4;
  for (let i = 0; i < all.length; i++) all[i] += 0.3 * (random() - 0.5);
  rows.fill(0, 0, CHANNELS);
  const logit = (i: number) => network.forward(positions, i);
  let moved = 0;
  for (let i = 0; i < positions.count; i++) {
    logit(i);
    network.gradient.fill(0);
    network.backward(positions, i, 1);
    const gradient = network.gradient.slice();
    // All of its head, and the rows in use, including the other side's.
    const candidates = [...gradient.keys()].filter((k) => gradient[k] !== 0);
    for (let n = 0; n < 12; n++) {
      const k = picked(candidates, random);
      const [kept, step] = [all[k], 1e-3];
      all[k] = kept + step;
      const above = logit(i);
      all[k] = kept - step;
      const below = logit(i);
      all[k] = kept;
      // A feature may begin or end within the step; then the slope is between those of both sides.
      const slope = (above - below) / (2 * step);
      if (Math.abs(slope - gradient[k]) < 0.01 + 0.05 * Math.abs(slope)) moved++;
    }
    const ofEmptyLine = gradient.subarray(rowsAt, rowsAt + CHANNELS);
    expect(
      ofEmptyLine.every((g) => g === 0),
      'the empty line stays 0',
    ).toBe(true);
  }
  expect(moved).toBeGreaterThan(0.95 * 30 * 12);
});

/** Learns from all positions at once. @returns the losses, and the learner */
function learn(positions: Positions, steps: number, isLineLearned: boolean, seed: number) {
  const network = new Network(SHAPE, CODE, isLineLearned);
  const learner = new Learner(SHAPE, freeRows(CHANNELS), isLineLearned);
  initialize(learner.parts, SHAPE, seededRandom(seed));
  learner.begin();
  const losses = Array.from({ length: steps }, () => {
    learner.write(network.parameters, false);
    let loss = 0;
    for (let i = 0; i < positions.count; i++) {
      const p = 1 / (1 + Math.exp(-network.forward(positions, i)));
      const label = positions.label[i];
      loss -= label * Math.log(p + 1e-9) + (1 - label) * Math.log(1 - p + 1e-9);
      network.backward(positions, i, (p - label) / positions.count);
    }
    learner.step(network.gradient, 0.01, 0);
    network.gradient.fill(0);
    return loss / positions.count;
  });
  return { losses, learner, network };
}

test('an untrained network equals the table, and training improves it', () => {
  const positions = randomPositions(60, seededRandom(5));
  const { network } = learn(positions, 1, true, 9);
  for (let i = 0; i < positions.count; i++)
    expect(network.forward(positions, i)).toBeCloseTo(positions.table[i] / 200, 5);
  const { losses } = learn(positions, 300, true, 9);
  expect(losses[299]).toBeLessThan(0.8 * losses[0]);
});

test('frozen lines learn nothing, heads do', () => {
  const positions = randomPositions(20, seededRandom(8));
  const before = learn(positions, 0, false, 3).learner.parts;
  const after = learn(positions, 20, false, 3).learner.parts;
  expect(digestOf(after.lines.rows, after.lines.bias)).toBe(digestOf(before.lines.rows, before.lines.bias));
  expect(after.heads[0].pool).not.toEqual(before.heads[0].pool);
  // Rows that are not 0 have no gradient either.
  const network = new Network(SHAPE, CODE, false);
  initialize(network.parts, SHAPE, seededRandom(3));
  network.parameters.fill(0.1, headCount(SHAPE) + 2 * CHANNELS);
  for (const { output } of network.parts.heads) output.fill(0.5);
  network.forward(positions, 0);
  network.backward(positions, 0, 1);
  expect(network.gradient.subarray(headCount(SHAPE)).every((g) => g === 0)).toBe(true);
  expect(network.gradient.some((g) => g !== 0)).toBe(true);
});

test('rounded rows are representable in the engine', () => {
  const all = new Network(SHAPE, CODE).parameters;
  const { lines } = partsOf(all, SHAPE);
  const random = seededRandom(6);
  for (let i = 0; i < lines.rows.length; i++) lines.rows[i] = 6 * (random() - 0.5);
  for (let c = 0; c < CHANNELS; c++) lines.bias[c] = random();
  const { rows, bias, cutOff } = quantizeLines(lines);
  expect(cutOff).toBeGreaterThan(0);
  roundLines(lines);
  expect(digestOf(Int8Array.from(lines.rows, (value) => value * ROW_SCALE))).toBe(digestOf(rows));
  expect(Int16Array.from(lines.bias, (value) => value * ROW_SCALE)).toEqual(bias);
});

test('training can start from weights of the engine', () => {
  const shape = { ...ENGINE_SHAPE, heads: 1 };
  const network = new Network(shape, CODE);
  const { lines, heads } = network.parts;
  const random = seededRandom(7);
  initialize(network.parts, shape, random);
  for (let i = CHANNELS; i < lines.rows.length; i++) lines.rows[i] = random() - 0.5;
  for (let unit = 0; unit < ENGINE_SHAPE.hidden; unit++) heads[0].output[unit] = random() - 0.5;
  const [ofLines, ofHead] = [quantizeLines(lines), quantizeHead(heads[0])];
  network.parameters.fill(0);
  restoreLines(lines, ofLines);
  restoreHead(heads[0], ofHead);
  const again = quantizeLines(lines);
  expect(digestOf(again.rows, again.bias)).toBe(digestOf(ofLines.rows, ofLines.bias));
  expect(again.cutOff).toBe(0);
  expect(quantizeHead(heads[0])).toEqual(ofHead);
});

test('a rule has one head, renju one for each side', () => {
  expect([...headsOf([8, 0, 4, 0])]).toEqual([
    [0, [0, 0]],
    [4, [1, 2]],
    [8, [3, 3]],
  ]);
});

test('rules without heads take those of a network with the same lines, and unused heads are removed', () => {
  const named = (name: number): HeadWeights => ({ hidden: Int16Array.of(name), output: Int16Array.of(name) });
  const lines = { rows: Int8Array.of(1, -2), bias: Int16Array.of(300) };
  const old: NetworkWeights = {
    ...lines,
    heads: [named(0), named(1), named(2)],
    rules: [[0, 0], [1, 1], [1, 2], null, null],
  };
  const learned: NetworkWeights = { ...lines, heads: [named(7)], rules: [null, [0, 0], null, null, null] };
  const joined = withHeadsOf(learned, old);
  const headsOfRules = joined.rules.map((own) => own?.map((head) => joined.heads[head].hidden[0]) ?? null);
  expect(headsOfRules).toEqual([[0, 0], [7, 7], [1, 2], null, null]);
  expect(joined.heads).toHaveLength(4);
  for (const other of [{ rows: Int8Array.of(1, 2) }, { bias: Int16Array.of(44) }])
    expect(withHeadsOf({ ...learned, ...other }, old)).toEqual({ ...learned, ...other });
  expect(withoutIdleHeads({ ...old, rules: [[2, 2], null, null, null, null] })).toEqual({
    ...lines,
    heads: [named(2)],
    rules: [[0, 0], null, null, null, null],
  });
});
