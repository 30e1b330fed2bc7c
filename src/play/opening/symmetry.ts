import { type Color, EMPTY } from '../../core/color.ts';
import { imageOf, pointOfCell, SYMMETRIES, type XY } from '../../core/point.ts';
import type { Position } from '../../rules/position.ts';

/**
 * @param point an empty one @param color of the stone to be placed there
 * @returns the empty points that lead to the same position, itself included, row by row from the top
 */
export function imagesOf(position: Position, point: XY, color: Color): XY[] {
  const { width, height, cells } = position;
  const stones = Array.from(cells, (cell, i) => ({ ...pointOfCell(i, width), cell })).filter(
    ({ cell }) => cell !== EMPTY,
  );
  const images = new Set<number>();
  for (let symmetry = 0; symmetry < (width === height ? SYMMETRIES : SYMMETRIES / 2); symmetry++) {
    const at = (from: XY) => {
      const { x, y } = imageOf(from, width, symmetry, height);
      return y * width + x;
    };
    // A symmetry maps all stones, including the new one, to stones, except one that it maps to an empty point.
    const beside = [...stones, { ...point, cell: color }].filter((stone) => cells[at(stone)] !== stone.cell);
    const [only] = beside;
    if (beside.length === 1 && only.cell === color && cells[at(only)] === EMPTY) images.add(at(only));
  }
  return [...images].sort((a, b) => a - b).map((cell) => pointOfCell(cell, width));
}

/**
 * @returns the points that lead to different positions: each one that is not an image of an earlier one, or equal to it
 */
export function distinctPoints<T extends XY>(position: Position, points: readonly T[], color: Color): T[] {
  const seen = new Set<number>();
  return points.filter((point) => {
    if (seen.has(point.y * position.width + point.x)) return false;
    for (const { x, y } of imagesOf(position, point, color)) seen.add(y * position.width + x);
    return true;
  });
}

/**
 * Offered moves must lead to different positions under every symmetry of the board.
 * @param color the side to play them
 * @returns the first point that is equivalent to an earlier one, with that one; null if there is none
 */
export function equalOffers(
  position: Position,
  offers: readonly XY[],
  color: Color,
): readonly [earlier: XY, later: XY] | null {
  const distinct = distinctPoints(position, offers, color);
  const later = offers.find((offer, i) => distinct[i] !== offer);
  if (later === undefined) return null;
  const images = imagesOf(position, later, color);
  const earlier = offers.find((offer) => images.some(({ x, y }) => x === offer.x && y === offer.y));
  return [earlier ?? later, later];
}
