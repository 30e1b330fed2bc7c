/** Where a player looks first: near the stones. */

import { EMPTY } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { cellAt, emptyPoints } from '../../rules/index.ts';
import type { GameState } from '../state/game-state.ts';

/** Stones on the board up to which the engine keeps near the stones. */
const FIRST_STONES = 6;
/** How far from a stone, by king's moves, after one stone and after more. */
const FIRST_REACH = [1, 2];

/** Whether a stone stands within so many king's moves of the point. */
export function isNearStone({ position }: GameState, { x, y }: XY, reach: number): boolean {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      if (cellAt(position, x + dx, y + dy) > EMPTY) return true;
    }
  }
  return false;
}

/**
 * Points of the first moves that a player would not think of: touching no stone while there is one, then more than two
 * points from all. The middle is always thought of, as the stones may lie in a corner.
 * @returns none on boards that are small, or later in the game
 */
export function farPoints(game: GameState): XY[] {
  const { position } = game;
  const stones = position.cells.reduce((sum, cell) => sum + (cell === EMPTY ? 0 : 1), 0);
  if (stones === 0 || stones > FIRST_STONES) return [];
  const reach = FIRST_REACH[stones === 1 ? 0 : 1];
  const isThoughtOf = (point: XY) => isNearStone(game, point, reach) || (isCornered(game) && isMiddle(game, point, 1));
  const far = emptyPoints(position).filter((point) => !isThoughtOf(point));
  return far.length < emptyPoints(position).length ? far : [];
}

/** Whether a point lies within so many of the middle, which on a side of even length is two points wide. */
export function isMiddle({ position: { width, height } }: GameState, { x, y }: XY, reach: number): boolean {
  const isIn = (at: number, side: number) => Math.abs(2 * at + 1 - side) <= 2 * reach + (side % 2 === 0 ? 1 : 0);
  return isIn(x, width) && isIn(y, height);
}

/** Whether all stones stand so near the edge that most of their neighborhood is off the middle of the board. */
function isCornered({ position: { width, height, cells } }: GameState): boolean {
  const isOuter = (at: number, side: number) => at < EDGE || at >= side - EDGE;
  return cells.every(
    (cell, i) => cell === EMPTY || isOuter(i % width, width) || isOuter(Math.floor(i / width), height),
  );
}

/** Points from the edge that count as its neighborhood. */
const EDGE = 3;
