/** Clocks of a game, without any time passing. */
import { expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../../src/core/color.ts';
import {
  clockAfter,
  clockSwapped,
  clockText,
  leftOf,
  newClock,
  timeForMove,
} from '../../../../src/play/played/clock.ts';

test('each side has its own time, which is never negative', () => {
  const clock = clockAfter(clockAfter(newClock(1000), BLACK, 400), WHITE, 1500);
  expect(clock).toEqual({ limitMs: 1000, spentMs: [400, 1500] });
  expect(leftOf(clock, BLACK)).toBe(600);
  expect(leftOf(clock, WHITE)).toBe(0);
  expect(leftOf(newClock(1000), WHITE)).toBe(1000);
  expect(leftOf(newClock(null), WHITE)).toBeNull();
  expect(clockSwapped(clock).spentMs).toEqual([1500, 400]);
});

test('the engine uses a part of its remaining time, within the limit per move', () => {
  expect(timeForMove(null, null)).toBeNull();
  expect(timeForMove(null, 3000)).toBe(3000);
  expect(timeForMove(60_000, null)).toBe(3000);
  expect(timeForMove(60_000, 1000)).toBe(1000);
  expect(timeForMove(0, 1000)).toBe(1);
});

test.each([
  [0, '0:00'],
  [59_999, '0:59'],
  [600_000, '10:00'],
])('%i ms are %s', (ms, text) => expect(clockText(ms)).toBe(text));
