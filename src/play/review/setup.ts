/** Stones put on the board as one likes, and whose turn it is. */
import { BLACK, type Color, WHITE } from '../../core/color.ts';
import { pointOfCell, type XY } from '../../core/point.ts';
import { setupPlies } from '../../records/notation/game-tree.ts';
import { type GameState, gameFromSetup, sideToMove } from '../state/game-state.ts';
import type { Variant } from '../state/variant.ts';

export interface Setup {
  readonly variant: Variant;
  /** 0 empty, 1 black, 2 white; `y * width + x`. */
  readonly cells: Uint8Array;
  readonly toPlay: Color;
}

export function setupFrom(game: GameState): Setup {
  return { variant: game.variant, cells: game.position.cells.slice(), toPlay: sideToMove(game) };
}

/** @returns the same with another stone on a point, or none if that stone is already there */
export function withStone(setup: Setup, { x, y }: XY, color: Color): Setup {
  const cells = setup.cells.slice();
  const at = y * setup.variant.width + x;
  cells[at] = cells[at] === color ? 0 : color;
  return { ...setup, cells };
}

/** @returns the set-up as a game, of which no stone is judged, as none was played */
export function gameOfSetup({ variant, cells, toPlay }: Setup): GameState {
  const pointsOf = (color: Color): XY[] =>
    Array.from(cells.entries())
      .filter(([, cell]) => cell === color)
      .map(([i]) => pointOfCell(i, variant.width));
  return gameFromSetup(variant, setupPlies(pointsOf(BLACK), pointsOf(WHITE), toPlay));
}
