/**
 * Who wins and what is forbidden, straight from the definitions, as in src/rules, but on the padded board and in
 * portable code.
 */
import { BLACK, EMPTY, WHITE } from '../point.ts';
import { isCaroRule, isExactRule, isOmokRule, isRenjuRule, lengthToWin, paddedCells, strideOf } from './board.ts';

/** @returns how many stones of `color` follow `point` without a gap along `step` */
function stonesBehind(point: number, step: number, color: number): number {
  let count = 0;
  for (let at = point + step; paddedCells[at] === color; at += step) count++;
  return count;
}

/** @returns length of the unbroken row of `color` through `point`, as if `point` held such a stone */
function rowLength(point: number, step: number, color: number): number {
  return 1 + stonesBehind(point, step, color) + stonesBehind(point, -step, color);
}

/** @returns the first point past the row of `color` through `point`, along `step` */
export function endOf(point: number, step: number, color: number): number {
  return point + (1 + stonesBehind(point, step, color)) * step;
}

/** @returns 1 if a stone of `color` on the empty `point` wins by its row along `step` */
function winsAlong(point: number, step: number, color: number): number {
  const length = rowLength(point, step, color);
  if (length < lengthToWin) return 0;
  if (length > lengthToWin) return isExactRule !== 0 || (isRenjuRule !== 0 && color === BLACK) ? 0 : 1;
  const other = BLACK + WHITE - color;
  const isShutIn =
    paddedCells[endOf(point, step, color)] === other && paddedCells[endOf(point, -step, color)] === other;
  return isCaroRule !== 0 && isShutIn ? 0 : 1;
}

/** @returns 1 if a stone of `color` on the empty `point` wins */
export function winsAt(point: number, color: number): number {
  for (let direction = 0; direction < 4; direction++) {
    if (winsAlong(point, strideOf[direction], color) !== 0) return 1;
  }
  return 0;
}

/** @returns 1 if the rule forbids the empty `point` to `color` */
export function isForbiddenTo(color: number, point: number): number {
  return isOmokRule !== 0 || (isRenjuRule !== 0 && color === BLACK) ? isFoul(point, color) : 0;
}

/** @returns 1 if `color`, which has forbidden points, may not play on the empty `point` */
function isFoul(point: number, color: number): number {
  if (winsAt(point, color) !== 0) return 0;
  paddedCells[point] = color;
  const isRenjuFoul = isRenjuRule !== 0 && (hasOverline(point, color) !== 0 || countFours(point, color) > 1);
  const isFound = isRenjuFoul || countThrees(point, color) > 1;
  paddedCells[point] = EMPTY;
  return isFound ? 1 : 0;
}

function hasOverline(point: number, color: number): number {
  for (let direction = 0; direction < 4; direction++) if (rowLength(point, strideOf[direction], color) > 5) return 1;
  return 0;
}

/** @returns 1 if the point is empty and a stone of `color` on it would win by its row along `step` */
function completesFive(point: number, step: number, color: number): number {
  return paddedCells[point] === EMPTY ? winsAlong(point, step, color) : 0;
}

/**
 * Fours are counted as sets of stones: both ends of a row of four complete the same set, those of a shorter row two
 * different ones.
 */
function countFours(point: number, color: number): number {
  let fours = 0;
  for (let direction = 0; direction < 4; direction++) {
    const step = strideOf[direction];
    const ahead = completesFive(endOf(point, step, color), step, color);
    const behind = completesFive(endOf(point, -step, color), step, color);
    fours += rowLength(point, step, color) === 4 ? ahead | behind : ahead + behind;
  }
  return fours;
}

function countThrees(point: number, color: number): number {
  let threes = 0;
  for (let direction = 0; direction < 4; direction++) {
    const step = strideOf[direction];
    const ahead = endOf(point, step, color);
    const behind = endOf(point, -step, color);
    // Omok: a line that is a four is no three. Renju has no line that is both.
    if (isOmokRule !== 0 && (completesFive(ahead, step, color) | completesFive(behind, step, color)) !== 0) continue;
    if ((makesStraightFour(ahead, step, color) | makesStraightFour(behind, step, color)) !== 0) threes++;
  }
  return threes;
}

/** @returns 1 if `color` may play on `point`, makes a straight four along `step` there and no five elsewhere */
function makesStraightFour(point: number, step: number, color: number): number {
  if (paddedCells[point] !== EMPTY || rowLength(point, step, color) !== 4 || winsAt(point, color) !== 0) return 0;
  paddedCells[point] = color;
  const ahead = completesFive(endOf(point, step, color), step, color);
  const behind = completesFive(endOf(point, -step, color), step, color);
  paddedCells[point] = EMPTY;
  // The same question with one more stone on the board, so the recursion ends.
  return ahead + behind === 2 && isFoul(point, color) === 0 ? 1 : 0;
}
