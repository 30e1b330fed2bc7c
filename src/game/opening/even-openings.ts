/** Three stones that make an approximately even game, for swap2 and similar rules. */
import type { XY } from '../../core/point.ts';
import type { Position } from '../../rules/position.ts';
import { EVEN_OPENINGS, SWAP2_VALUES } from './swap2-values.ts';
import { indexOfOpening, SQUARE, type ThreeStones } from './three-stones.ts';

/** Smaller boards get {@link SMALL_OPENING}: the values are of boards of 15. */
export const MIN_OPENING_SIDE = 11;
/** A character of {@link SWAP2_VALUES} is a number of steps of this many score points. */
const STEP = 4;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const ZERO = ALPHABET.length / 2;

/** Used on small boards: offsets from the center. */
export const SMALL_OPENING: ThreeStones = [
  { x: 0, y: 0 },
  { x: -1, y: -1 },
  { x: 1, y: 0 },
];

/** Sides of a board. */
type BoardSides = Pick<Position, 'width' | 'height'>;

/** @param values for White, in the order of the openings, limited to -128 and 124 @returns their characters */
export function packValues(values: readonly number[]): string {
  return values
    .map((value) => ALPHABET[Math.max(0, Math.min(ALPHABET.length - 1, ZERO + Math.round(value / STEP)))])
    .join('');
}

/** @returns value for White, who is to move, of an opening by its number: -128 to 124 score points */
function valueAt(index: number): number {
  return (ALPHABET.indexOf(SWAP2_VALUES[index]) - ZERO) * STEP;
}

/** @returns all even openings, as offsets from the center */
export function evenOpenings(): readonly ThreeStones[] {
  return EVEN_OPENINGS.map((digits) => [stoneAt(digits, 0), stoneAt(digits, 1), stoneAt(digits, 2)]);
}

/** @param digits column and row in the square, for each stone @returns offset of a stone from the center */
function stoneAt(digits: string, stone: number): XY {
  const half = SQUARE >> 1;
  return { x: Number(digits[2 * stone]) - half, y: Number(digits[2 * stone + 1]) - half };
}

/** @param random at least 0, below 1 @returns three free points: an even opening, or a small one on a small board */
export function openingFor({ width, height }: BoardSides, random: number): XY[] {
  const openings = evenOpenings();
  const steps =
    Math.min(width, height) < MIN_OPENING_SIDE ? SMALL_OPENING : openings[Math.floor(random * openings.length)];
  return steps.map(({ x, y }) => ({ x: (width >> 1) + x, y: (height >> 1) + y }));
}

/**
 * @param stones black, white, black
 * @returns value for White, who is to move, in score points; null if the stones are not all near the center of a board
 *   that is large enough
 */
export function openingValue({ width, height }: BoardSides, stones: readonly XY[]): number | null {
  if (Math.min(width, height) < MIN_OPENING_SIDE || stones.length !== 3) return null;
  const half = SQUARE >> 1;
  const points = stones.map(({ x, y }) => ({ x: x - (width >> 1) + half, y: y - (height >> 1) + half }));
  if (!points.every(({ x, y }) => x >= 0 && y >= 0 && x < SQUARE && y < SQUARE)) return null;
  return valueAt(indexOfOpening([points[0], points[1], points[2]]));
}
