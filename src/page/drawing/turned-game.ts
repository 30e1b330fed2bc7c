/** A game from another side: turned clockwise by quarters, with the names that its points have. */
import { pointOfCell, type XY } from '../../core/point.ts';
import type { GameState } from '../../play/state/game-state.ts';
import type { BoardSize } from '../../play/state/notation.ts';
import { type BoardNames, usualNames } from './board.tsx';

/** Quarters of a turn. */
export type Turn = 0 | 1 | 2 | 3;

export function turnedGame(game: GameState, turn: Turn): GameState {
  if (turn === 0) return game;
  const { position, variant, plies } = game;
  const sides = sidesOf(position, turn);
  const cells = new Uint8Array(position.cells.length);
  for (const [at, cell] of position.cells.entries()) {
    const { x, y } = turned(pointOfCell(at, position.width), position, turn);
    cells[y * sides.width + x] = cell;
  }
  const turnedPlies = plies.map((ply) => ply && turned(ply, position, turn));
  return { ...game, variant: { ...variant, ...sides }, position: { ...sides, cells }, plies: turnedPlies };
}

/** @param size of the board that the point is on @returns the point on the board turned clockwise */
export function turned({ x, y }: XY, { width, height }: BoardSize, turn: Turn): XY {
  switch (turn) {
    case 0:
      return { x, y };
    case 1:
      return { x: height - 1 - y, y: x };
    case 2:
      return { x: width - 1 - x, y: height - 1 - y };
    case 3:
      return { x: y, y: width - 1 - x };
  }
}

/** Reverses {@link turned}. @param size of the board before the turn */
export function turnedBack(point: XY, size: BoardSize, turn: Turn): XY {
  // The turn that completes the circle.
  return turned(point, sidesOf(size, turn), ((4 - turn) % 4) as Turn);
}

function sidesOf({ width, height }: BoardSize, turn: Turn): BoardSize {
  return turn % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** @param size of the board before the turn */
export function turnedNames(size: BoardSize, turn: Turn): BoardNames {
  const usual = usualNames(size.height);
  const real = (point: XY): XY => turnedBack(point, size, turn);
  // On a board on its side the letters run along the rows.
  const along = ({ x, y }: XY, isColumn: boolean): string =>
    (turn % 2 === 0) === isColumn ? usual.column(x) : usual.row(y);
  return {
    of: (point) => usual.of(real(point)),
    column: (x) => along(real({ x, y: 0 }), true),
    row: (y) => along(real({ x: 0, y }), false),
  };
}
