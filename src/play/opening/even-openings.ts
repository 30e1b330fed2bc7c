/** Three stones that make an approximately even game, for swap2 and similar rules. */
import type { XY } from '../../core/point.ts';
import type { Position } from '../../rules/position.ts';
import { EVEN_OPENINGS, SWAP2_VALUES } from './swap2-values.ts';
import { indexOfOpening, SQUARE, SQUARE_CENTER, type ThreeStones } from './three-stones.ts';

/** Boards with a shorter side get {@link SMALL_OPENING}: the values come from 15x15. */
export const MIN_OPENING_SIDE = 11;
/** A character of {@link SWAP2_VALUES} is a number of steps of this many score points. */
const STEP = 4;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const ZERO = ALPHABET.length / 2;

export const SMALL_OPENING: ThreeStones = [
  { x: SQUARE_CENTER, y: SQUARE_CENTER },
  { x: SQUARE_CENTER - 1, y: SQUARE_CENTER - 1 },
  { x: SQUARE_CENTER + 1, y: SQUARE_CENTER },
];

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

export function evenOpenings(): readonly ThreeStones[] {
  return EVEN_OPENINGS.map(openingOf);
}

function openingOf(digits: string): ThreeStones {
  const [firstX, firstY, whiteX, whiteY, secondX, secondY] = Array.from(digits, Number);
  return [
    { x: firstX, y: firstY },
    { x: whiteX, y: whiteY },
    { x: secondX, y: secondY },
  ];
}

function cornerOf({ width, height }: BoardSides): XY {
  return { x: (width >> 1) - SQUARE_CENTER, y: (height >> 1) - SQUARE_CENTER };
}

const isSmall = ({ width, height }: BoardSides): boolean => Math.min(width, height) < MIN_OPENING_SIDE;

/** @param random at least 0, below 1 @returns three free points: an even opening, or a small one on a small board */
export function openingFor(board: BoardSides, random: number): XY[] {
  const corner = cornerOf(board);
  const stones = isSmall(board) ? SMALL_OPENING : openingOf(EVEN_OPENINGS[Math.floor(random * EVEN_OPENINGS.length)]);
  return stones.map(({ x, y }) => ({ x: x + corner.x, y: y + corner.y }));
}

/**
 * @param stones black, white, black
 * @returns value for White, who is to move, in score points; null if the stones are not all near the center of a board
 *   that is large enough
 */
export function openingValue(board: BoardSides, stones: readonly XY[]): number | null {
  if (isSmall(board) || stones.length !== 3) return null;
  const corner = cornerOf(board);
  const points = stones.map(({ x, y }) => ({ x: x - corner.x, y: y - corner.y }));
  if (!points.every(({ x, y }) => x >= 0 && y >= 0 && x < SQUARE && y < SQUARE)) return null;
  return valueAt(indexOfOpening([points[0], points[1], points[2]]));
}
