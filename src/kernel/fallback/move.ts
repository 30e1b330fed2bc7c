/**
 * The move without a search: played when there is no time for a search, or when the search has not returned. It looks
 * one ply ahead. The engine and the native program play the same one: tools/native generates C from these files.
 */
import { BLACK, CELLS, EMPTY, NO_POINT, pointAt, STRIDE, WHITE } from '../point.ts';
import { height, isCaroRule, isLeftOut, lengthToWin, paddedCells, strideOf, width } from './board.ts';
import { endOf, isForbiddenTo, winsAt } from './judge.ts';

export { leaveOut, setBoard } from './board.ts';
export { isForbiddenTo } from './judge.ts';

/** Points farther than this from every stone are played only if no nearer one is legal. */
const NEAR = 2;
/** Precedence bonuses. They outweigh the lines, which add up to less than 2^21. */
const BEING_NEAR = 1 << 28;
const STOPPING_A_WIN = 1 << 24;
/**
 * Value of a window of `winLength` points by the number of stones in it, if all belong to one side; own ones count
 * slightly more.
 */
const ownValue = new Int32Array(6);
ownValue.set([8, 48, 320, 1760, 10400, 64000]);
const otherValue = new Int32Array(6);
otherValue.set([0, 32, 240, 1360, 8000, 48000]);

/** 1 where a stone keeps the opponent from winning on the next move. */
const stopsWin = new Uint8Array(CELLS);
/** Value of a point; below 0: already tried, or not playable. */
const worth = new Int32Array(CELLS);

/**
 * @returns a point of the padded board where `color` wins at once, else one that stops a win of the opponent, else the
 *   one with the most promising lines, the first in reading order among equals; a forbidden one only if there is no
 *   other. {@link NO_POINT} if none is left
 */
export function fallbackPoint(color: number): number {
  findStops(color);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = pointAt(x, y);
      const isPlayable = paddedCells[point] === EMPTY && isLeftOut[point] === 0;
      if (isPlayable && winsAt(point, color) !== 0) return point;
      worth[point] = isPlayable ? worthOf(x, y, color) : -1;
    }
  }
  const best = takeBest();
  for (let point = best; point !== NO_POINT; point = takeBest()) {
    if (isForbiddenTo(color, point) === 0) return point;
  }
  return best;
}

/** Where the opponent would win; under caro also where a stone would block the row. */
function findStops(color: number): void {
  const other = BLACK + WHITE - color;
  stopsWin.fill(0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = pointAt(x, y);
      if (paddedCells[point] !== EMPTY || winsAt(point, other) === 0) continue;
      stopsWin[point] = 1;
      for (let direction = 0; isCaroRule !== 0 && direction < 4; direction++) {
        const step = strideOf[direction];
        tryStop(endOf(point, step, other), point, color);
        tryStop(endOf(point, -step, other), point, color);
      }
    }
  }
}

/** @param win where the opponent of `color` would win */
function tryStop(point: number, win: number, color: number): void {
  if (paddedCells[point] !== EMPTY) return;
  paddedCells[point] = color;
  if (winsAt(win, BLACK + WHITE - color) === 0) stopsWin[point] = 1;
  paddedCells[point] = EMPTY;
}

/**
 * @returns the playable point with the highest value, which is then marked as tried; {@link NO_POINT} if none is left
 */
function takeBest(): number {
  let best = NO_POINT;
  let most = -1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = pointAt(x, y);
      if (worth[point] <= most) continue;
      most = worth[point];
      best = point;
    }
  }
  if (best !== NO_POINT) worth[best] = -1;
  return best;
}

/** @returns at least 0 */
function worthOf(x: number, y: number, color: number): number {
  const point = pointAt(x, y);
  let sum = width + height - fromMiddle(x, width) - fromMiddle(y, height);
  if (stopsWin[point] !== 0) sum += STOPPING_A_WIN;
  if (isNearStone(point) !== 0) sum += BEING_NEAR;
  for (let direction = 0; direction < 4; direction++) {
    const step = strideOf[direction];
    for (let i = 0; i < lengthToWin; i++) sum += stretchValue(point - i * step, step, color);
  }
  return sum;
}

/** @returns distance from the middle of `length` points, in half points */
function fromMiddle(at: number, length: number): number {
  const twice = 2 * at + 1 - length;
  return twice < 0 ? -twice : twice;
}

function isNearStone(point: number): number {
  for (let dy = -NEAR; dy <= NEAR; dy++) {
    for (let dx = -NEAR; dx <= NEAR; dx++) {
      const cell = paddedCells[point + dy * STRIDE + dx];
      if (cell === BLACK || cell === WHITE) return 1;
    }
  }
  return 0;
}

/** @returns 0 for a window that neither side can still fill */
function stretchValue(first: number, step: number, color: number): number {
  let own = 0;
  let other = 0;
  for (let i = 0; i < lengthToWin; i++) {
    const cell = paddedCells[first + i * step];
    if (cell === color) own++;
    else if (cell === BLACK + WHITE - color) other++;
    else if (cell !== EMPTY) return 0;
  }
  if (own > 0 && other > 0) return 0;
  return other > 0 ? otherValue[other] : ownValue[own];
}
