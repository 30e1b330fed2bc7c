/** The comparison of workers. */
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { chiSquareTail, homogeneityOf } from '../../../../src/measure/stats/index.ts';

describe('the chi-square distribution', () => {
  // Critical values from the usual tables (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
  test.each([
    [3.841, 1, 0.05],
    [6.635, 1, 0.01],
    [9.488, 4, 0.05],
    [18.307, 10, 0.05],
    [29.588, 10, 0.001],
    [43.773, 30, 0.05],
    [124.342, 100, 0.05],
    [149.449, 100, 0.001],
  ])('%d on %d degrees is exceeded with chance %d', (value, degrees, p) => {
    expect(chiSquareTail(value, degrees)).toBeCloseTo(p, 4);
  });

  test('with two degrees of freedom it is an exponential distribution', () => {
    for (const value of [0.1, 1, 2.5, 10, 40]) {
      expect(chiSquareTail(value, 2) / Math.exp(-value / 2)).toBeCloseTo(1, 10);
    }
  });
});

describe('workers', () => {
  test('an example worked by hand: two rows of 20, 30 / 30, 20', () => {
    const found = homogeneityOf([
      [20, 0, 30, 0, 0],
      [30, 0, 20, 0, 0],
    ])!;
    expect(found.chiSquare).toBeCloseTo(4, 10);
    expect(found.degrees).toBe(1);
    expect(found.p).toBeCloseTo(0.0455, 4);
  });

  test('too little data', () => {
    expect(homogeneityOf([])).toBeNull();
    expect(homogeneityOf([[0, 0, 50, 0, 0]])).toBeNull();
    expect(
      homogeneityOf([
        [0, 0, 50, 0, 0],
        [9, 0, 0, 0, 0],
      ]),
    ).toBeNull();
    expect(
      homogeneityOf([
        [0, 0, 50, 0, 0],
        [0, 0, 60, 0, 0],
      ]),
    ).toBeNull();
  });

  test('honest workers are suspected as rarely as the level says, a cheat immediately', () => {
    const random = seededRandom(5);
    const draw = (pairs: number, weights: readonly number[]): [number, number, number, number, number] => {
      const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
      for (let i = 0; i < pairs; i++) {
        const drawn = random();
        const upTo = weights.map((_, k) => weights.slice(0, k + 1).reduce((sum, weight) => sum + weight, 0));
        counts[
          Math.max(
            0,
            upTo.findIndex((sum) => drawn < sum),
          )
        ]++;
      }
      return counts;
    };
    const honest = [0.1, 0.2, 0.4, 0.2, 0.1];
    let suspected = 0;
    for (let trial = 0; trial < 1000; trial++) {
      const found = homogeneityOf(Array.from({ length: 8 }, () => draw(100, honest)))!;
      if (found.p < 0.05) suspected++;
    }
    // 50 expected, standard deviation 7.
    expect(suspected).toBeGreaterThan(25);
    expect(suspected).toBeLessThan(80);
    const rows = Array.from({ length: 7 }, () => draw(100, honest));
    expect(homogeneityOf([...rows, draw(100, [0, 0, 0.1, 0.2, 0.7])])!.p).toBeLessThan(1e-6);
  });
});
