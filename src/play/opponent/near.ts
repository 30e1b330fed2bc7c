/** Where a player looks first: near the stones. */

import { EMPTY } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { cellAt, emptyPoints } from '../../rules/index.ts';
import type { GameState } from '../state/game-state.ts';

/** Number of stones on the board up to which the engine stays near the stones. */
const FIRST_STONES = 6;
/** Distance from a stone, in king's moves, after one stone and after more. */
const FIRST_REACH = [1, 2];

export function isNearStone({ position }: GameState, { x, y }: XY, reach: number): boolean {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      if (cellAt(position, x + dx, y + dy) > EMPTY) return true;
    }
  }
  return false;
}

/**
 * Points that a player would not consider for the first moves: touching no stone while there is only one, then more
 * than two points from all. The center is always considered, as the stones may be in a corner.
 * @returns none on small boards, or later in the game
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

/** Whether a point is within `reach` of the center, which on a side of even length is two points wide. */
export function isMiddle({ position: { width, height } }: GameState, { x, y }: XY, reach: number): boolean {
  const isIn = (at: number, side: number) => Math.abs(2 * at + 1 - side) <= 2 * reach + (side % 2 === 0 ? 1 : 0);
  return isIn(x, width) && isIn(y, height);
}

/** Whether all stones are so near the edge that most of their neighborhood is away from the center of the board. */
function isCornered({ position: { width, height, cells } }: GameState): boolean {
  const isOuter = (at: number, side: number) => at < EDGE || at >= side - EDGE;
  return cells.every(
    (cell, i) => cell === EMPTY || isOuter(i % width, width) || isOuter(Math.floor(i / width), height),
  );
}

const EDGE = 3;
