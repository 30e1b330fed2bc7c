/** Points of a board, and their names. */

/** A point of the board: column and row from 0 at the top left. */
export interface XY {
  readonly x: number;
  readonly y: number;
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
