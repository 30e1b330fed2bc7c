/**
 * The incremental state of a position: for every empty point and both colors the shapes on its four lines and their
 * class, and for the whole board class counts, evaluation sum, candidates and hash. A stone changes at most 8
 * (half-width 4) or 10 (5) points on each of its four lines; undo restores them from a stack.
 */
import { BLACK, BLOCKED, CELLS, EMPTY, NO_POINT, PAD, STRIDE, WHITE } from '../point.ts';
import { KEY_WORDS, stoneKey } from '../zobrist.ts';
import {
  CLASS_FIVE,
  CLASS_FOUR_THREE,
  CLASS_MASK,
  CLASS_STRAIGHT_FOUR,
  INFO_ENTRIES,
  infoIndex,
  pointInfo,
  VALUE_SHIFT,
} from './points.ts';
import { aheadColumn, behindRow, halfWidth, lineShapes } from './shapes.ts';

export let boardWidth = 15;
export let boardHeight = 15;
/** Points of the board that are not blocked. */
export let openPoints = 225;
/** Stones played since {@link clearBoard}, blocked points not counted. */
export let stoneCount = 0;

/** Fewest stones since {@link forgetPlies}; -1 if the board has been cleared or blocked. */
export let lowestPly = -1;

/** EMPTY, BLACK, WHITE or BLOCKED by point. */
export const stoneAt = new Uint8Array(CELLS);
/** Shapes by point: Black's four in the low half (four bits a direction), White's in the high half. */
export const shapesAt = new Int32Array(CELLS);
/** Entry of {@link pointInfo} for a black stone on the point. Valid while the point is empty. */
export const blackInfo = new Int32Array(CELLS);
/** The same for a white stone. */
export const whiteInfo = new Int32Array(CELLS);

/** Most stones on a board, plus one. */
const MAX_PLIES = 22 * 22 + 2;
/** Point played at each ply. */
const moveAt = new Int32Array(MAX_PLIES);

/*
 * One record per ply: class counts of both colors over all empty points, evaluation sum (Black's view), hash, a recent
 * point of each forcing class (possibly stale, so it must be checked), and the candidate rows.
 */
export const BLACK_COUNTS = 0;
export const WHITE_COUNTS = 16;
export const VALUE_SUM = 32;
const HASH_LOW = 33;
const HASH_HIGH = 34;
/** Recent point of class five, straight four, four-three for Black; White's follow 3 words later. */
export const RECENT_FIVE = 35;
export const RECENT_STRAIGHT_FOUR = 36;
export const RECENT_FOUR_THREE = 37;
const RECENT_WORDS = 3;
export const CANDIDATE_ROWS = 44;
/** A multiple of four: records are copied by vector instructions. */
export const RECORD_WORDS = 76;
export const records = new Int32Array(MAX_PLIES * RECORD_WORDS);
/** Offset of the current record. */
export let record = 0;

const DIRECTIONS = 4;
/** Step from a point to the next on its line, by direction: right, down, down-left, down-right. */
export const stepOf = new Int32Array(DIRECTIONS);
/** Lines as bit rows: black ones at 2 * line, white ones at 2 * line + 1; walls set both. */
const LINES = 32 + 32 + 64 + 64;
export const lineRows = new Int32Array(2 * LINES);
/** Line (times two) by direction * CELLS + point. */
export const lineIndexAt = new Int32Array(DIRECTIONS * CELLS);
/** Bit of a point in its line: the column for rows, else the row of the padded board. */
const ROW_OF_DIRECTION_BIT = 5;

const CHANGE_SHIFT = 2;
const CHANGE_WORDS = 1 << CHANGE_SHIFT;
/**
 * Changed points of all plies: the point, then its previous shapes, black info and white info. While a stone is being
 * played, the third word holds the new shapes.
 */
const changes = new Int32Array(MAX_PLIES * 40 * CHANGE_WORDS);
let changeTop = 0;
const changeMark = new Int32Array(MAX_PLIES);

/** Candidate stencil by row distance 0..4: columns as bits around bit 4. A square of radius three, lines of four. */
const stencil = new Int32Array(5);

