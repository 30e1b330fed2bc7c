/**
 * The incremental state of a position: for every empty point and both colors the shapes on its four lines and their
 * class, and for the whole board class counts, evaluation sum, candidates and hash. A stone changes at most 8
 * (half-width 4) or 10 (5) points on each of its four lines; undo restores them from a stack.
 */
import { BLACK, BLOCKED, CELLS, EMPTY, NO_POINT, PAD, STRIDE, WHITE } from '../point.ts';
import { KEY_WORDS, stoneKey } from '../zobrist.ts';
import {
  CLASS_FIVE,
  CLASS_FORBIDDEN,
  CLASS_FOUR_THREE,
  CLASS_MASK,
  CLASS_NONE,
  CLASS_THREE,
  CLASSES,
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
/** Three words of counts for each color, three classes in each word. Other classes are not counted. */
const BLACK_COUNTS = 0;
const WHITE_COUNTS = 4;
const COUNT_WORDS = 3;
const COUNT_BITS = 10;
const COUNT_MASK = (1 << COUNT_BITS) - 1;
export const VALUE_SUM = 8;
const HASH_LOW = 9;
const HASH_HIGH = 10;
/** Recent point of class five, straight four, four-three for Black; White's follow 3 words later. */
const RECENT_FIVE = 11;
const RECENT_WORDS = 3;
export const CANDIDATE_ROWS = 20;
/** A multiple of four: records are copied by vector instructions. */
export const RECORD_WORDS = 52;
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
 * Changed points of all plies: the point, then its previous shapes, black info and white info. Until they are applied,
 * the second word holds the new shapes.
 */
const changes = new Int32Array(MAX_PLIES * 40 * CHANGE_WORDS);
let changeTop = 0;
const changeMark = new Int32Array(MAX_PLIES);

/** How a point changes the counts, by (its old class * 16 + its new one) * 4 + word. */
const countChange = new Int32Array(256 << 2);

/** Candidate stencil by row distance 0..4: columns as bits around bit 4. A square of radius three, lines of four. */
const stencil = new Int32Array(5);

/** @returns place of a class among the counts, three to a word */
function countPlace(pointClass: number): number {
  return pointClass === CLASS_FORBIDDEN ? CLASSES - CLASS_THREE : pointClass - CLASS_THREE;
}

/** @returns what a point of a class adds to a word of the counts */
function countUnit(word: number, pointClass: number): number {
  const place = countPlace(pointClass) - 3 * word;
  return place >= 0 && place < 3 ? 1 << (place * COUNT_BITS) : 0;
}

function fillCountChanges(): void {
  for (let word = 0; word < COUNT_WORDS; word++) {
    for (let classes = 0; classes < 256; classes++) {
      countChange[(classes << 2) + word] = countUnit(word, classes & CLASS_MASK) - countUnit(word, classes >> 4);
    }
  }
}

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

fillCountChanges();
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
  records.fill(0, record, record + VALUE_SUM);
  let sum = 0;
  for (let point = 0; point < CELLS; point++) {
    if (stoneAt[point] !== EMPTY) continue;
    const shapes = shapesFromRows(point);
    const black = pointInfo[infoIndex(shapes & 0xffff)];
    const white = pointInfo[INFO_ENTRIES + infoIndex(shapes >>> 16)];
    shapesAt[point] = shapes;
    blackInfo[point] = black;
    whiteInfo[point] = white;
    changeCounts(record + BLACK_COUNTS, CLASS_NONE, black & CLASS_MASK);
    changeCounts(record + WHITE_COUNTS, CLASS_NONE, white & CLASS_MASK);
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

  const key = ((color - 1) * CELLS + point) * KEY_WORDS;
  records[to + HASH_LOW] ^= stoneKey[key];
  records[to + HASH_HIGH] ^= stoneKey[key + 1];
  stoneAt[point] = color;
  flipRowBits(point, color);
  addCandidates(point);
  const black = blackInfo[point];
  const white = whiteInfo[point];
  records[to + VALUE_SUM] += (white >> VALUE_SHIFT) - (black >> VALUE_SHIFT);
  changeCounts(to + BLACK_COUNTS, black & CLASS_MASK, CLASS_NONE);
  changeCounts(to + WHITE_COUNTS, white & CLASS_MASK, CLASS_NONE);
  const from = changeTop;
  changeTop = listChanges(point, halfWidth, from);
  applyChanges(from, changeTop, to);
}

/**
 * Lists the points whose shapes a stone changes, with their new shapes, in {@link changes}. The lowering recognizes
 * this function and {@link applyChanges} by name and writes faster code for C.
 * @param half {@link halfWidth} @param top where the list begins
 * @returns where it ends
 */
function listChanges(point: number, half: number, top: number): number {
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const line = lineIndexAt[direction * CELLS + point];
    const blackRow = lineRows[line];
    const whiteRow = lineRows[line + 1];
    const step = stepOf[direction];
    const nibble = direction << 2;
    const keep = ~(0x000f000f << nibble);
    let neighbor = point - half * step;
    let shift = bitOf(direction, point) - 2 * half;
    // A board point has halfWidth cells on either side, so negative shifts belong to walls. Whether a point is empty
    // and changes is hard to predict, so there is no branch on it: if not, the next entry overwrites this one.
    for (let i = 0; i <= 2 * half; i++, neighbor += step, shift++) {
      const pair = shapePairOf(blackRow >> shift, whiteRow >> shift, half);
      const shapes = shapesAt[neighbor];
      const changed = (shapes & keep) | (((pair & 15) | ((pair & 0xf0) << 12)) << nibble);
      changes[top] = neighbor;
      changes[top + 1] = changed;
      top += ((changed !== shapes ? 1 : 0) & (stoneAt[neighbor] === EMPTY ? 1 : 0)) << CHANGE_SHIFT;
    }
  }
  return top;
}

