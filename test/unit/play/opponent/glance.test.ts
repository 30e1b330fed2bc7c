import { describe, expect, test } from 'vitest';
import type { XY } from '../../../../src/core/point.ts';
import { seededRandom } from '../../../../src/core/random.ts';
import { FREESTYLE, RENJU } from '../../../../src/core/rule-code.ts';
import { patternMoves } from '../../../../src/play/opponent/pattern-move.ts';
import { type GameState, newGame, sideToMove, withPlies, withPly } from '../../../../src/play/state/game-state.ts';
import { stoppingPoints, winningPoints } from '../../../../src/play/state/threats.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';
import { emptyPoints, isFoul } from '../../../../src/rules/index.ts';
import { between } from '../../rules/random.ts';

const FREE_15 = newGame(variantOf(FREESTYLE, 15, 15, null));

/** Black's rows of three with White's stones out of the way, White to move; and the ends of the row. */
function openThree(step: readonly [number, number], gap: boolean) {
  const at = (i: number): XY => ({ x: 6 + i * step[0], y: 7 + i * step[1] });
  const stones = gap ? [at(0), at(1), at(3)] : [at(0), at(1), at(2)];
  const stops = gap ? [at(-1), at(2), at(4)] : [at(-2), at(-1), at(3), at(4)];
  const away = [
    { x: 0, y: 0 },
    { x: 14, y: 1 },
  ];
  return { game: withPlies(FREE_15, [stones[0], away[0], stones[1], away[1], stones[2]]), stops };
}

/** How many times in three hundred the row is stopped. */
function stopped(step: readonly [number, number], gap: boolean, missProbability: number): number {
  const { game, stops } = openThree(step, gap);
  const random = seededRandom(7);
  let count = 0;
  for (let i = 0; i < 300; i++) {
    const seen = patternMoves(game, missProbability, random);
    if (seen.every((point) => stops.some((stop) => stop.x === point.x && stop.y === point.y))) count++;
  }
  return count;
}

/** A point near the center, so that rows arise. */
function crowdedPoint({ position }: GameState, random: () => number): XY {
  const points = emptyPoints(position).filter(({ x, y }) => Math.abs(x - 7) <= 2 && Math.abs(y - 7) <= 2);
  return points[between(random, 0, points.length - 1)];
}

describe('a player who overlooks nothing', () => {
  test('takes a win in one, or stops one that can be stopped', () => {
    const random = seededRandom(3);
    let [won, held] = [0, 0];
    for (let round = 0; round < 60; round++) {
      let game = FREE_15;
      while (game.end === null && game.plies.length < 24) {
        const { position, variant } = game;
        const color = sideToMove(game);
        const wins = winningPoints(position, variant.rule, color);
        const stops = stoppingPoints(position, variant.rule, color);
        const points = game.plies.length === 0 ? [] : patternMoves(game, 0, random);
        const isIn = (list: readonly XY[]) => points.every((p) => list.some((q) => q.x === p.x && q.y === p.y));
        if (game.plies.length > 0) expect(points.length).toBeGreaterThan(0);
        if (wins.length > 0) {
          expect(isIn(wins)).toBe(true);
          won++;
        } else if (stops.length > 0 && stops.length < 5) {
          expect(isIn(stops)).toBe(true);
          held++;
        }
        game = withPly(game, wins[0] ?? crowdedPoint(game, random));
      }
    }
    expect(won).toBeGreaterThan(10);
    expect(held).toBeGreaterThan(10);
  });

  test('stops an open three at its ends or in its gap', () => {
    for (const gap of [false, true]) expect(stopped([1, 0], gap, 0)).toBe(300);
  });
});

describe('a player who overlooks rows', () => {
  test('overlooks a diagonal row more often than a straight one, and a row with a gap more often than one without', () => {
    const straight = stopped([1, 0], false, 0.5);
    expect(straight).toBeLessThan(285);
    expect(straight).toBeGreaterThan(90);
    expect(stopped([0, 1], false, 0.5)).toBeGreaterThan(stopped([1, 1], false, 0.5));
    expect(stopped([1, 0], true, 0.5)).toBeLessThan(straight);
    expect(stopped([1, -1], true, 0.5)).toBeLessThan(stopped([1, 0], true, 0.5));
  });

  test('overlooks the more, the larger its missProbability', () => {
    const counts = [0, 0.2, 0.4, 0.6, 0.8].map((missProbability) => stopped([1, 0], false, missProbability));
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(new Set(counts).size).toBe(counts.length);
  });

  test('plays no forbidden point and stays near the stones', () => {
    const random = seededRandom(5);
    const start = newGame(variantOf(RENJU, 15, 15, null));
    for (let round = 0; round < 20; round++) {
      let game = withPly(start, { x: 7, y: 7 });
      while (game.end === null && game.plies.length < 40) {
        const points = patternMoves(game, 0.5, random);
        const color = sideToMove(game);
        expect(points.some((point) => isFoul(game.position, game.variant.rule, point, color))).toBe(false);
        game = withPly(game, points[between(random, 0, points.length - 1)]);
      }
    }
  });
});
