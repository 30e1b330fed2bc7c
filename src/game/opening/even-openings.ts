/** Three stones that make an approximately even game, for swap2 and similar rules. */
import type { XY } from '../../core/point.ts';
import type { Position } from '../../rules/position.ts';

/**
 * Three stones (black, white, black) as offsets from the center. Searches on boards of 15, freestyle and exactly five,
 * score them within 40 of even.
 */
export const OPENINGS: readonly (readonly (readonly [number, number])[])[] = [
  [
    [-2, -5],
    [-1, -6],
    [2, -6],
  ],
  [
    [5, -5],
    [6, -3],
    [3, -6],
  ],
  [
    [5, -6],
    [6, -6],
    [6, -3],
  ],
  [
    [2, -5],
    [-2, -7],
    [-6, -7],
  ],
  [
    [0, -3],
    [-2, -5],
    [-5, -4],
  ],
];

/** Used when the board is too small for the others. */
export const SMALL_OPENING: readonly (readonly [number, number])[] = [
  [0, 0],
  [-1, -1],
  [1, 0],
];

/** Sides of a board. */
type BoardSides = Pick<Position, 'width' | 'height'>;

/** @param random at least 0, below 1 @returns three free points: an opening that fits the board */
export function openingFor(board: BoardSides, random: number): XY[] {
  const fitting = OPENINGS.map((steps) => place(board, steps)).filter((points) => points !== null);
  return fitting[Math.floor(random * fitting.length)] ?? (place(board, SMALL_OPENING) as XY[]);
}

function place(board: BoardSides, steps: readonly (readonly [number, number])[]): XY[] | null {
  const points = steps.map(([dx, dy]) => ({ x: (board.width >> 1) + dx, y: (board.height >> 1) + dy }));
  const fits = points.every(({ x, y }) => x >= 0 && y >= 0 && x < board.width && y < board.height);
  return fits ? points : null;
}
