/** Stones put on the board as one likes, and whose turn it is. */
import { BLACK, type Color, WHITE } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { type GameState, gameFromSetup, sideToMove } from '../state/game-state.ts';
import type { Ply } from '../state/notation.ts';
import type { Variant } from '../state/variant.ts';

export interface Setup {
  readonly variant: Variant;
  /** 0 empty, 1 black, 2 white; `y * width + x`. */
  readonly cells: Uint8Array;
  readonly toPlay: Color;
}

/** @returns a set-up that begins with what is on the board */
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

/**
 * These moves were not played, so none of them is judged. Where one side has more stones than the other, turns are
 * passed, and so is one more if it is the other side's turn.
 * @returns the set-up as a game
 */
export function gameOfSetup({ variant, cells, toPlay }: Setup): GameState {
  const pointsOf = (color: Color): XY[] =>
    Array.from(cells.entries())
      .filter(([, cell]) => cell === color)
      .map(([i]) => ({ x: i % variant.width, y: Math.floor(i / variant.width) }));
  const [black, white] = [pointsOf(BLACK), pointsOf(WHITE)];
  const turns = Math.max(black.length, white.length);
  const plies: Ply[] = [];
  for (let i = 0; i < turns; i++) plies.push(black[i] ?? null, white[i] ?? null);
  if (plies.length > 0 && plies[plies.length - 1] === null && toPlay === WHITE) plies.pop();
  else if (toPlay === WHITE) plies.push(null);
  return gameFromSetup(variant, plies);
}