/**
 * Gives the points listed in {@link changes} their new shapes and keeps the old ones there.
 * @param from,top of the list @param to the current record
 */
function applyChanges(from: number, top: number, to: number): void {
  let sum = records[to + VALUE_SUM];
  for (let at = from; at < top; at += CHANGE_WORDS) {
    const neighbor = changes[at];
    const changed = changes[at + 1];
    const oldBlack = blackInfo[neighbor];
    const oldWhite = whiteInfo[neighbor];
    const newBlack = pointInfo[infoIndex(changed & 0xffff)];
    const newWhite = pointInfo[INFO_ENTRIES + infoIndex(changed >>> 16)];
    changes[at + 1] = shapesAt[neighbor];
    changes[at + 2] = oldBlack;
    changes[at + 3] = oldWhite;
    shapesAt[neighbor] = changed;
    blackInfo[neighbor] = newBlack;
    whiteInfo[neighbor] = newWhite;
    sum +=
      (newBlack >> VALUE_SHIFT) - (oldBlack >> VALUE_SHIFT) - (newWhite >> VALUE_SHIFT) + (oldWhite >> VALUE_SHIFT);
    changeClass(neighbor, oldBlack & CLASS_MASK, newBlack & CLASS_MASK, to + BLACK_COUNTS, to + RECENT_FIVE);
    changeClass(
      neighbor,
      oldWhite & CLASS_MASK,
      newWhite & CLASS_MASK,
      to + WHITE_COUNTS,
      to + RECENT_FIVE + RECENT_WORDS,
    );
  }
  records[to + VALUE_SUM] = sum;
}

/** A point changes its class. @param counts,recent first words of a color in the record */
function changeClass(point: number, before: number, after: number, counts: number, recent: number): void {
  if (before === after) return;
  changeCounts(counts, before, after);
  if (after >= CLASS_FOUR_THREE) records[recent + CLASS_FIVE - after] = point;
}

/** Counts a point as one of another class. @param counts first word of a color in the record */
function changeCounts(counts: number, before: number, after: number): void {
  const at = ((before << 4) | after) << 2;
  records[counts] += countChange[at];
  records[counts + 1] += countChange[at + 1];
  records[counts + 2] += countChange[at + 2];
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

/** @returns how many empty points are of `pointClass`, at least a three or possibly forbidden, for `color` */
export function countOf(color: number, pointClass: number): number {
  const place = countPlace(pointClass);
  const word = (place / 3) | 0;
  return (records[record + ((color - 1) << 2) + word] >> ((place - 3 * word) * COUNT_BITS)) & COUNT_MASK;
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
