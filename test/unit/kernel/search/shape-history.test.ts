import { beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { setRule } from '../../../../src/kernel/patterns/rule.ts';
import { clearBoard, play, rebuild, shapesAt, undo } from '../../../../src/kernel/patterns/state.ts';
import { BLACK, pointAt, WHITE } from '../../../../src/kernel/point.ts';
import { MAX_HISTORY } from '../../../../src/kernel/search/history.ts';
import {
  clearShapeHistory,
  shapeHistory,
  shapeSlot,
  updateShapes,
} from '../../../../src/kernel/search/shape-history.ts';
import { between } from '../../rules/random.ts';

beforeEach(clearShapeHistory);

describe('shape history', () => {
  test('points that look alike share a score; the side and the surroundings make a difference', () => {
    setRule(0, 5);
    clearBoard(15, 15);
    rebuild();
    for (const [x, y] of [
      [5, 5],
      [4, 5],
      [9, 9],
      [8, 9],
    ])
      play(pointAt(x, y), BLACK);
    const near = pointAt(6, 5);
    const alike = pointAt(10, 9);
    updateShapes(shapeSlot(BLACK, shapesAt[near]), 500);
    expect(shapeHistory[shapeSlot(BLACK, shapesAt[alike])]).toBe(500);
    expect(shapeHistory[shapeSlot(WHITE, shapesAt[near])]).toBe(0);
    play(pointAt(8, 5), WHITE);
    expect(shapeHistory[shapeSlot(BLACK, shapesAt[near])]).toBe(0);
    undo();
    expect(shapeHistory[shapeSlot(BLACK, shapesAt[near])]).toBe(500);
  });

  test('scores of any shapes stay within their bounds, and neither side reaches those of the other', () => {
    const random = seededRandom(6);
    for (let i = 0; i < 10_000; i++) {
      const shapes = between(random, 0, 0xffff) | (between(random, 0, 0xffff) << 16);
      const slot = shapeSlot(BLACK, shapes);
      expect(slot).toBeGreaterThanOrEqual(0);
      expect(slot).toBeLessThan(shapeHistory.length / 2);
      expect(shapeSlot(WHITE, shapes)).toBe(slot + shapeHistory.length / 2);
      updateShapes(slot, between(random, -MAX_HISTORY, MAX_HISTORY));
      expect(Math.abs(shapeHistory[slot])).toBeLessThanOrEqual(MAX_HISTORY);
    }
  });
});
