/** Clocks of a game, without any time passing. */
import { expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.ts';
import { clocksSwapped, clockText, leftOf, spentAfter, timeForMove } from '../../../src/game/played/clock.ts';

test('each side has time of its own, and none less than nothing', () => {
  const spent = spentAfter(spentAfter(null, BLACK, 400), WHITE, 1500);
  expect(spent).toEqual([400, 1500]);
  expect(leftOf(spent, BLACK, 1000)).toBe(600);
  expect(leftOf(spent, WHITE, 1000)).toBe(0);
  expect(leftOf(null, WHITE, 1000)).toBe(1000);
  expect(clocksSwapped(spent)).toEqual([1500, 400]);
  expect(clocksSwapped(null)).toBeNull();
});

test('the engine takes a part of what it has left, and no more than it may for a move', () => {
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
