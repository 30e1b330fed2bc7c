/**
 * Pos notation, as game files and results have it: a column letter and a row number from 1 at the TOP. What people read has row
 * 1 at the bottom: core/point.ts.
 */
import type { XY } from '../core/point.ts';

/** @returns a name such as `h8`: column letter from a, row number from 1 at the top */
export function posName(point: XY): string {
  return String.fromCharCode(97 + point.x) + (point.y + 1);
}

/**
 * Reads a name such as `h8`.
 * @returns the point, or null if `name` is not a letter and a number of at least 1
 */
export function parsePosName(name: string): XY | null {
  const match = /^([a-z])([1-9]\d?)$/i.exec(name);
  if (match === null) return null;
  return { x: match[1].toLowerCase().charCodeAt(0) - 97, y: Number(match[2]) - 1 };
}

/**
 * Reads a game such as `h8i9j10`.
 * @returns the points in playing order, or null if some of the text is no point
 */
export function parsePosMoves(text: string): XY[] | null {
  const names = text.match(/[a-z][1-9]\d?/gi) ?? [];
  if (names.join('') !== text.replace(/\s+/g, '')) return null;
  return names.map((name) => parsePosName(name)!);
}
