/**
 * Points of a board, and their names for people: a column letter and a row number from 1 at the bottom, as in renju.
 * The protocol has x and y from the top left, and game files have pos notation (notation/pos.ts).
 */

/** A point of the board: column and row, from 0 at the top left. */
export interface XY {
  readonly x: number;
  readonly y: number;
}

/** A turn: a point, or null for a pass. */
export type Ply = XY | null;

/** @returns whether both are the same point, or both null */
export function samePoint(a: Ply, b: Ply): boolean {
  return a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y);
}

/** @param cell index of a cell, by rows from the top, from 0 @param width columns of the board */
export function pointOfCell(cell: number, width: number): XY {
  return { x: cell % width, y: Math.floor(cell / width) };
}

/**
 * @param height rows of the board
 * @returns a name such as `h8`: column letter from a, row number from 1 at the bottom
 */
export function nameOf(point: XY, height: number): string {
  return letterOf(point.x) + (height - point.y);
}

/** @returns the letter of column `x`, counted from 0 */
export function letterOf(x: number): string {
  return String.fromCharCode(97 + x);
}

/**
 * Reads a name such as `h8`.
 * @param height rows of the board
 * @returns the point, which may be off the board; null if `name` is not a letter and a number from 1 to 99
 */
export function parseName(name: string, height: number): XY | null {
  return readName(name, (row) => height - row);
}

/**
 * Reads a game such as `h8i9j10`.
 * @param height rows of the board
 * @returns the points in playing order, or null if part of the text is not a point
 */
export function parseMoves(text: string, height: number): XY[] | null {
  return readNames(text, (row) => height - row);
}

/** @param yOf returns the y of a row number from 1 @returns null if `name` is not a letter and a number */
export function readName(name: string, yOf: (row: number) => number): XY | null {
  const match = /^([a-z])([1-9]\d?)$/i.exec(name);
  if (match === null) return null;
  return { x: match[1].toLowerCase().charCodeAt(0) - 97, y: yOf(Number(match[2])) };
}

/** The same for a sequence of names, with or without blanks between them. */
export function readNames(text: string, yOf: (row: number) => number): XY[] | null {
  const names = text.match(/[a-z][1-9]\d?/gi) ?? [];
  if (names.join('') !== text.replace(/\s+/g, '')) return null;
  return names.map((name) => readName(name, yOf)!);
}
