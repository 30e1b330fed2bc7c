/** What a solver has done, and what comes next. */
import { describe, expect, test } from 'vitest';
import { afterProblem, rated } from '../../../../src/page/shelf/problems/store.ts';
import {
  afterAttempt,
  dailyProblem,
  dayOf,
  dueIds,
  NO_PRACTICE,
  nextProblem,
  type Practice,
  practiceFrom,
} from '../../../../src/play/problems/practice.ts';

const rate = (rating: Practice['rating']) => ({ ...rating, rating: rating.rating + 10 });
const attempt = (practice: Practice, id: string, isSolved: boolean, day: number) =>
  afterAttempt(practice, { id, at: 1000 * day, isSolved }, day, rate);

describe('Glicko-2', () => {
  test("gives the result of Glickman's worked example", () => {
    const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ]);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
  });

  test('a solved problem raises the rating, a failed one lowers it, and the hard one counts for more', () => {
    const { rating } = NO_PRACTICE;
    const solved = (problem: number) => afterProblem(rating, problem, true).rating;
    expect(solved(1200)).toBeGreaterThan(rating.rating);
    expect(solved(1600)).toBeGreaterThan(solved(1200));
    expect(afterProblem(rating, 1200, false).rating).toBeLessThan(rating.rating);
  });

  test('the rating still moves after thousands of problems', () => {
    let { rating } = NO_PRACTICE;
    for (let i = 0; i < 3000; i++) rating = afterProblem(rating, 1200, i % 2 === 0);
    expect(afterProblem(rating, 1200, true).rating - rating.rating).toBeGreaterThan(3);
  });
});

describe('an attempt', () => {
  test('counts for the rating only the first time', () => {
    const first = attempt(NO_PRACTICE, 'a', false, 1);
    expect(first.rating.rating).toBe(NO_PRACTICE.rating.rating + 10);
    expect(attempt(first, 'a', true, 1).rating).toEqual(first.rating);
  });

  test('makes or breaks the streak', () => {
    let practice = NO_PRACTICE;
    for (const id of ['a', 'b', 'c']) practice = attempt(practice, id, true, 1);
    expect(practice).toMatchObject({ streak: 3, best: 3 });
    expect(attempt(practice, 'd', false, 1)).toMatchObject({ streak: 0, best: 3 });
  });

  test('is written down; the oldest are dropped', () => {
    let practice = NO_PRACTICE;
    for (let i = 0; i < 510; i++) practice = attempt(practice, `p${i}`, true, 1);
    expect(practice.log).toHaveLength(500);
    expect(practice.log[499]).toEqual({ id: 'p509', at: 1000, isSolved: true });
    expect(Object.keys(practice.results)).toHaveLength(510);
  });
});

describe('a failed problem', () => {
  test('returns after 1, 3, 7 and 21 days, and is done then', () => {
    let practice = attempt(NO_PRACTICE, 'a', false, 10);
    let day = 10;
    for (const wait of [1, 3, 7, 21]) {
      expect(dueIds(practice, day + wait - 1)).toEqual([]);
      day += wait;
      expect(dueIds(practice, day)).toEqual(['a']);
      practice = attempt(practice, 'a', true, day);
    }
    expect(practice.repetitions).toEqual({});
  });

  test('begins again when it is failed again, and does not advance before it is due', () => {
    const failed = attempt(NO_PRACTICE, 'a', false, 10);
    expect(attempt(failed, 'a', true, 10).repetitions).toEqual(failed.repetitions);
    const later = attempt(attempt(failed, 'a', true, 11), 'a', false, 14);
    expect(later.repetitions).toEqual({ a: { solved: 0, day: 15 } });
  });

  test('the longest overdue comes first', () => {
    const both = attempt(attempt(NO_PRACTICE, 'b', false, 2), 'a', false, 5);
    expect(dueIds(both, 9)).toEqual(['b', 'a']);
  });
});

const set = [800, 1000, 1200, 1400].map((rating) => ({ id: String(rating), rating }));

describe('the next problem', () => {
  test('is a new one near the rating', () => {
    const seen = attempt(NO_PRACTICE, '1200', true, 1);
    const ids = [0, 0.3, 0.6, 0.99].map((random) => nextProblem(set, seen, random)?.id);
    expect(new Set(ids)).toEqual(new Set(['1000', '1400', '800']));
    expect(nextProblem(set, seen, 0)?.id).not.toBe('1200');
  });

  test('is one that is not solved if all were attempted, and any if all are solved', () => {
    let practice = NO_PRACTICE;
    for (const { id } of set) practice = attempt(practice, id, id !== '800', 1);
    expect(nextProblem(set, practice, 0.5)?.id).toBe('800');
    expect(nextProblem(set, attempt(practice, '800', true, 1), 0)).not.toBeNull();
    expect(nextProblem([], practice, 0)).toBeNull();
  });

  test('of a day is the same all day, and all come once before any comes again', () => {
    const problems = Array.from({ length: 1040 }, (_, i) => i);
    const days = Array.from({ length: 1040 }, (_, day) => dailyProblem(problems, 20_000 + day));
    expect(new Set(days).size).toBe(1040);
    expect(dailyProblem([], 1)).toBeNull();
    expect(dayOf(Date.UTC(2026, 0, 2, 23, 30), -60)).toBe(dayOf(Date.UTC(2026, 0, 3, 12), -60));
    expect(dayOf(Date.UTC(2026, 0, 2, 23, 30), 0)).toBe(dayOf(Date.UTC(2026, 0, 2, 12), 0));
  });
});

test('damaged storage loses only what is damaged', () => {
  const practice = attempt(NO_PRACTICE, 'a', false, 3);
  expect(practiceFrom(JSON.parse(JSON.stringify(practice)))).toEqual(practice);
  for (const value of [null, 7, 'x', []]) expect(practiceFrom(value)).toEqual(NO_PRACTICE);
  expect(practiceFrom({ ...practice, rating: { rating: 'high' } })).toEqual({
    ...practice,
    rating: NO_PRACTICE.rating,
  });
  const { log, results, repetitions } = practice;
  const damaged = { ...practice, log: [null, ...log, { id: 7 }], results: { ...results, x: 'yes' } };
  expect(practiceFrom({ ...damaged, repetitions: { ...repetitions, x: { solved: -1 } } })).toEqual(practice);
});
