import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/random.ts';
import {
  AT_ONCE,
  type Clocks,
  DEFAULT_TURN_MS,
  MoveCost,
  matchReserveMs,
  matchTimeLeft,
  planTime,
  reserveMs,
  SHARING,
} from '../../../src/engine/time.ts';

const clocks = (given: Partial<Clocks>): Clocks => ({
  turnMs: DEFAULT_TURN_MS,
  matchMs: 0,
  timeLeftMs: null,
  usedMs: 0,
  incrementMs: 0,
  ...given,
});
const EMPTY_15 = 225;

describe('time left in the match', () => {
  test('without a match limit, it is unlimited', () => {
    expect(matchTimeLeft(clocks({}))).toBe(Number.POSITIVE_INFINITY);
    expect(matchTimeLeft(clocks({ matchMs: 2147483647 }))).toBe(Number.POSITIVE_INFINITY);
  });
  test("the manager's value takes precedence over the brain's own count", () => {
    expect(matchTimeLeft(clocks({ matchMs: 100_000, usedMs: 30_000 }))).toBe(70_000);
    expect(matchTimeLeft(clocks({ matchMs: 100_000, timeLeftMs: 50_000 }))).toBe(50_000);
    expect(matchTimeLeft(clocks({ matchMs: 100_000, timeLeftMs: 2147483647 }))).toBe(Number.POSITIVE_INFINITY);
  });
  test('the time used since time_left was sent is subtracted', () => {
    expect(matchTimeLeft(clocks({ timeLeftMs: 50_000, usedMs: 20_000 }))).toBe(30_000);
  });
});

