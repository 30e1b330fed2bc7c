import { beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import {
  CLASS_FOUR,
  CLASS_MASK,
  CLASS_NONE,
  CLASS_THREE,
  CLASS_TWO_TWO,
} from '../../../../src/kernel/patterns/points.ts';
import { CELLS, NO_POINT, pointAt } from '../../../../src/kernel/point.ts';
import {
  AFTER_OTHER,
  AFTER_OWN,
  clearContinuation,
  continuation,
  continuationIndex,
  continuationRow,
  NO_ROW,
  updateContinuation,
} from '../../../../src/kernel/search/continuation.ts';
import { MAX_HISTORY } from '../../../../src/kernel/search/history.ts';
import { between } from '../../rules/random.ts';

beforeEach(clearContinuation);

/** @returns the score of a move after another one */
function scoreOf(kind: number, side: number, earlier: number, earlierClass: number, move: number, moveClass: number) {
  return continuation[continuationIndex(continuationRow(kind, side, earlier, earlierClass), move, moveClass)];
}

describe('continuation history', () => {
  test('what is learned in one place applies at the same offset elsewhere', () => {
    const row = continuationRow(AFTER_OTHER, 1, pointAt(7, 7), CLASS_THREE);
    updateContinuation(row, pointAt(8, 9), CLASS_NONE, 500);
    expect(scoreOf(AFTER_OTHER, 1, pointAt(2, 3), CLASS_THREE, pointAt(3, 5), CLASS_NONE)).toBe(500);
  });

  test('offset, kind, side and what both moves make are apart', () => {
    const row = continuationRow(AFTER_OTHER, 1, pointAt(7, 7), CLASS_THREE);
    updateContinuation(row, pointAt(8, 9), CLASS_NONE, 500);
    const from = pointAt(7, 7);
    const to = pointAt(8, 9);
    expect(scoreOf(AFTER_OTHER, 1, from, CLASS_THREE, pointAt(9, 8), CLASS_NONE)).toBe(0);
    expect(scoreOf(AFTER_OTHER, 1, from, CLASS_THREE, pointAt(6, 5), CLASS_NONE)).toBe(0);
    expect(scoreOf(AFTER_OWN, 1, from, CLASS_THREE, to, CLASS_NONE)).toBe(0);
    expect(scoreOf(AFTER_OTHER, 2, from, CLASS_THREE, to, CLASS_NONE)).toBe(0);
    for (const other of [CLASS_NONE, CLASS_TWO_TWO, CLASS_FOUR]) {
      expect(scoreOf(AFTER_OTHER, 1, from, other, to, CLASS_NONE)).toBe(0);
    }
    for (const other of [CLASS_TWO_TWO, CLASS_THREE, CLASS_FOUR]) {
      expect(scoreOf(AFTER_OTHER, 1, from, CLASS_THREE, to, other)).toBe(0);
    }
  });

  test('every pair of points and classes has a place, and scores stay within their bounds', () => {
    const random = seededRandom(5);
    for (let i = 0; i < 50_000; i++) {
      const row = continuationRow(
        between(random, 0, 1),
        between(random, 1, 2),
        between(random, 0, CELLS - 1),
        between(random, 0, CLASS_MASK),
      );
      const move = between(random, 0, CELLS - 1);
      const moveClass = between(random, 0, CLASS_MASK);
      updateContinuation(row, move, moveClass, between(random, -MAX_HISTORY, MAX_HISTORY));
      const score = continuation[continuationIndex(row, move, moveClass)];
      expect(Math.abs(score)).toBeLessThanOrEqual(MAX_HISTORY);
    }
    // Not even the largest offset reaches the row of the moves that follow none.
    expect(continuation.subarray(NO_ROW).every((score) => score === 0)).toBe(true);
  });

  test('nothing is learned after no move', () => {
    const row = continuationRow(AFTER_OTHER, 1, NO_POINT, CLASS_NONE);
    expect(row).toBe(NO_ROW);
    updateContinuation(row, pointAt(7, 7), CLASS_NONE, 1000);
    expect(continuation.every((score) => score === 0)).toBe(true);
  });
});
