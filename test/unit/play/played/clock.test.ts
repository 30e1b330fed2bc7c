/** Clocks of a game, without any time passing. */
import { expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../../src/core/color.ts';
import {
  clockAfter,
  clockPressed,
  clockSwapped,
  clockText,
  leftOf,
  mainTime,
  newClock,
  shownLeft,
  timeForMove,
} from '../../../../src/play/played/clock.ts';

test('each side has its own time, which is never negative', () => {
  const clock = clockAfter(clockAfter(newClock(mainTime(1000)), BLACK, 400), WHITE, 1500);
  expect(clock.spentMs).toEqual([400, 1500]);
  expect(leftOf(clock, BLACK)).toBe(600);
  expect(leftOf(clock, WHITE)).toBe(0);
  expect(leftOf(newClock(mainTime(1000)), WHITE)).toBe(1000);
  expect(leftOf(newClock(null), WHITE)).toBeNull();
  expect(clockSwapped(clock).spentMs).toEqual([1500, 400]);
});

test('an increment is added after each move, and can add up to more than the main time', () => {
  const control = { mainMs: 60_000, incrementMs: 5000, byoYomiMs: 0 };
  const moved = clockPressed(clockAfter(newClock(control), BLACK, 2000), BLACK);
  expect([leftOf(moved, BLACK), leftOf(moved, WHITE)]).toEqual([63_000, 60_000]);
  expect(leftOf(clockAfter(moved, BLACK, 63_000), BLACK)).toBe(0);
});

test('in byo-yomi every move has the same time; it is lost on time where that ends', () => {
  const control = { mainMs: 60_000, incrementMs: 0, byoYomiMs: 30_000 };
  const used = clockAfter(newClock(control), WHITE, 59_000);
  expect([shownLeft(used, WHITE), leftOf(used, WHITE)]).toEqual([1000, 31_000]);
  const over = clockAfter(used, WHITE, 11_000);
  expect(shownLeft(over, WHITE)).toBe(20_000);
  const moved = clockPressed(over, WHITE);
  expect([shownLeft(moved, WHITE), leftOf(moved, WHITE)]).toEqual([30_000, 30_000]);
  expect(leftOf(clockAfter(moved, WHITE, 29_999), WHITE)).toBe(1);
  expect(leftOf(clockAfter(moved, WHITE, 30_000), WHITE)).toBe(0);
  expect(clockPressed(newClock(null), WHITE)).toEqual(newClock(null));
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