function fillGeometry(): void {
  stepOf[0] = 1;
  stepOf[1] = STRIDE;
  stepOf[2] = STRIDE - 1;
  stepOf[3] = STRIDE + 1;
  for (let point = 0; point < CELLS; point++) {
    const column = point & (STRIDE - 1);
    const row = point >> 5;
    lineIndexAt[point] = row << 1;
    lineIndexAt[CELLS + point] = (32 + column) << 1;
    lineIndexAt[2 * CELLS + point] = (64 + column + row) << 1;
    lineIndexAt[3 * CELLS + point] = (128 + column - row + 31) << 1;
  }
  stencil[0] = 0x1ff;
  stencil[1] = 0x0fe;
  stencil[2] = 0x0fe;
  stencil[3] = 0x0fe;
  stencil[4] = 0x111;
}

fillGeometry();

/** @returns the bit number of `point` in its line along `direction` */
export function bitOf(direction: number, point: number): number {
  return direction === 0 ? point & (STRIDE - 1) : point >> ROW_OF_DIRECTION_BIT;
}

function setRowBits(point: number, colors: number): void {
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const line = lineIndexAt[direction * CELLS + point];
    const bit = 1 << bitOf(direction, point);
    if ((colors & 1) !== 0) lineRows[line] |= bit;
    if ((colors & 2) !== 0) lineRows[line + 1] |= bit;
  }
}

/** Adds a stone of `color` to the bit rows, or removes it, and touches nothing else. */
export function flipRowBits(point: number, color: number): void {
  const offset = color - 1;
  lineRows[lineIndexAt[point] + offset] ^= 1 << (point & (STRIDE - 1));
  const bit = 1 << (point >> ROW_OF_DIRECTION_BIT);
  lineRows[lineIndexAt[CELLS + point] + offset] ^= bit;
  lineRows[lineIndexAt[2 * CELLS + point] + offset] ^= bit;
  lineRows[lineIndexAt[3 * CELLS + point] + offset] ^= bit;
}

/**
 * @param black bits of a line, shifted so that the farthest cell of the point's back side is bit 0; `white` likewise
 * @param half {@link halfWidth}
 * @returns the two shapes of the point on this line, Black's in the low nibble, White's in the high one
 */
function shapePairOf(black: number, white: number, half: number): number {
  const mask = (1 << half) - 1;
  const behind = (black & mask) | ((white & mask) << half);
  const ahead = ((black >>> (half + 1)) & mask) | (((white >>> (half + 1)) & mask) << half);
  return lineShapes[behindRow[behind] + aheadColumn[ahead]];
}

/** @returns the two shapes (Black's low nibble, White's high) on one line of a point that is empty in the bit rows */
export function shapePairAt(point: number, direction: number): number {
  const line = lineIndexAt[direction * CELLS + point];
  const shift = bitOf(direction, point) - halfWidth;
  return shapePairOf(lineRows[line] >> shift, lineRows[line + 1] >> shift, halfWidth);
}

/** @returns shapes of an empty point from the bit rows alone, packed as in {@link shapesAt} */
export function shapesFromRows(point: number): number {
  let shapes = 0;
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const pair = shapePairAt(point, direction);
    shapes |= ((pair & 15) | ((pair >>> 4) << 16)) << (direction << 2);
  }
  return shapes;
}

/** Restarts {@link lowestPly} from the current ply. */
export function forgetPlies(): void {
  lowestPly = stoneCount;
}

/** Sets up an empty board of the given size under the rule whose tables are in force. */
export function clearBoard(width: number, height: number): void {
  boardWidth = width;
  boardHeight = height;
  openPoints = width * height;
  stoneCount = 0;
  record = 0;
  changeTop = 0;
  stoneAt.fill(BLOCKED);
  lineRows.fill(-1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = ((y + PAD) << 5) + x + PAD;
      stoneAt[point] = EMPTY;
      for (let direction = 0; direction < DIRECTIONS; direction++) {
        const line = lineIndexAt[direction * CELLS + point];
        const bit = 1 << bitOf(direction, point);
        lineRows[line] &= ~bit;
        lineRows[line + 1] &= ~bit;
      }
    }
  }
  records.fill(0, 0, RECORD_WORDS);
  rebuild();
}

/** Blocks an empty point of a board without stones: a wall for both sides. */
export function block(point: number): void {
  stoneAt[point] = BLOCKED;
  openPoints--;
  setRowBits(point, 3);
  const key = (2 * CELLS + point) * KEY_WORDS;
  records[record + HASH_LOW] ^= stoneKey[key];
  records[record + HASH_HIGH] ^= stoneKey[key + 1];
  rebuild();
}

