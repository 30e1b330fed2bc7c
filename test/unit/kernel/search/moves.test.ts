import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { buildWeights } from '../../../../src/kernel/eval/learned.ts';
import { CLASS_FIVE, CLASS_NONE } from '../../../../src/kernel/patterns/points.ts';
import { setRule } from '../../../../src/kernel/patterns/rule.ts';
import { classAt, countOf } from '../../../../src/kernel/patterns/state.ts';
import { columnOf, NO_POINT, pointAt, rowOf } from '../../../../src/kernel/point.ts';
import { clearHistory, history, historyTable, QUIET } from '../../../../src/kernel/search/history.ts';
import {
  ALL_CANDIDATES,
  addEmptyPoints,
  generateFours,
  generateMoves,
  LIST_SIZE,
  moveList,
  restriction,
} from '../../../../src/kernel/search/movegen.ts';
import { moveOrder, pickMove, scoreMoves } from '../../../../src/kernel/search/movepick.ts';
import { between } from '../../rules/random.ts';
import { drawSetup, RULES, randomGame, type Setup, setUpPatterns } from './boards.ts';
import { BruteForce } from './brute.ts';

/** A ply inside the slabs, so that a wrong offset shows. */
const PLY = 3;

function useRule(code: number): void {
  setRule(code, 5);
  buildWeights();
}

function listOf(count: number): number[] {
  return Array.from(moveList.subarray(PLY * LIST_SIZE, PLY * LIST_SIZE + count));
}

function setups(code: number, count: number): Setup[] {
  const random = seededRandom(60 + code);
  return Array.from({ length: count }, () =>
    randomGame(random, ruleFromCode(code)!, between(random, 7, 15), between(random, 7, 15), between(random, 4, 40)),
  );
}

const sorted = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b);

describe.each(RULES)('%s', (_name, code) => {
  const rule = ruleFromCode(code)!;

  test('the fours are the points that leave a five to make, except forbidden ones', () => {
    useRule(code);
    let fours = 0;
    for (const setup of setups(code, 80)) {
      setUpPatterns(setup);
      const side = setup.toMove;
      if (countOf(side, CLASS_FIVE) > 0) continue;
      const brute = new BruteForce(setup.position, rule);
      const expected = brute.emptyCells().filter((at) => brute.makesFour(at, side));
      const found = listOf(generateFours(side, PLY, NO_POINT))
        .map((point) => rowOf(point) * brute.width + columnOf(point))
        .filter((at) => !brute.isFoul(at, side));
      expect(sorted(found), drawSetup(setup)).toEqual(sorted(expected));
      fours += found.length;
    }
    expect(fours).toBeGreaterThan(80);
  });

  test('fours near a point are among those of the whole board', () => {
    useRule(code);
    for (const setup of setups(code, 30)) {
      setUpPatterns(setup);
      const side = setup.toMove;
      const all = new Set(listOf(generateFours(side, PLY, NO_POINT)));
      for (const { x, y } of setup.stones.slice(-4)) {
        const near = listOf(generateFours(side, PLY, pointAt(x, y)));
        expect(new Set(near).size).toBe(near.length);
        expect(near.filter((point) => !all.has(point))).toEqual([]);
        // No point of the square of two around the point is omitted.
        const close = [...all].filter((at) => Math.abs(columnOf(at) - x) <= 2 && Math.abs(rowOf(at) - y) <= 2);
        expect(close.filter((point) => !near.includes(point))).toEqual([]);
      }
    }
  });

  test('candidates: no duplicates, no occupied point, every point where something can be made', () => {
    useRule(code);
    let unrestricted = 0;
    for (const setup of setups(code, 30)) {
      setUpPatterns(setup);
      const list = listOf(generateMoves(setup.toMove, PLY));
      expect(new Set(list).size).toBe(list.length);
      const brute = new BruteForce(setup.position, rule);
      const empty = brute.emptyCells().map((at) => pointAt(at % brute.width, Math.floor(at / brute.width)));
      expect(list.filter((point) => !empty.includes(point))).toEqual([]);
      if (restriction !== ALL_CANDIDATES) continue;
      unrestricted++;
      const listed = new Set(list);
      const useful = empty.filter((point) => classAt(point, 1) !== CLASS_NONE || classAt(point, 2) !== CLASS_NONE);
      expect(
        useful.filter((point) => !listed.has(point)),
        drawSetup(setup),
      ).toEqual([]);
    }
    expect(unrestricted).toBeGreaterThan(5);
  });
});

describe('picking', () => {
  test('takes every move once, best first', () => {
    useRule(0);
    clearHistory();
    for (const setup of setups(0, 30)) {
      setUpPatterns(setup);
      const count = addEmptyPoints(PLY * LIST_SIZE);
      const before = listOf(count);
      scoreMoves(setup.toMove, PLY, count, NO_POINT);
      const order = new Map(before.map((move, i) => [move, moveOrder[PLY * LIST_SIZE + i]]));
      const picked: number[] = [];
      for (let i = 0; i < count; i++) picked.push(pickMove(PLY, i, count));
      expect(sorted(picked)).toEqual(sorted(before));
      for (let i = 1; i < count; i++) expect(order.get(picked[i])).toBeLessThanOrEqual(order.get(picked[i - 1])!);
    }
  });

  test('history moves a quiet move ahead of its equals', () => {
    useRule(0);
    clearHistory();
    setUpPatterns(randomGame(seededRandom(2), ruleFromCode(0)!, 15, 15, 4));
    const count = addEmptyPoints(PLY * LIST_SIZE);
    const dull = listOf(count).filter((point) => classAt(point, 1) === CLASS_NONE && classAt(point, 2) === CLASS_NONE);
    const favorite = dull[dull.length >> 1];
    history[historyTable(1, QUIET) + favorite] = 10_000;
    scoreMoves(1, PLY, count, NO_POINT);
    const picked = Array.from({ length: count }, (_, i) => pickMove(PLY, i, count));
    const first = picked.find((point) => dull.includes(point));
    expect(first).toBe(favorite);
  });
});
