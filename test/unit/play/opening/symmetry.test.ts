/** Points that are equivalent under the symmetries of a position. */
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../../src/core/color.ts';
import { parseMoves, type XY } from '../../../../src/core/point.ts';
import { seededRandom } from '../../../../src/core/random.ts';
import { distinctPoints, equalOffers, imagesOf } from '../../../../src/play/opening/symmetry.ts';
import { Line } from '../../../../src/records/book/key.ts';
import { emptyPoints, emptyPosition, positionOf } from '../../../../src/rules/position.ts';

const points = (text: string) => (text === '' ? [] : parseMoves(text, 15)!);
/** @returns the position after these moves, Black first */
const after = (moves: readonly XY[]) =>
  positionOf(
    15,
    moves.filter((_, i) => i % 2 === 0),
    moves.filter((_, i) => i % 2 === 1),
  );

test('symmetric fifth moves are detected in every symmetry of the position', () => {
  const four = after(points('h8h9h7h6'));
  expect(equalOffers(four, points('g8i8'), BLACK)).toEqual([points('g8')[0], points('i8')[0]]);
  expect(equalOffers(four, points('a1g8b2i8'), BLACK)).toEqual([points('g8')[0], points('i8')[0]]);
  expect(equalOffers(four, points('g8g8'), BLACK)).toEqual([points('g8')[0], points('g8')[0]]);
  expect(equalOffers(four, points('g8i7g10'), BLACK)).toBeNull();
  expect(equalOffers(after(points('h8i9h7k6')), points('g8i8'), BLACK)).toBeNull();
});

test('a symmetry may map a stone to another one of its color', () => {
  // A quarter turn around the center maps the stone at h11 to the one that would be at e8 or k8.
  const position = after(points('h11h8'));
  expect(imagesOf(position, points('l8')[0], BLACK)).toEqual(points('l8d8').sort((a, b) => a.x - b.x));
  expect(imagesOf(position, points('k8')[0], BLACK)).toEqual(points('e8k8'));
  const turned = after(points('i11h8'));
  expect(imagesOf(turned, points('k7')[0], BLACK)).toContainEqual(points('e9')[0]);
});

describe('the images of a point are those that have its key in a book', () => {
  const random = seededRandom(20261124);
  const some = Array.from({ length: 20 }, (_, i) => {
    const moves: XY[] = [];
    while (moves.length < i % 6) {
      // Near the center, where many boards are symmetric.
      const [x, y] = [5 + Math.floor(5 * random()), 5 + Math.floor(5 * random())];
      if (!moves.some((move) => move.x === x && move.y === y)) moves.push({ x, y });
    }
    return moves;
  });
  test.each([...['', 'h8', 'h8h9', 'h8i9j8', 'a1b2', 'i11h8'].map(points), ...some])('after %j', (...moves) => {
    const stones = moves.filter((move) => move !== undefined);
    const position = after(stones);
    const color = stones.length % 2 === 0 ? BLACK : WHITE;
    const line = new Line(
      0,
      15,
      stones.map(({ x, y }) => y * 15 + x),
    );
    const keyOf = ({ x, y }: XY): string => {
      line.push(y * 15 + x);
      const key = `${line.high} ${line.low}`;
      line.pop();
      return key;
    };
    const free = emptyPoints(position);
    for (const point of free.filter(({ x, y }) => x >= 5 && x < 10 && y >= 5)) {
      const expected = free.filter((other) => keyOf(other) === keyOf(point));
      expect(imagesOf(position, point, color)).toEqual(expected);
    }
    const kinds = new Set(free.map(keyOf));
    expect(distinctPoints(position, free, color).map(keyOf)).toEqual([...kinds]);
  });
});

test('a rectangular board has no diagonal symmetries', () => {
  const empty = emptyPosition(7, 5);
  expect(imagesOf(empty, { x: 1, y: 0 }, BLACK)).toEqual([
    { x: 1, y: 0 },
    { x: 5, y: 0 },
    { x: 1, y: 4 },
    { x: 5, y: 4 },
  ]);
});