/** Computes shapes, infos, counts and the evaluation sum of the current record from the bit rows. */
export function rebuild(): void {
  for (let i = 0; i < VALUE_SUM; i++) records[record + i] = 0;
  let sum = 0;
  for (let point = 0; point < CELLS; point++) {
    if (stoneAt[point] !== EMPTY) continue;
    const shapes = shapesFromRows(point);
    const black = pointInfo[infoIndex(shapes & 0xffff)];
    const white = pointInfo[INFO_ENTRIES + infoIndex(shapes >>> 16)];
    shapesAt[point] = shapes;
    blackInfo[point] = black;
    whiteInfo[point] = white;
    records[record + BLACK_COUNTS + (black & CLASS_MASK)]++;
    records[record + WHITE_COUNTS + (white & CLASS_MASK)]++;
    sum += (black >> VALUE_SHIFT) - (white >> VALUE_SHIFT);
  }
  records[record + VALUE_SUM] = sum;
  lowestPly = -1;
}

/** Adds the candidates around a stone to the record. */
function addCandidates(point: number): void {
  const row = point >> 5;
  const column = point & (STRIDE - 1);
  for (let distance = -4; distance <= 4; distance++) {
    // PAD is 5, so neither the row nor the shift leaves its range.
    const bits = stencil[distance < 0 ? -distance : distance];
    records[record + CANDIDATE_ROWS + row + distance] |= bits << (column - 4);
  }
}

/** Records a point that reached one of the forcing classes. */
function noteForcing(point: number, pointClass: number, white: number): void {
  if (pointClass < CLASS_FOUR_THREE) return;
  const at = record + (white !== 0 ? RECENT_WORDS : 0);
  if (pointClass === CLASS_FIVE) records[at + RECENT_FIVE] = point;
  else if (pointClass === CLASS_STRAIGHT_FOUR) records[at + RECENT_STRAIGHT_FOUR] = point;
  else records[at + RECENT_FOUR_THREE] = point;
}

/**
 * Copies a record. The lowering recognizes this function by name and writes vector code for it. @param from,to first
 * words
 */
export function copyRecord(from: number, to: number): void {
  for (let i = 0; i < RECORD_WORDS; i++) records[to + i] = records[from + i];
}

