/**
 * Pos notation, as game files and results have it: a column letter and a row number from 1 at the TOP. What people read
 * has row 1 at the bottom: core/point.ts.
 */
import { letterOf, readName, readNames, type XY } from '../../core/point.ts';

export function posName(point: XY): string {
  return letterOf(point.x) + (point.y + 1);
}

/** Reads a name such as `h8`. @returns the point, or null if `name` is not a letter and a number of at least 1 */
export function parsePosName(name: string): XY | null {
  return readName(name, (row) => row - 1);
}

/** Reads a game such as `h8i9j10`. @returns the points in playing order, or null if some of the text is no point */
export function parsePosMoves(text: string): XY[] | null {
  return readNames(text, (row) => row - 1);
}
