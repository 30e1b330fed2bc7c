/** Points of a board that are the same when it is turned or mirrored, with the stones on it. */
import { type Color, EMPTY } from '../../core/color.ts';
import { pointOfCell, type XY } from '../../core/point.ts';
import type { Position } from '../../rules/position.ts';

/**
 * @param point an empty one @param color of the stone that would stand there
 * @returns the empty points that lead to the same position, itself among them, row by row from the top
 */
export function imagesOf(position: Position, point: XY, color: Color): XY[] {
  const { width, height, cells } = position;
  const stones = Array.from(cells, (cell, i) => ({ ...pointOfCell(i, width), cell })).filter(
    ({ cell }) => cell !== EMPTY,
  );
  const images = new Set<number>();
  for (const turn of turnsOf(width, height)) {
    const at = (from: XY) => {
      const { x, y } = turn(from);
      return y * width + x;
    };
    // Turned, the stones and the new one lie on the stones, but for one of them that lies where nothing is.
    const beside = [...stones, { ...point, cell: color }].filter((stone) => cells[at(stone)] !== stone.cell);
    const [only] = beside;
    if (beside.length === 1 && only.cell === color && cells[at(only)] === EMPTY) images.add(at(only));
  }
  return [...images].sort((a, b) => a - b).map((cell) => pointOfCell(cell, width));
}

/** @returns the points that lead to different positions: none that is the image of an earlier one, or the same */
export function distinctPoints<T extends XY>(position: Position, points: readonly T[], color: Color): T[] {
  const seen = new Set<number>();
  return points.filter((point) => {
    if (seen.has(point.y * position.width + point.x)) return false;
    for (const { x, y } of imagesOf(position, point, color)) seen.add(y * position.width + x);
    return true;
  });
}

/**
 * Moves that are offered must lead to different positions, however the board is turned.
 * @param color whose moves they are
 * @returns the first point that is equal to an earlier one, with it; null if none is
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

/** @returns the ways in which a board lies on itself; the diagonals only of a square one */
function turnsOf(width: number, height: number): ((point: XY) => XY)[] {
  const flips = [
    ({ x, y }: XY) => ({ x, y }),
    ({ x, y }: XY) => ({ x: width - 1 - x, y }),
    ({ x, y }: XY) => ({ x, y: height - 1 - y }),
    ({ x, y }: XY) => ({ x: width - 1 - x, y: height - 1 - y }),
  ];
  const turned = flips.map((flip) => (point: XY) => flip({ x: point.y, y: point.x }));
  return width === height ? [...flips, ...turned] : flips;
}
