import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { drawSigns, type Outcome, type Parameter, perturbed, updated } from '../../../../tools/tuning/spsa.ts';

const PARAMETERS: readonly Parameter[] = [
  { name: 'TOO_LOW', start: 20, min: 0, max: 400, step: 20 },
  { name: 'TOO_HIGH', start: 300, min: 0, max: 400, step: 20 },
  { name: 'OTHER_RULE', start: 50, min: 0, max: 100, step: 5, rules: [4] },
];
const OPTIMUM = [100, 200, 50];
const SCHEDULE = { iterations: 4000, rate: 0.03 };

test('finds the values that win most, from single games', () => {
  const random = seededRandom(1);
  const loss = (values: readonly number[]) =>
    0.2 * (((values[0] - OPTIMUM[0]) / 80) ** 2 + ((values[1] - OPTIMUM[1]) / 80) ** 2);
  let values = PARAMETERS.map(({ start }) => start);
  for (let k = 0; k < SCHEDULE.iterations; k++) {
    const signs = drawSigns(PARAMETERS.length, random);
    const [plus, minus] = ([1, -1] as const).map((side) => perturbed(PARAMETERS, values, signs, side, k, SCHEDULE));
    const points = random() < 0.5 + loss(minus) - loss(plus) ? 1 : -1;
    values = updated(PARAMETERS, values, signs, [{ rule: 0, points }], k, SCHEDULE);
  }
  expect(Math.abs(values[0] - OPTIMUM[0])).toBeLessThan(30);
  expect(Math.abs(values[1] - OPTIMUM[1])).toBeLessThan(30);
  // No game was played under its rule.
  expect(values[2]).toBe(50);
});

test('both sides are whole numbers in range, as far from the values on one side as on the other', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: SCHEDULE.iterations - 1 }), (seed, k) => {
      const signs = drawSigns(PARAMETERS.length, seededRandom(seed));
      const middle = PARAMETERS.map(({ min, max }) => (min + max) / 2);
      const plus = perturbed(PARAMETERS, middle, signs, 1, k, SCHEDULE);
      const minus = perturbed(PARAMETERS, middle, signs, -1, k, SCHEDULE);
      for (const [i, { min, max, step }] of PARAMETERS.entries()) {
        expect(plus[i] + minus[i]).toBe(min + max);
        expect((plus[i] - minus[i]) * signs[i]).toBeGreaterThanOrEqual(2 * step);
      }
      const edge = perturbed(
        PARAMETERS,
        PARAMETERS.map(({ max }) => max),
        signs,
        1,
        k,
        SCHEDULE,
      );
      for (const [i, { max }] of PARAMETERS.entries()) expect(edge[i]).toBeLessThanOrEqual(max);
    }),
  );
});

test('a won game moves every parameter toward its sign, a lost one equally far back, a drawn one not at all', () => {
  const signs = [1, -1, 1];
  const values = [100, 200, 50];
  const after = (points: number) => {
    const outcomes: Outcome[] = [{ rule: 4, points }];
    return updated(PARAMETERS, values, signs, outcomes, 10, SCHEDULE).map((value, i) => value - values[i]);
  };
  const won = after(1);
  for (const [i, sign] of signs.entries()) expect(Math.sign(won[i])).toBe(sign);
  for (const [i, change] of after(-1).entries()) expect(change).toBeCloseTo(-won[i], 9);
  expect(after(0)).toEqual([0, 0, 0]);
});
