/** All openings of three stones near the center, up to symmetry, in a fixed order. */
import type { XY } from '../../core/point.ts';
import { imageOf, SYMMETRIES } from '../../core/point.ts';

/** Side of the square around the center in which the stones lie. */
export const SQUARE = 7;
export const SQUARE_CENTER = SQUARE >> 1;
const POINTS = SQUARE * SQUARE;

/** Black, white and black stone, as points of the square. */
export type ThreeStones = readonly [XY, XY, XY];

const cellOf = ({ x, y }: XY): number => y * SQUARE + x;
const pointOf = (index: number): XY => ({ x: index % SQUARE, y: Math.floor(index / SQUARE) });

/** @returns number of the stones, the same whichever black one came first */
function numberOf(stones: ThreeStones): number {
  const [first, white, second] = [cellOf(stones[0]), cellOf(stones[1]), cellOf(stones[2])];
  return (Math.min(first, second) * POINTS + Math.max(first, second)) * POINTS + white;
}

function imageNumber(stones: ThreeStones, symmetry: number): number {
  const [first, white, second] = stones;
  return numberOf([
    imageOf(first, SQUARE, symmetry),
    imageOf(white, SQUARE, symmetry),
    imageOf(second, SQUARE, symmetry),
  ]);
}

function isSmallest(stones: ThreeStones): boolean {
  const number = numberOf(stones);
  for (let symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
    if (imageNumber(stones, symmetry) < number) return false;
  }
  return true;
}

/** @returns one of each group of symmetric openings, in ascending order of their numbers */
export function threeStoneOpenings(): ThreeStones[] {
  const all: ThreeStones[] = [];
  for (let first = 0; first < POINTS; first++) {
    for (let second = first + 1; second < POINTS; second++) {
      for (let white = 0; white < POINTS; white++) {
        if (white === first || white === second) continue;
        const stones: ThreeStones = [pointOf(first), pointOf(white), pointOf(second)];
        if (isSmallest(stones)) all.push(stones);
      }
    }
  }
  return all;
}

let indices: ReadonlyMap<number, number> | null = null;

/** @returns index in {@link threeStoneOpenings} of the opening, or of one that it is symmetric to */
export function indexOfOpening(stones: ThreeStones): number {
  indices ??= new Map(threeStoneOpenings().map((opening, index) => [numberOf(opening), index]));
  const numbers = Array.from({ length: SYMMETRIES }, (_, symmetry) => imageNumber(stones, symmetry));
  return indices.get(Math.min(...numbers)) as number;
}
