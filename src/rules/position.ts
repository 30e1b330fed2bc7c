/** A board as the referee sees it: plain, of any size, without incremental state. */
import { BLACK, type Color, EMPTY, WHITE } from '../core/color.ts';
import { nameOf, type XY } from '../core/point.ts';

/** `cells[y * width + x]` is 0 empty, 1 black, 2 white, 3 blocked; x is the column, y the row from the top. */
export interface Position {
  readonly width: number;
  readonly height: number;
  readonly cells: Uint8Array;
}

/** @returns an empty board */
export function emptyPosition(width: number, height: number): Position {
  return { width, height, cells: new Uint8Array(width * height) };
}

/** @returns a copy that shares nothing with `position` */
export function copyPosition(position: Position): Position {
  return { width: position.width, height: position.height, cells: position.cells.slice() };
}

/** @returns true if the point lies on the board */
export function isOnBoard(position: Position, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < position.width && y < position.height;
}

/** @returns the contents of (x, y), or -1 off the board */
export function cellAt(position: Position, x: number, y: number): number {
  return isOnBoard(position, x, y) ? position.cells[y * position.width + x] : -1;
}

/** @returns number of cells that have no stone and are not blocked */
export function emptyCount(position: Position): number {
  let count = 0;
  for (const cell of position.cells) if (cell === EMPTY) count++;
  return count;
}

/** @returns the cells that have no stone and are not blocked, row by row from the top */
export function emptyPoints(position: Position): XY[] {
  const points: XY[] = [];
  for (let y = 0; y < position.height; y++) {
    for (let x = 0; x < position.width; x++) {
      if (cellAt(position, x, y) === EMPTY) points.push({ x, y });
    }
  }
  return points;
}

/** Sets up a square board from stones. @throws RangeError if a stone is off the board or on another one */
export function positionOf(size: number, black: readonly XY[], white: readonly XY[] = []): Position {
  const position = emptyPosition(size, size);
  const put = (point: XY, color: Color): void => {
    if (!isOnBoard(position, point.x, point.y)) {
      throw new RangeError(`${nameOf(point, size)}: off the ${size}x${size} board`);
    }
    const at = point.y * size + point.x;
    if (position.cells[at] !== EMPTY) throw new RangeError(`${nameOf(point, size)}: already occupied`);
    position.cells[at] = color;
  };
  for (const point of black) put(point, BLACK);
  for (const point of white) put(point, WHITE);
  return position;
}
