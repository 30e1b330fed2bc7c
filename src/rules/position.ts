/**
 * A board as the referee sees it: plain, of any size, without anything incremental.
 */

export const EMPTY_CELL = 0;
export const BLACK_STONE = 1;
export const WHITE_STONE = 2;
/** Field 3 of BOARD: a dead stone. It belongs to nobody and ends every row. */
export const BLOCKED_CELL = 3;

/** 1 Black (moved first), 2 White. */
export type Color = 1 | 2;

/** `cells[y * width + x]` is 0 empty, 1 black, 2 white, 3 blocked; x is the column, y the row from the top. */
export interface Position {
  readonly width: number;
  readonly height: number;
  readonly cells: Uint8Array;
}

/** A point of the board: column and row from 0 at the top left. */
export interface XY {
  readonly x: number;
  readonly y: number;
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

/** @returns what stands at (x, y), or -1 off the board */
export function cellAt(position: Position, x: number, y: number): number {
  return isOnBoard(position, x, y) ? position.cells[y * position.width + x] : -1;
}

/** @returns the other side */
export function opponentOf(color: Color): Color {
  return color === BLACK_STONE ? WHITE_STONE : BLACK_STONE;
}

/** @returns number of cells without a stone and not blocked */
export function emptyCount(position: Position): number {
  let count = 0;
  for (const cell of position.cells) if (cell === EMPTY_CELL) count++;
  return count;
}

/** @returns the cells without a stone and not blocked, row by row from the top */
export function emptyPoints(position: Position): XY[] {
  const points: XY[] = [];
  for (let y = 0; y < position.height; y++) {
    for (let x = 0; x < position.width; x++) {
      if (cellAt(position, x, y) === EMPTY_CELL) points.push({ x, y });
    }
  }
  return points;
}

/** @returns a name such as `h8`: column letter from a, row number from 1 at the top */
export function nameOf(point: XY): string {
  return String.fromCharCode(97 + point.x) + (point.y + 1);
}

/**
 * Reads a name such as `h8`.
 * @returns the point, or null if `name` is not a letter and a number of at least 1
 */
export function parseName(name: string): XY | null {
  const match = /^([a-z])([1-9]\d?)$/i.exec(name);
  if (match === null) return null;
  return { x: match[1].toLowerCase().charCodeAt(0) - 97, y: Number(match[2]) - 1 };
}

/**
 * Reads a game such as `h8i9j10`.
 * @returns the points in playing order, or null if some of the text is no point
 */
export function parseMoves(text: string): XY[] | null {
  const names = text.match(/[a-z][1-9]\d?/gi) ?? [];
  if (names.join('') !== text.replace(/\s+/g, '')) return null;
  return names.map((name) => parseName(name)!);
}

/**
 * Sets up a square board from stones.
 * @throws RangeError if a stone lies off the board or on another
 */
export function positionOf(size: number, black: readonly XY[], white: readonly XY[] = []): Position {
  const position = emptyPosition(size, size);
  const put = (point: XY, color: Color): void => {
    if (!isOnBoard(position, point.x, point.y)) {
      throw new RangeError(`${nameOf(point)}: not on the board of ${size} by ${size}`);
    }
    const at = point.y * size + point.x;
    if (position.cells[at] !== EMPTY_CELL) throw new RangeError(`${nameOf(point)}: there is a stone already`);
    position.cells[at] = color;
  };
  for (const point of black) put(point, BLACK_STONE);
  for (const point of white) put(point, WHITE_STONE);
  return position;
}
