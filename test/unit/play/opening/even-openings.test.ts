import { describe, expect, test } from 'vitest';
import type { XY } from '../../../../src/core/point.ts';
import { imageOf, SYMMETRIES } from '../../../../src/core/point.ts';
import { evenOpenings, openingFor, openingValue, packValues } from '../../../../src/play/opening/even-openings.ts';
import { SWAP2_VALUES } from '../../../../src/play/opening/swap2-values.ts';
import { SQUARE, type ThreeStones, threeStoneOpenings } from '../../../../src/play/opening/three-stones.ts';

const openings = threeStoneOpenings();
const board = { width: 15, height: 15 };

/** @returns the stones as a text that does not depend on which black one came first */
function nameOf([first, white, second]: readonly XY[]): string {
  const black = [first, second].map(({ x, y }) => `${x},${y}`).sort();
  return `${black.join(' ')} / ${white.x},${white.y}`;
}

/** @returns an opening of the square, turned, on the board */
function onBoard(stones: ThreeStones, symmetry: number): XY[] {
  const corner = (board.width - SQUARE) / 2;
  return stones.map((stone) => {
    const { x, y } = imageOf(stone, SQUARE, symmetry);
    return { x: x + corner, y: y + corner };
  });
}

describe('openings of three stones', () => {
  test('every placement in the square is an image of exactly one of them', () => {
    const images = openings.map((stones) =>
      Array.from({ length: SYMMETRIES }, (_, symmetry) => nameOf(onBoard(stones, symmetry))),
    );
    const distinct = images.map((names) => new Set(names));
    const all = new Set(images.flat());
    const points = SQUARE * SQUARE;
    expect(all.size).toBe((points * (points - 1) * (points - 2)) / 2);
    expect(distinct.reduce((sum, names) => sum + names.size, 0)).toBe(all.size);
  });

  test('each has a value, and its images have the same one', () => {
    expect(SWAP2_VALUES).toHaveLength(openings.length);
    for (const stones of openings) {
      const values = Array.from({ length: SYMMETRIES }, (_, symmetry) =>
        openingValue(board, onBoard(stones, symmetry)),
      );
      expect(new Set(values).size).toBe(1);
      expect(Math.abs(values[0] as number)).toBeLessThanOrEqual(128);
      const [first, white, second] = onBoard(stones, 0);
      expect(openingValue(board, [second, white, first])).toBe(values[0]);
    }
  });

  test('stones outside the square, and on small boards, have none', () => {
    const [stones] = openings;
    expect(openingValue(board, [...onBoard(stones, 0).slice(0, 2), { x: 0, y: 0 }])).toBeNull();
    expect(openingValue(board, onBoard(stones, 0).slice(0, 2))).toBeNull();
    expect(openingValue({ width: 9, height: 15 }, onBoard(stones, 0))).toBeNull();
  });

  test('values survive packing to within half a step, large ones are limited', () => {
    expect(packValues([0, 4, -4, 1, 9999, -9999])).toBe('ghfg/A');
  });
});

describe('even openings', () => {
  test('there are many, and each placed one is close to even', () => {
    expect(evenOpenings().length).toBeGreaterThan(10);
    for (let i = 0; i < 500; i++) {
      const value = openingValue(board, openingFor(board, i / 500));
      expect(Math.abs(value as number)).toBeLessThanOrEqual(40);
    }
  });

  test('random numbers choose different ones', () => {
    const chosen = Array.from({ length: 200 }, (_, i) => nameOf(openingFor(board, i / 200)));
    expect(new Set(chosen).size).toBe(evenOpenings().length);
  });
});
