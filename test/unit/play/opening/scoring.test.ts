import { expect, test } from 'vitest';
import { evenestCount, scoreOfOffer } from '../../../../src/play/opening/scoring.ts';

const moves = [90, 30, -8, -60].map((score, x) => ({ x, y: 0, score }));

test('of several offered moves the worst counts', () => {
  expect([1, 2, 3, 4, 9].map((count) => scoreOfOffer(moves, count))).toEqual([90, 30, -8, -60, -60]);
  expect(scoreOfOffer([], 3)).toBe(0);
});

test('as many are requested as make the worst closest to even', () => {
  expect(evenestCount(moves, 8)).toBe(3);
  expect(evenestCount(moves, 2)).toBe(2);
});
