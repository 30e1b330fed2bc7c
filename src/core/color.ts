/** Contents of a point, and the sides. */

/** An empty point. */
export const EMPTY = 0;
/** The side that moves first. */
export const BLACK = 1;
/** The other side. */
export const WHITE = 2;
/** A blocked point (field 3 of BOARD). It belongs to neither side and ends every row. */
export const BLOCKED = 3;

/** 1 Black (moved first), 2 White. */
export type Color = 1 | 2;

/** @returns the other side */
export function opponentOf(color: Color): Color {
  return color === BLACK ? WHITE : BLACK;
}

/** @returns the side that moves at a ply; Black moves at 0 */
export function colorAt(ply: number): Color {
  return ply % 2 === 0 ? BLACK : WHITE;
}

/** @returns the name of a side in data, such as a result or a side to move */
export function sideName(color: Color): 'black' | 'white' {
  return color === BLACK ? 'black' : 'white';
}
