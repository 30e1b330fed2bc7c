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

/** The same for a list of names, see {@link splitMoves}. */
export function readNames(text: string, yOf: (row: number) => number): XY[] | null {
  const points = splitMoves(text)?.map((word) => readName(word, yOf));
  return points === undefined || points.includes(null) ? null : (points as XY[]);
}

/** Parts of a list of moves as programs and people write it. A hyphen between spaces may be a pass or a separator. */
const PARTS = [
  ['number', /(\d{1,3})(?:\.+|\))/y],
  ['move', /[a-z]\d{1,3}(?!\d)|\d{1,3}\s*,\s*\d{1,3}(?![\d.])/iy],
  ['pass', /(?<![^\s,;])(?:--|pass)(?![^\s,;])/iy],
  ['hyphen', /(?<![^\s,;])-(?![^\s,;])/y],
  ['gap', /[\s,;_/|[\](){}]+|(?<=[\d)\]])-(?=[a-z\d([])|(?<=[\d)\]]\s*)[–—](?=\s*[a-z\d([])/iy],
] as const;

/** The first letters of parts without gaps: between every two moves there is a hyphen, a number, or both. */
const HYPHENS_SEPARATE = /^n?m(?:hn?m|nm)*$/;

/** A pass in what {@link splitMoves} returns, and as it is written. */
export const PASS_WORD = 'pass';

/**
 * Splits a list of moves: `h8i9`, `h8, i9`, `h8-i9`, `[h8/i9]`, `1. h8 i9 2. j8`, `h8 pass i9`, `8,8 9,9`. Hyphens
 * between spaces separate where there is one between every two moves, as in `h8 - i9 - j8`; in any other place they are
 * passes.
 * @returns each move as it was written, a pass as {@link PASS_WORD}; null if part of the text is none of this, or if
 *   the moves are numbered wrongly
 */
export function splitMoves(text: string): string[] | null {
  const parts: (readonly [kind: string, found: RegExpExecArray])[] = [];
  for (let at = 0; at < text.length; ) {
    const [kind, found] = partAt(text, at);
    if (found === null) return null;
    at += found[0].length;
    if (kind !== 'gap') parts.push([kind, found]);
  }
  const isSeparator = HYPHENS_SEPARATE.test(parts.map(([kind]) => kind[0]).join(''));
  const words: string[] = [];
  let isNumbered = false;
  for (const [kind, found] of parts) {
    if (kind === 'move') words.push(found[0]);
    else if (kind === 'pass' || (kind === 'hyphen' && !isSeparator)) words.push(PASS_WORD);
    else if (kind === 'number' && (isNumbered || !isNumberOf(Number(found[1]), words.length))) return null;
    isNumbered = kind === 'number';
  }
  return isNumbered ? null : words;
}

function partAt(text: string, at: number): [kind: string, found: RegExpExecArray | null] {
  for (const [kind, pattern] of PARTS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) return [kind, found];
  }
  return ['', null];
}

/** Numbers count stones, or pairs of them as in chess. @param ply from 0 */
function isNumberOf(number: number, ply: number): boolean {
  return number === ply + 1 || number === Math.floor(ply / 2) + 1;
}

/** A step along a line: (dx, dy), each -1, 0 or 1. */
export type Direction = readonly [dx: number, dy: number];

export const DIRECTIONS: readonly Direction[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/** Number of symmetries of a square board. */
export const SYMMETRIES = 8;

/**
 * @param symmetry bit 2 first exchanges x and y, then bit 0 mirrors x and bit 1 mirrors y
 * @param height of a board that is not square, which has only the first four
 * @returns the image of a point on a board of side `size`
 */
export function imageOf({ x, y }: XY, size: number, symmetry: number, height = size): XY {
  const [column, row] = (symmetry & 4) !== 0 ? [y, x] : [x, y];
  return {
    x: (symmetry & 1) !== 0 ? size - 1 - column : column,
    y: (symmetry & 2) !== 0 ? height - 1 - row : row,
  };
}
