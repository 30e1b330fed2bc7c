/** What stands on a point of the board, and who plays. */

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
/** Field 3 of BOARD: a dead stone. It belongs to nobody and ends every row. */
export const BLOCKED = 3;

/** 1 Black (moved first), 2 White. */
export type Color = 1 | 2;

/** @returns the other side */
export function opponentOf(color: Color): Color {
  return color === BLACK ? WHITE : BLACK;
}
