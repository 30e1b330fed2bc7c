/** What every drawing of a board has in common: its lines and its marked points. */

/** Distance of two lines, user units. */
export const STEP = 30;
/** Radius of a stone. */
export const STONE = 13.5;

/** @returns the lines of a board as the path of an SVG element; `at` says where a column or row lies */
export function gridPath(width: number, height: number, at: (coordinate: number) => number): string {
  const rows = Array.from({ length: height }, (_, y) => `M${at(0)} ${at(y)}H${at(width - 1)}`);
  const columns = Array.from({ length: width }, (_, x) => `M${at(x)} ${at(0)}V${at(height - 1)}`);
  return [...rows, ...columns].join('');
}

/**
 * @param size columns or rows @returns those of the marked points: the fourth from each edge and the middle, where
 * there is room
 */
export function hoshi(size: number): number[] {
  const middle = size % 2 === 1 ? [(size - 1) / 2] : [];
  return size >= 13 ? [3, ...middle, size - 4] : middle;
}
