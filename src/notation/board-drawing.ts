/** What every drawing of a board has in common: its lines and its marked points. */

/** Distance of two lines, user units. */
export const STEP = 30;
/** Radius of a stone. */
export const STONE = 13.5;

/** @returns the lines of a square board as the path of an SVG element; `at` says where a column or row lies */
export function gridPath(size: number, at: (coordinate: number) => number): string {
  const [low, high] = [at(0), at(size - 1)];
  return Array.from({ length: size }, (_, i) => `M${low} ${at(i)}H${high}M${at(i)} ${low}V${high}`).join('');
}

/** @returns columns (and rows) of the marked points: the fourth from each edge and the middle, where there is room */
export function hoshi(size: number): number[] {
  const middle = size % 2 === 1 ? [(size - 1) / 2] : [];
  return size >= 13 ? [3, ...middle, size - 4] : middle;
}
