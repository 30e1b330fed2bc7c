/**
 * Which points a side may not play, exactly: Black under renju, both under omok. Decided only where the point class
 * says it may matter (CLASS_FORBIDDEN). It uses the bit rows alone, so no incremental state is disturbed.
 */
import { BLACK, EMPTY } from '../point.ts';
import { CLASS_FORBIDDEN } from './points.ts';
import { isOmok } from './rule.ts';
import { FIVE, FOUR, OVERLINE, STRAIGHT_FOUR, THREE, THREE_OPEN } from './shapes.ts';
import { classAt, flipRowBits, shapePairAt, shapesFromRows, stepOf, stoneAt } from './state.ts';

/** The side in question, and its stones that the recursion has placed in addition to those of {@link stoneAt}. */
let owner = BLACK;
const supposed = new Int32Array(64);
let supposedCount = 0;

function isSupposed(point: number): number {
  for (let i = 0; i < supposedCount; i++) if (supposed[i] === point) return 1;
  return 0;
}

/** @returns the first empty point from `point` along `step`, over own stones, or -1 if the row ends otherwise */
function firstEmpty(point: number, step: number): number {
  let at = point + step;
  while (stoneAt[at] === owner || isSupposed(at) !== 0) at += step;
  return stoneAt[at] === EMPTY ? at : -1;
}

/** @returns the owner's four shapes of a point that is empty in the bit rows */
function ownShapes(point: number): number {
  const shapes = shapesFromRows(point);
  return owner === BLACK ? shapes & 0xffff : shapes >>> 16;
}

/** @returns 1 if the ends of the row through an empty `point` are empty, four stones apart with the one on it */
function isOpenRowOfFour(point: number, step: number): number {
  const ahead = firstEmpty(point, step);
  const behind = firstEmpty(point, -step);
  return ahead >= 0 && behind >= 0 && ahead - behind === 5 * step ? 1 : 0;
}

/**
 * Does a stone at `point` make a straight four on the line, without a five anywhere and without being forbidden itself?
 * The stones are those of the bit rows.
 */
function makesStraightFour(point: number, direction: number): number {
  const pair = shapePairAt(point, direction);
  if ((owner === BLACK ? pair & 15 : pair >>> 4) !== STRAIGHT_FOUR) return 0;
  // Under renju two fours in one line are another shape.
  if (isOmok !== 0 && isOpenRowOfFour(point, stepOf[direction]) === 0) return 0;
  return isForbiddenShape(point, ownShapes(point)) ^ 1;
}

/** @returns on how many of the four lines the shape, in the low half of `shapes`, is one of the two */
export function linesWith(shapes: number, shape: number, orShape: number): number {
  let lines = 0;
  for (let shift = 0; shift < 16; shift += 4) {
    const seen = (shapes >>> shift) & 15;
    if (seen === shape || seen === orShape) lines++;
  }
  return lines;
}

/** @returns 1 if renju forbids Black's four shapes for an overline or two fours; a five is not considered */
export function isForbiddenByLines(shapes: number): number {
  if (isOmok !== 0) return 0;
  return linesWith(shapes, OVERLINE, OVERLINE) > 0 || linesWith(shapes, FOUR, STRAIGHT_FOUR) >= 2 ? 1 : 0;
}

/** @returns 1 if the owner's four shapes of a point are forbidden or (for {@link makesStraightFour}) a five */
function isForbiddenShape(point: number, shapes: number): number {
  // A five is never forbidden, but completing a three with a five wins at once and makes no straight four.
  if (linesWith(shapes, FIVE, FIVE) > 0) return supposedCount > 0 ? 1 : 0;
  if (isForbiddenByLines(shapes) !== 0) return 1;
  return linesWith(shapes, THREE, THREE_OPEN) < 2 ? 0 : hasTwoRealThrees(point, shapes);
}

function hasTwoRealThrees(point: number, shapes: number): number {
  flipRowBits(point, owner);
  supposed[supposedCount++] = point;
  let real = 0;
  for (let direction = 0; direction < 4 && real < 2; direction++) {
    const shape = (shapes >>> (direction << 2)) & 15;
    if (shape !== THREE && shape !== THREE_OPEN) continue;
    const ahead = firstEmpty(point, stepOf[direction]);
    if (ahead >= 0 && makesStraightFour(ahead, direction) !== 0) {
      real++;
      continue;
    }
    const behind = firstEmpty(point, -stepOf[direction]);
    if (behind >= 0 && makesStraightFour(behind, direction) !== 0) real++;
  }
  supposedCount--;
  flipRowBits(point, owner);
  return real >= 2 ? 1 : 0;
}

/** @param point an empty point @returns 1 if the rule forbids it to `side` */
export function isForbidden(point: number, side: number): number {
  if (classAt(point, side) !== CLASS_FORBIDDEN) return 0;
  owner = side;
  return isForbiddenShape(point, ownShapes(point));
}
