import { beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { CELLS } from '../../../../src/kernel/point.ts';
import {
  ATTACK,
  addKiller,
  ageHistory,
  clearHistory,
  counterMove,
  history,
  historyBonus,
  historyTable,
  killers,
  MAX_HISTORY,
  QUIET,
  updateHistory,
} from '../../../../src/kernel/search/history.ts';
import { ONE_PLY } from '../../../../src/kernel/search/params.ts';
import { between } from '../../rules/random.ts';

beforeEach(clearHistory);

describe('history scores', () => {
  test('stay within their bounds whatever is added', () => {
    const random = seededRandom(3);
    for (let i = 0; i < 20_000; i++) {
      const bonus = historyBonus(between(random, 0, 60) * ONE_PLY);
      updateHistory(17, random() < 0.5 ? bonus : -bonus);
      expect(Math.abs(history[17])).toBeLessThanOrEqual(MAX_HISTORY);
    }
  });

  test('approach the bounds, and return', () => {
    const bonus = historyBonus(30 * ONE_PLY);
    for (let i = 0; i < 100; i++) updateHistory(17, bonus);
    expect(history[17]).toBeGreaterThan(0.9 * MAX_HISTORY);
    for (let i = 0; i < 100; i++) updateHistory(17, -bonus);
    expect(history[17]).toBeLessThan(-0.9 * MAX_HISTORY);
  });

  test('grow with the depth, and even at depth 0', () => {
    for (let depth = 1; depth < 40; depth++) {
      expect(historyBonus(depth * ONE_PLY)).toBeGreaterThanOrEqual(historyBonus((depth - 1) * ONE_PLY));
    }
    expect(historyBonus(0)).toBeGreaterThan(0);
    expect(historyBonus(10 * ONE_PLY)).toBeGreaterThan(historyBonus(2 * ONE_PLY));
  });

  test('of the four tables do not overlap', () => {
    const starts = [1, 2].flatMap((side) => [ATTACK, QUIET].map((table) => historyTable(side, table)));
    expect([...starts].sort((a, b) => a - b)).toEqual([0, CELLS, 2 * CELLS, 3 * CELLS]);
    expect(history.length).toBe(4 * CELLS);
  });

  test('are halved with a new search, and killers cleared', () => {
    updateHistory(5, 1000);
    const before = history[5];
    addKiller(3, 200);
    ageHistory();
    expect(history[5]).toBe(before >> 1);
    expect(killers[6]).toBe(0);
  });

  test('are cleared with a new game', () => {
    updateHistory(5, 1000);
    addKiller(3, 200);
    counterMove[9] = 77;
    clearHistory();
    expect(history.some((score) => score !== 0)).toBe(false);
    expect(killers.some((move) => move !== 0)).toBe(false);
    expect(counterMove.some((move) => move !== 0)).toBe(false);
  });
});

test('two killers per ply: the latest first, without duplicates', () => {
  addKiller(3, 200);
  addKiller(3, 200);
  expect([killers[6], killers[7]]).toEqual([200, 0]);
  addKiller(3, 300);
  expect([killers[6], killers[7]]).toEqual([300, 200]);
  addKiller(3, 400);
  expect([killers[6], killers[7]]).toEqual([400, 300]);
  expect([killers[4], killers[5], killers[8], killers[9]]).toEqual([0, 0, 0, 0]);
});