/** Plays a stone on an empty point. @param color BLACK or WHITE; the sides need not alternate */
export function play(point: number, color: number): void {
  // The record of the new ply starts as a copy; the stone's changes are applied to it.
  const to = record + RECORD_WORDS;
  copyRecord(record, to);
  record = to;
  changeMark[stoneCount] = changeTop;
  moveAt[stoneCount] = point;
  stoneCount++;

  const blackBefore = blackInfo[point];
  const whiteBefore = whiteInfo[point];
  records[to + BLACK_COUNTS + (blackBefore & CLASS_MASK)]--;
  records[to + WHITE_COUNTS + (whiteBefore & CLASS_MASK)]--;
  let sum = records[to + VALUE_SUM] - (blackBefore >> VALUE_SHIFT) + (whiteBefore >> VALUE_SHIFT);
  const key = ((color - 1) * CELLS + point) * KEY_WORDS;
  records[to + HASH_LOW] ^= stoneKey[key];
  records[to + HASH_HIGH] ^= stoneKey[key + 1];
  stoneAt[point] = color;
  flipRowBits(point, color);
  addCandidates(point);

  const half = halfWidth;
  let top = changeTop;
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const line = lineIndexAt[direction * CELLS + point];
    const blackRow = lineRows[line];
    const whiteRow = lineRows[line + 1];
    const step = stepOf[direction];
    const nibble = direction << 2;
    const keep = ~(0x000f000f << nibble);
    let neighbor = point - half * step;
    let shift = (direction === 0 ? point & (STRIDE - 1) : point >> ROW_OF_DIRECTION_BIT) - 2 * half;
    // A board point has halfWidth cells on either side, so negative shifts belong to walls. Whether a point is empty
    // and changes is hard to predict, so there is no branch on it: if not, the next entry overwrites this one.
    for (let i = 0; i <= 2 * half; i++, neighbor += step, shift++) {
      const pair = shapePairOf(blackRow >> shift, whiteRow >> shift, half);
      const shapes = shapesAt[neighbor];
      const changed = (shapes & keep) | (((pair & 15) | ((pair & 0xf0) << 12)) << nibble);
      changes[top] = neighbor;
      changes[top + 1] = shapes;
      changes[top + 2] = changed;
      top += ((changed !== shapes ? 1 : 0) & (stoneAt[neighbor] === EMPTY ? 1 : 0)) << CHANGE_SHIFT;
    }
  }
  for (let at = changeTop; at < top; at += CHANGE_WORDS) {
    const neighbor = changes[at];
    const changed = changes[at + 2];
    const oldBlack = blackInfo[neighbor];
    const oldWhite = whiteInfo[neighbor];
    const newBlack = pointInfo[infoIndex(changed & 0xffff)];
    const newWhite = pointInfo[INFO_ENTRIES + infoIndex(changed >>> 16)];
    changes[at + 2] = oldBlack;
    changes[at + 3] = oldWhite;
    shapesAt[neighbor] = changed;
    blackInfo[neighbor] = newBlack;
    whiteInfo[neighbor] = newWhite;
    sum +=
      (newBlack >> VALUE_SHIFT) - (oldBlack >> VALUE_SHIFT) - (newWhite >> VALUE_SHIFT) + (oldWhite >> VALUE_SHIFT);
    const blackClass = newBlack & CLASS_MASK;
    if (blackClass !== (oldBlack & CLASS_MASK)) {
      records[to + BLACK_COUNTS + (oldBlack & CLASS_MASK)]--;
      records[to + BLACK_COUNTS + blackClass]++;
      noteForcing(neighbor, blackClass, 0);
    }
    const whiteClass = newWhite & CLASS_MASK;
    if (whiteClass !== (oldWhite & CLASS_MASK)) {
      records[to + WHITE_COUNTS + (oldWhite & CLASS_MASK)]--;
      records[to + WHITE_COUNTS + whiteClass]++;
      noteForcing(neighbor, whiteClass, 1);
    }
  }
  changeTop = top;
  records[to + VALUE_SUM] = sum;
}

/** Undoes the last stone. */
export function undo(): void {
  stoneCount--;
  if (stoneCount < lowestPly) lowestPly = stoneCount;
  const point = moveAt[stoneCount];
  const mark = changeMark[stoneCount];
  for (let top = changeTop - CHANGE_WORDS; top >= mark; top -= CHANGE_WORDS) {
    const neighbor = changes[top];
    shapesAt[neighbor] = changes[top + 1];
    blackInfo[neighbor] = changes[top + 2];
    whiteInfo[neighbor] = changes[top + 3];
  }
  changeTop = mark;
  flipRowBits(point, stoneAt[point]);
  stoneAt[point] = EMPTY;
  record -= RECORD_WORDS;
}

/** @returns how many empty points are of `pointClass` for `color` */
export function countOf(color: number, pointClass: number): number {
  return records[record + ((color - 1) << 4) + pointClass];
}

export function classAt(point: number, color: number): number {
  return (color === BLACK ? blackInfo[point] : whiteInfo[point]) & CLASS_MASK;
}

/** @returns any empty point of `pointClass` (four-three, straight four or five) for `color`, or NO_POINT */
export function findForcing(color: number, pointClass: number): number {
  const slot = CLASS_FIVE - pointClass + (color === WHITE ? RECENT_WORDS : 0);
  const recent = records[record + RECENT_FIVE + slot];
  if (stoneAt[recent] === EMPTY && classAt(recent, color) === pointClass) return recent;
  for (let point = 0; point < CELLS; point++) {
    if (stoneAt[point] === EMPTY && classAt(point, color) === pointClass) {
      records[record + RECENT_FIVE + slot] = point;
      return point;
    }
  }
  return NO_POINT;
}

/** @returns the point played `back` plies ago, or NO_POINT if there were fewer */
export function moveBefore(back: number): number {
  return stoneCount >= back ? moveAt[stoneCount - back] : NO_POINT;
}

/** @returns low word of the hash of the stones, regardless of the side to move */
export function stonesHashLow(): number {
  return records[record + HASH_LOW];
}

/** @returns high word of the hash of the stones, regardless of the side to move */
export function stonesHashHigh(): number {
  return records[record + HASH_HIGH];
}
