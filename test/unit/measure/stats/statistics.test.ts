/**
 * Elo, likelihood of superiority and the sequential test against published figures: those that fastchess pins in its
 * own tests (app/tests/elo_test.cpp, sprt_test.cpp; it took them from live Fishtest runs), and Fishtest's formulas
 * evaluated with SciPy.
 */
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import {
  anchored,
  eloOfScore,
  estimateFromGames,
  estimateFromPairs,
  normalCdf,
  type PairCounts,
  ratings,
  type SprtOptions,
  scoreOfElo,
  sprtFromGames,
  sprtFromPairs,
} from '../../../../src/measure/stats/index.ts';
import { MAX_NORMALIZED_ELO } from '../../../../src/measure/stats/sprt.ts';

/** fastchess writes pairs as LL, LD, WL, DD, WD, WW; here, the middle two are one. */
function pairs(ll: number, ld: number, wl: number, dd: number, wd: number, ww: number): PairCounts {
  return [ll, ld, wl + dd, wd, ww];
}

function sprt(elo0: number, elo1: number, model: SprtOptions['model']): SprtOptions {
  return { elo0, elo1, alpha: 0.05, beta: 0.05, model };
}

describe('Elo', () => {
  test('score and back', () => {
    expect(scoreOfElo(0)).toBe(0.5);
    expect(scoreOfElo(200)).toBeCloseTo(0.759747, 6);
    expect(eloOfScore(0.75)).toBeCloseTo(190.8485, 4);
    for (const elo of [-900, -3.5, 0, 12, 400]) expect(eloOfScore(scoreOfElo(elo))).toBeCloseTo(elo, 9);
    expect(eloOfScore(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(eloOfScore(1)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    [pairs(34, 54, 31, 32, 64, 75), 55.58, 27.65, 57.94, 28.28, 1],
    [pairs(332, 433, 457, 41, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505],
    [pairs(7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0],
  ])('pairs %j', (counts, elo, error, normalized, normalizedError, los) => {
    const found = estimateFromPairs(counts)!;
    expect(found.elo).toBeCloseTo(elo, 2);
    expect((found.eloHigh - found.eloLow) / 2).toBeCloseTo(error, 2);
    expect(found.normalizedElo).toBeCloseTo(normalized, 2);
    expect(found.normalizedEloError).toBeCloseTo(normalizedError, 2);
    expect(found.los).toBeCloseTo(los, 4);
  });

  test('single games', () => {
    const found = estimateFromGames({ wins: 136, losses: 96, draws: 111 })!;
    expect(found.elo).toBeCloseTo(40.7, 2);
    expect((found.eloHigh - found.eloLow) / 2).toBeCloseTo(30.43, 2);
    expect(found.normalizedElo).toBeCloseTo(49.77, 2);
    expect(found.los).toBeCloseTo(0.996, 4);
    expect(estimateFromGames({ wins: 76, losses: 89, draws: 123 })!.los).toBeCloseTo(0.1553, 4);
    expect(estimateFromGames({ wins: 34, losses: 356, draws: 0 })!.normalizedElo).toBeCloseTo(-508.44, 2);
  });

  test('a clean sweep has a finite lower bound that rises with the number of games', () => {
    expect(estimateFromPairs([0, 0, 0, 0, 0])).toBeNull();
    const [short, long] = [estimateFromPairs([0, 0, 0, 0, 5])!, estimateFromPairs([0, 0, 0, 0, 50])!];
    for (const found of [short, long]) expect(found).toMatchObject({ score: 1, elo: Number.POSITIVE_INFINITY });
    // 5 of 5: its probability is at least 0.025^(1/5) = 0.478.
    expect(short.eloLow).toBeCloseTo(eloOfScore(0.025 ** 0.2), 9);
    expect(long.eloLow).toBeGreaterThan(short.eloLow);
    // Bayes with a uniform prior: 1 - (1/2)^(n + 1).
    expect(short.los).toBeCloseTo(1 - 1 / 64, 12);
    const level = estimateFromPairs([0, 0, 20, 0, 0])!;
    expect(level.eloLow).toBeCloseTo(-level.eloHigh, 9);
    expect(level.los).toBe(0.5);
  });

  test('swapping the engines mirrors everything', () => {
    const there = estimateFromPairs([3, 9, 30, 14, 8])!;
    const back = estimateFromPairs([8, 14, 30, 9, 3])!;
    expect(back.elo).toBeCloseTo(-there.elo, 9);
    expect(back.eloHigh).toBeCloseTo(-there.eloLow, 9);
    expect(back.los).toBeCloseTo(1 - there.los, 12);
  });

  test('normal distribution', () => {
    // scipy.stats.norm.cdf
    expect(normalCdf(1.96)).toBeCloseTo(0.9750021048517795, 13);
    expect(normalCdf(-4)).toBeCloseTo(3.167124183311986e-5, 16);
    expect(normalCdf(3.7)).toBeCloseTo(0.9998922002665226, 13);
  });
});

describe('sequential test', () => {
  test.each([
    [pairs(365, 16618, 36029, 200, 16974, 390), 0, 2, 'normalized', 2.25],
    [pairs(127, 4883, 10311, 401, 5150, 104), -1.75, 0.25, 'normalized', 3.01],
    [pairs(223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, 'logistic', -3.07],
    [pairs(871, 26175, 55003, 980, 26678, 821), 0, 2, 'logistic', -4.98],
  ] as const)('pairs %j, [%f, %f] %s', (counts, elo0, elo1, model, llr) => {
    expect(sprtFromPairs(counts, sprt(elo0, elo1, model)).llr).toBeCloseTo(llr, 2);
  });

  test.each([
    [36433, 36027, 68692, 0, 2, 'normalized', 0.92],
    [10871, 10650, 20431, -1.75, 0.25, 'normalized', 2.3],
    [21404, 21184, 40708, 0.5, 2.5, 'logistic', -1.57],
    [57433, 57030, 106593, 0, 2, 'logistic', -2.59],
  ] as const)('games +%i -%i =%i, [%f, %f] %s', (wins, losses, draws, elo0, elo1, model, llr) => {
    expect(sprtFromGames({ wins, losses, draws }, sprt(elo0, elo1, model)).llr).toBeCloseTo(llr, 2);
  });

  test('outcomes that never occurred: the same results as Fishtest with SciPy', () => {
    expect(sprtFromPairs([0, 0, 0, 0, 104], sprt(0, 5, 'normalized')).llr).toBeCloseTo(2.094955, 5);
    expect(sprtFromPairs([0, 0, 104, 0, 0], sprt(0, 5, 'normalized')).llr).toBeCloseTo(-0.039156, 5);
    expect(sprtFromGames({ wins: 0, losses: 0, draws: 16700 }, sprt(0, 5, 'normalized')).llr).toBeCloseTo(-3.45054, 4);
  });

  test('bounds and verdicts according to Wald', () => {
    const open = sprtFromPairs([0, 0, 0, 0, 0], sprt(0, 5, 'logistic'));
    expect(open).toMatchObject({ llr: 0, verdict: null });
    expect(open.lower).toBeCloseTo(-2.944439, 6);
    expect(open.upper).toBeCloseTo(2.944439, 6);
    expect(sprtFromPairs([50, 100, 300, 190, 120], sprt(0, 10, 'logistic')).verdict).toBe('H1');
    expect(sprtFromPairs([120, 190, 300, 100, 50], sprt(0, 10, 'logistic')).verdict).toBe('H0');
  });

  test('errs about as often as it may', () => {
    // 400 tests between equal engines at alpha 0.05, a pair worth 0, 1 or 2 points with 1/4, 1/2, 1/4.
    const random = seededRandom(5);
    const options = sprt(0, 60, 'logistic');
    let wrong = 0;
    for (let run = 0; run < 400; run++) {
      const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
      for (let pair = 0; ; pair++) {
        const luck = random();
        counts[luck < 0.25 ? 0 : luck < 0.75 ? 2 : 4]++;
        // The likelihood ratio of a handful of pairs is far from normal; a real test cannot end there either.
        const { verdict } = pair < 8 ? { verdict: null } : sprtFromPairs(counts, options);
        if (verdict === 'H1') wrong++;
        if (verdict !== null) break;
      }
    }
    expect(wrong).toBeGreaterThan(4);
    expect(wrong).toBeLessThan(36);
  });
});

describe('ratings', () => {
  const games = (wins: number, draws: number, losses: number) => ({ wins, draws, losses });

  test('two engines: the Elo of the score, shrunk by one virtual draw', () => {
    const [a, b] = ratings(2, [{ first: 0, second: 1, games: games(60, 10, 30), pairs: [5, 0, 25, 10, 10] }]);
    expect(a.elo - b.elo).toBeCloseTo(eloOfScore(65.5 / 101), 6);
    expect(a.elo).toBeCloseTo(-b.elo, 9);
    expect(a.error).toBeGreaterThan(0);
  });

  test('margins add up along a chain of engines', () => {
    const level = [0, 0, 0, 0, 0] as const;
    const rated = ratings(3, [
      { first: 0, second: 1, games: games(7500, 0, 2500), pairs: level },
      { first: 1, second: 2, games: games(7500, 0, 2500), pairs: level },
    ]);
    expect(rated[0].elo - rated[1].elo).toBeCloseTo(190.8, 0);
    expect(rated[0].elo - rated[2].elo).toBeCloseTo(381.7, 0);
    expect(rated[1].elo).toBeCloseTo(0, 6);
    // The ratings at the ends are less certain than those in the middle.
    expect(rated[0].error).toBeGreaterThan(rated[1].error);
  });

  test('more games, narrower intervals', () => {
    const error = (n: number) =>
      ratings(2, [{ first: 0, second: 1, games: games(5 * n, n, 4 * n), pairs: [n, 0, 3 * n, 0, n] }])[0].error;
    expect(error(400) / error(100)).toBeCloseTo(0.5, 1);
  });

  test('an engine without games, and a clean sweep', () => {
    const rated = ratings(3, [{ first: 0, second: 1, games: games(20, 0, 0), pairs: [0, 0, 0, 0, 10] }]);
    expect(rated[2].error).toBe(Number.POSITIVE_INFINITY);
    expect(Number.isFinite(rated[0].elo)).toBe(true);
    expect(rated[0].elo).toBeGreaterThan(rated[1].elo);
  });
});

describe('ratings on a known scale', () => {
  const rated = [-300, -100, 100, 300].map((elo) => ({ elo, error: 30 }));

  test('all shift together, so that the known ones agree on average', () => {
    const { ratings: moved, residuals } = anchored(
      rated,
      new Map([
        [0, 700],
        [3, 1400],
      ]),
    );
    expect(moved.map(({ elo }) => elo)).toEqual([750, 950, 1150, 1350]);
    expect([...residuals]).toEqual([
      [0, 50],
      [3, -50],
    ]);
    // The gaps are 1000 and 1100: their mean has a standard error of 50.
    for (const { error } of moved) expect(error).toBeCloseTo(Math.hypot(30, 1.96 * 50), 1);
  });

  test('with a single known rating, its error is added', () => {
    const { ratings: moved } = anchored(rated, new Map([[1, 1000]]));
    expect(moved.map(({ elo }) => elo)).toEqual([800, 1000, 1200, 1400]);
    expect(moved[2].error).toBeCloseTo(Math.hypot(30, 30), 9);
  });
});

const MOST = MAX_NORMALIZED_ELO.pairs;

test.each([
  [0, MOST],
  [-MOST, 0],
  [0.4 * MOST, MOST],
])('the largest normalized bounds decide: %d to %d', (elo0, elo1) => {
  const options = sprt(elo0, elo1, 'normalized');
  for (const seen of [
    pairs(1, 0, 0, 0, 0, 0),
    pairs(0, 0, 1, 0, 0, 0),
    pairs(0, 0, 0, 0, 0, 1),
    pairs(5, 20, 25, 25, 20, 5),
  ]) {
    expect(sprtFromPairs(seen, options).llr).toSatisfy(Number.isFinite);
  }
  expect(sprtFromPairs(pairs(0, 0, 0, 0, 0, 500), options).verdict).toBe('H1');
  expect(sprtFromPairs(pairs(500, 0, 0, 0, 0, 0), options).verdict).toBe('H0');
});

test.each([
  [0, MAX_NORMALIZED_ELO.games],
  [-MAX_NORMALIZED_ELO.games, 0],
  [MOST, MAX_NORMALIZED_ELO.games],
])('the same for single games: %d to %d', (elo0, elo1) => {
  const options = sprt(elo0, elo1, 'normalized');
  for (const [wins, draws, losses] of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [40, 20, 40],
  ]) {
    expect(sprtFromGames({ wins, draws, losses }, options).llr).toSatisfy(Number.isFinite);
  }
  expect(sprtFromGames({ wins: 500, draws: 0, losses: 0 }, options).verdict).toBe('H1');
  expect(sprtFromGames({ wins: 0, draws: 0, losses: 500 }, options).verdict).toBe('H0');
});

test('bounds beyond the largest are refused, not NaN; logistic ones have no limit', () => {
  const [win, pair] = [{ wins: 1, draws: 0, losses: 0 }, pairs(0, 0, 0, 0, 0, 1)];
  expect(() => sprtFromGames(win, sprt(0, 341, 'normalized'))).toThrow(
    'bound 341 in normalized Elo: expected 340 at most',
  );
  expect(() => sprtFromPairs(pair, sprt(-231, 0, 'normalized'))).toThrow(
    'bound -231 in normalized Elo: expected 230 at most',
  );
  expect(sprtFromGames(win, sprt(0, 800, 'logistic')).llr).toSatisfy(Number.isFinite);
});