describe('the plan for a move', () => {
  test('timeout_turn 0 means at once, whatever is left', () => {
    expect(planTime(clocks({ turnMs: 0 }), 0, EMPTY_15)).toEqual(AT_ONCE);
    expect(planTime(clocks({ turnMs: 0, timeLeftMs: 2147483647 }), 0, EMPTY_15)).toEqual(AT_ONCE);
  });
  test.each([-1000, -1, 0, 1, 5])('%d ms left in the match mean at once', (timeLeftMs) => {
    expect(planTime(clocks({ timeLeftMs }), 0, EMPTY_15)).toEqual(AT_ONCE);
  });
  test('an unlimited match gives every move all of its turn but the reserve', () => {
    const plan = planTime(clocks({ turnMs: 5000 }), 6, EMPTY_15);
    expect(plan.maxMs).toBe(4960);
    expect(plan.optimumMs).toBe(4960);
  });
  test('time_left smaller than the turn is the limit', () => {
    expect(planTime(clocks({ turnMs: 30_000, timeLeftMs: 7000 }), 20, 200).maxMs).toBe(
      Math.floor(((7000 - matchReserveMs(7000, 20, 200, 0, 0)) * SHARING.MAX_SHARE_1024) / 1024),
    );
  });
  test('5 s per move, 120 s per match: the first moves get nearly the whole turn at most and usually less', () => {
    const plan = planTime(clocks({ turnMs: 5000, matchMs: 120_000 }), 6, 394);
    expect(plan.maxMs).toBe(4960);
    expect(plan.optimumMs).toBeGreaterThan(2500);
    expect(plan.optimumMs).toBeLessThan(4960);
  });
  test('300 s per move, 1000 s per match: at most a part of it, and the middle of the game gets more than its end', () => {
    const match = { turnMs: 300_000, matchMs: 1_000_000 };
    const opening = planTime(clocks(match), 6, EMPTY_15);
    const late = planTime(clocks({ ...match, timeLeftMs: 100_000 }), 80, 145);
    expect(opening.maxMs).toBeLessThan(1_000_000 / 3);
    expect(opening.optimumMs).toBeGreaterThan(40_000);
    expect(late.optimumMs).toBeLessThan(opening.optimumMs / 10);
  });
  test.each([20, 50, 100, 200, 1000])('a turn of %d ms leaves time to think and some in reserve', (turnMs) => {
    const { optimumMs, maxMs } = planTime(clocks({ turnMs }), 4, 200);
    expect(optimumMs).toBeGreaterThan(0);
    expect(maxMs).toBeLessThanOrEqual(turnMs - reserveMs(turnMs));
  });
  test('an increment is spent as it comes', () => {
    const without = planTime(clocks({ turnMs: 60_000, timeLeftMs: 10_000 }), 10, 200);
    const given = planTime(clocks({ turnMs: 60_000, timeLeftMs: 10_000, incrementMs: 1000 }), 10, 200);
    expect(given.optimumMs).toBeGreaterThan(without.optimumMs + 500);
  });
  test('never exceeds a limit, whatever the clocks are', () => {
    const ms = fc.integer({ min: 0, max: 2147483647 });
    const given = fc.record({
      turnMs: ms,
      matchMs: ms,
      timeLeftMs: fc.oneof(fc.constant(null), fc.integer({ min: -10_000, max: 2147483647 })),
      usedMs: ms,
      incrementMs: fc.integer({ min: 0, max: 100_000 }),
    });
    fc.assert(
      fc.property(given, fc.nat(400), fc.nat(484), (clock, stones, empty) => {
        const { optimumMs, maxMs } = planTime(clock, stones, empty);
        expect(optimumMs).toBeGreaterThanOrEqual(0);
        expect(optimumMs).toBeLessThanOrEqual(maxMs);
        expect(maxMs).toBeLessThanOrEqual(clock.turnMs);
        expect(maxMs).toBeLessThanOrEqual(Math.max(0, matchTimeLeft(clock)));
      }),
    );
  });
  test.each([3000, 10_000, 60_000])(
    '%i ms per match last for a full board, with 2 ms lost at every move',
    (matchMs) => {
      let left = matchMs;
      for (let ply = 0; ply < EMPTY_15; ply += 2) {
        left -= planTime(clocks({ turnMs: matchMs, matchMs, timeLeftMs: left }), ply, EMPTY_15 - ply).optimumMs + 2;
        expect(left, `ply ${ply}`).toBeGreaterThan(0);
      }
    },
  );
  test('the overhead of moves is reserved for later ones', () => {
    const match = { turnMs: 10_000, matchMs: 10_000, timeLeftMs: 5000 };
    const usual = planTime(clocks(match), 30, 195);
    expect(planTime(clocks({ ...match, moveCostMs: 2 }), 30, 195)).toEqual(usual);
    const busy = planTime(clocks({ ...match, moveCostMs: 40 }), 30, 195);
    expect(busy.optimumMs).toBeLessThan(usual.optimumMs * 0.8);
    expect(busy.optimumMs).toBeGreaterThan(0);
  });
  test.each([5, 20, 50])('a match of 10 s lasts for fifty moves with an overhead of %i ms each', (costMs) => {
    const cost = new MoveCost();
    let left = 10_000;
    for (let ply = 0; ply < 100; ply += 2) {
      const given = clocks({ turnMs: 10_000, matchMs: 10_000, timeLeftMs: left, moveCostMs: cost.ms });
      left -= planTime(given, ply, EMPTY_15 - ply).optimumMs + costMs;
      cost.note(costMs);
      expect(left, `ply ${ply}`).toBeGreaterThan(0);
    }
  });
  test('the estimate follows the overhead of moves, and a single pause hardly changes it', () => {
    const cost = new MoveCost();
    for (let i = 0; i < 60; i++) cost.note(20);
    expect(cost.ms).toBeCloseTo(20, 1);
    cost.note(60_000);
    expect(cost.ms).toBeLessThan(30);
    for (let i = 0; i < 60; i++) cost.note(-5);
    expect(cost.ms).toBeLessThan(0.1);
    for (let i = 0; i < 12; i++) cost.note(80);
    expect(cost.ms).toBeGreaterThan(50);
  });
  test('the overhead of moves is reserved within a turn, too', () => {
    expect(planTime(clocks({ turnMs: 1000, moveCostMs: 20 }), 30, 195).maxMs).toBe(960);
    expect(planTime(clocks({ turnMs: 1000, moveCostMs: 100 }), 30, 195).maxMs).toBe(900);
    expect(planTime(clocks({ turnMs: 100, moveCostMs: 120 }), 30, 195)).toEqual(AT_ONCE);
  });

  describe('the match time lasts until the board is full', () => {
    /** Overhead of a move in addition to its search, in milliseconds, by two numbers from 0 to 1. */
    const costs = {
      'a quiet machine': (a: number, b: number) => 1 + 2 * a + (b < 0.01 ? 4000 * b : 0),
      'three processes to a processor': (a: number, b: number) => 1 - 3 * Math.log(1 - a) + (b < 0.02 ? 1500 * b : 0),
      'ten processes to a processor': (a: number, b: number) => 2 - 9 * Math.log(1 - a) + (b < 0.05 ? 1200 * b : 0),
    };
    /** @returns the least time that was ever left, over many games */
    function leastLeft(cost: (a: number, b: number) => number, cells: number, matchMs: number, incrementMs: number) {
      const part = seededRandom(20261123);
      let least = matchMs;
      for (let game = 0; game < 200; game++) {
        const measured = new MoveCost();
        let left = matchMs;
        for (let stones = 4; stones < cells; stones += 2) {
          const now = { turnMs: matchMs, matchMs, timeLeftMs: left, incrementMs, moveCostMs: measured.ms };
          const { optimumMs, maxMs } = planTime(clocks(now), stones, cells - stones);
          // Most searches end near their optimum, some at once, some at their maximum.
          const kind = part();
          const wanted = kind < 0.2 ? optimumMs / 20 : kind < 0.8 ? optimumMs * (0.5 + part()) : maxMs;
          const searchMs = Math.min(maxMs, wanted);
          const costMs = cost(part(), part());
          left -= searchMs + costMs;
          least = Math.min(least, left);
          left += incrementMs;
          measured.note(costMs);
        }
      }
      return least;
    }
    test.each([
      ['a quiet machine', 225, 3000, 0],
      ['a quiet machine', 225, 10_000, 0],
      ['a quiet machine', 400, 10_000, 0],
      ['a quiet machine', 225, 1000, 100],
      ['a quiet machine', 225, 60_000, 0],
      ['three processes to a processor', 225, 10_000, 0],
      ['three processes to a processor', 400, 60_000, 0],
      ['three processes to a processor', 225, 3000, 20],
      ['ten processes to a processor', 225, 60_000, 0],
      ['ten processes to a processor', 225, 1000, 100],
    ] as const)('%s, %d points, %d ms + %d ms', (machine, cells, matchMs, incrementMs) => {
      expect(leastLeft(costs[machine], cells, matchMs, incrementMs)).toBeGreaterThan(0);
    });
  });

  test('a whole game of slow moves stays within its match time', () => {
    let used = 0;
    for (let ply = 0; ply < 225; ply += 2) {
      const clock = clocks({ turnMs: 30_000, matchMs: 180_000, usedMs: used });
      used += planTime(clock, ply, EMPTY_15 - ply).maxMs;
    }
    expect(used).toBeLessThan(180_000);
  });
});
