import { describe, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import { CODES } from '../../../../src/kernel/eval/codes.ts';
import { evaluate } from '../../../../src/kernel/eval/evaluate.ts';
import { THREAT_MASKS } from '../../../../src/kernel/eval/threat-mask.ts';
import { place, setUp } from '../../../../src/kernel/search/search.ts';
import { generateGame, startGenerator } from '../../../../src/measure/selfplay/generate.ts';
import { labelsOf } from '../../../../src/measure/selfplay/labels.ts';
import type { SelfPlayGame } from '../../../../src/measure/selfplay/record.ts';
import { curvesSvg } from '../../../../tools/training/curves.ts';
import { buildDataset, type Dataset, fitScoreScale, isHeldOut } from '../../../../tools/training/dataset.ts';
import { minimize } from '../../../../tools/training/lbfgs.ts';
import { EXPECTED, Model, meanLoss, SCALE, score, type Tables } from '../../../../tools/training/model.ts';
import { handsetTables } from '../../../../tools/training/prior.ts';

function gameOf(result: number, scores: readonly number[]): SelfPlayGame {
  const plies = scores.map((value, x) => ({ x, y: 0, score: value, varied: false }));
  return { index: 0, size: 15, result, openingPlies: 0, plies };
}

describe('L-BFGS', () => {
  test('finds the minimum of a badly scaled convex function', () => {
    const target = [3, -2, 0.5, 10];
    const stretch = [1, 1000, 0.01, 30];
    const x = new Float64Array(4);
    minimize(
      (at, gradient) => {
        let sum = 0;
        for (let i = 0; i < 4; i++) {
          const d = at[i] - target[i];
          sum += stretch[i] * (d * d + Math.cosh(d) - 1);
          gradient[i] = stretch[i] * (2 * d + Math.sinh(d));
        }
        return sum;
      },
      x,
      Float64Array.from(stretch),
      (iteration) => iteration < 200,
    );
    for (let i = 0; i < 4; i++) expect(x[i]).toBeCloseTo(target[i], 3);
  });
});

describe('labels', () => {
  test('trace 0 is the search score, trace 1 the result, both from the view of the side to move', () => {
    const game = gameOf(2, [0, 200, -200]);
    expect(Array.from(labelsOf(game, 200, 1))).toEqual([1, 0, 1]);
    const own = Array.from(labelsOf(game, 200, 0));
    expect(own[0]).toBeCloseTo(0.5);
    expect(own[1]).toBeCloseTo(1 / (1 + Math.exp(-1)));
    expect(own[1] + own[2]).toBeCloseTo(1);
  });

  test('in between a label is its score mixed with the label of the next ply', () => {
    const labels = labelsOf(gameOf(1, [0, 0, 400]), 200, 0.5);
    const last = 0.5 / (1 + Math.exp(-2)) + 0.25;
    expect(labels[2]).toBeCloseTo(last);
    expect(labels[1]).toBeCloseTo(0.25 + 0.5 * (1 - last));
    expect(labels[0]).toBeCloseTo(0.25 + 0.5 * (1 - labels[1]));
  });

  test('the scale of the scores is recovered', () => {
    const random = seededRandom(4);
    const games = Array.from({ length: 4000 }, () => {
      const value = Math.round((random() - 0.5) * 1200);
      return gameOf(random() < 1 / (1 + Math.exp(-value / 300)) ? 2 : 0, [value]);
    });
    expect(Math.abs(fitScoreScale(games) - 300)).toBeLessThanOrEqual(40);
  });
});

function someGames(rule: number, count: number): SelfPlayGame[] {
  startGenerator();
  return Array.from({ length: count }, (_, index) =>
    generateGame({ rule, sizes: [11], nodes: 100, seed: 3 }, index, () => true),
  );
}

describe.each([
  [0, 1],
  [4, 2],
])('positions of rule %i', (rule, colors) => {
  const games = someGames(rule, 12);
  const data = buildDataset(rule, [{ games, seed: 3 }], colors === 2, 0.3, 0.8);
  const prior = handsetTables(rule, colors);

  test('the trainer and the engine give a position the same value', () => {
    let next = 0;
    for (const game of games) {
      setUp(game.size, game.size, rule, 5);
      const worth = game.plies.map(({ x, y }, ply) => {
        const value = evaluate(1 + (ply & 1));
        place(x, y, 1 + (ply & 1));
        return value;
      });
      const found = data.start.length - 1 > next;
      expect(found).toBe(true);
      // Positions are in playing order and some are skipped: each must be found again in its game.
      for (let ply = game.openingPlies + 2; ply < game.plies.length && next < data.count; ply++) {
        if (Math.abs(score(prior, data, next) - worth[ply]) <= 0.5) next++;
      }
    }
    expect(next).toBe(data.count);
  });

  test('the gradient is that of the loss', () => {
    const model = new Model(prior, colors === 2, EXPECTED);
    const random = seededRandom(1);
    const at = Float64Array.from({ length: model.parameters }, () => (random() - 0.5) * 0.05);
    const gradient = new Float64Array(model.parameters);
    const ignored = new Float64Array(model.parameters);
    model.loss(at, data, data.label, 0.25, gradient);
    const direction = at.map(() => random() - 0.5);
    const step = 1e-6;
    const moved = (sign: number) => at.map((value, i) => value + sign * step * direction[i]);
    const slope = gradient.reduce((sum, value, i) => sum + value * direction[i], 0);
    const up = model.loss(moved(1), data, data.label, 0.25, ignored);
    const down = model.loss(moved(-1), data, data.label, 0.25, ignored);
    expect((up - down) / (2 * step)).toBeCloseTo(slope, 2);
  });

  test('games, not positions, are held out, whatever else is learned from', () => {
    expect(new Set(data.held)).toEqual(new Set([0, 1]));
    const expected = games.flatMap((game) => {
      const { count } = buildDataset(rule, [{ games: [game], seed: 3 }], colors === 2, 0.3, 0.8);
      return new Array<number>(count).fill(isHeldOut(game, 3, 0.3) ? 1 : 0);
    });
    expect([...data.held]).toEqual(expected);
  });
});

test('the held-out share is as requested, and another seed holds out other games', () => {
  const heldUnder = (seed: number) =>
    Array.from({ length: 20_000 }, (_, index) => isHeldOut({ ...gameOf(0, []), index }, seed, 0.05));
  const [one, two] = [heldUnder(1), heldUnder(2)];
  const share = (of: readonly boolean[]) => of.filter(Boolean).length / of.length;
  expect(share(one)).toBeCloseTo(0.05, 2);
  expect(share(two)).toBeCloseTo(0.05, 2);
  expect(share(one.map((held, i) => held && two[i]))).toBeLessThan(0.01);
});

test('weights that made the labels are recovered', () => {
  const random = seededRandom(9);
  const truth: Tables = { value: new Float64Array(CODES), threat: new Float64Array(THREAT_MASKS) };
  for (let code = 0; code < 40; code++) truth.value[code] = Math.round((random() - 0.5) * 40);
  truth.threat[5] = 80;
  const count = 20_000;
  const width = 6;
  const below = integersBelow(random);
  const data: Dataset = {
    count,
    start: Uint32Array.from({ length: count + 1 }, (_, i) => i * width),
    code: Uint16Array.from({ length: count * width }, () => below(40)),
    times: Int16Array.from({ length: count * width }, () => below(9) - 4),
    mask: Uint16Array.from({ length: count }, () => (random() < 0.5 ? 5 : 0)),
    result: new Float32Array(count),
    label: new Float32Array(count),
    held: new Uint8Array(count),
    scoreScale: SCALE,
  };
  for (let i = 0; i < count; i++) data.label[i] = 1 / (1 + Math.exp(-score(truth, data, i) / SCALE));
  const nothing: Tables = { value: new Float64Array(CODES), threat: new Float64Array(THREAT_MASKS) };
  const model = new Model(nothing, false, EXPECTED);
  const parameters = new Float64Array(model.parameters);
  minimize(
    (x, gradient) => model.loss(x, data, data.label, 1, gradient),
    parameters,
    model.curvature(data, 1),
    (iteration) => iteration < 60,
  );
  const learned = model.tables(parameters);
  const gap = (tables: Tables) => meanLoss(tables, data, data.label, 0) - meanLoss(truth, data, data.label, 0);
  expect(gap(learned)).toBeLessThan(gap(nothing) / 20);
  for (let code = 0; code < 40; code++) expect(Math.abs(learned.value[code] - truth.value[code])).toBeLessThan(6);
  expect(Math.abs(learned.threat[5] - learned.threat[0] - 80)).toBeLessThan(10);
});

test('curves are drawn within their frame', () => {
  const svg = curvesSvg(
    'loss',
    [
      { name: 'a', color: '#36c', points: [0.7, 0.65, 0.64] },
      { name: 'b', color: '#c33', points: [0.71, 0.66] },
    ],
    '2 iterations',
  );
  expect(svg).toContain('>2 iterations<');
  const points = [...svg.matchAll(/points="([^"]+)"/g)].map(([, list]) => list.split(' ').map((p) => p.split(',')));
  expect(points.map((list) => list.length)).toEqual([3, 2]);
  for (const [x, y] of points.flat()) {
    expect(Number(x)).toBeGreaterThanOrEqual(0);
    expect(Number(x)).toBeLessThanOrEqual(480);
    expect(Number(y)).toBeGreaterThanOrEqual(0);
    expect(Number(y)).toBeLessThanOrEqual(240);
  }
});
