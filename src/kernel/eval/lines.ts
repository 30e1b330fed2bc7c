/**
 * Lines through a point as rows of a table: four cells on either side, each empty, own, the opponent's, or beyond the
 * edge. A line and its mirror image are the same row, so there are 7,381.
 */

/** Cells on either side of a point. */
export const LINE_REACH = 4;
/** Fillings of one side: 3^n for each number n of cells, 0 to 4, before the edge. */
const SIDES = 121;
/** Fillings of a side without an edge: numbers 0 to 80. */
const OPEN_SIDES = 81;
/** Unordered pairs of sides. Row 0 is the empty line, far from the edge. */
export const LINE_ROWS = (SIDES * (SIDES + 1)) / 2;

/**
 * Number of a side by its bits, own stones low, the opponent's from bit {@link LINE_REACH} on; an edge sets both. On
 * the back side of the point the lowest bit is the farthest cell, on the front side the nearest.
 */
const behindSide = new Uint8Array(1 << (2 * LINE_REACH));
const aheadSide = new Uint8Array(1 << (2 * LINE_REACH));

function fillSides(): void {
  for (let bits = 0; bits < 1 << (2 * LINE_REACH); bits++) {
    behindSide[bits] = sideOf(bits, LINE_REACH - 1, -1);
    aheadSide[bits] = sideOf(bits, 0, 1);
  }
}

/** @param first bit of the nearest cell @param step to the next one */
function sideOf(bits: number, first: number, step: number): number {
  let digits = 0;
  let power = 1;
  let shorter = 0;
  for (let i = 0; i < LINE_REACH; i++) {
    const bit = first + i * step;
    const digit = ((bits >> bit) & 1) | (((bits >> (bit + LINE_REACH)) & 1) << 1);
    // The edge: as many cells as came before it. Shorter sides are numbered after the open ones.
    if (digit === 3) return OPEN_SIDES + shorter + digits;
    digits += digit * power;
    shorter += power;
    power *= 3;
  }
  return digits;
}

/** What a black stone adds to the number of a side, by its distance minus one; a white one adds twice that. */
export const stoneWeight = new Uint8Array(LINE_REACH);

function fillStoneWeights(): void {
  let power = 1;
  for (let distance = 0; distance < LINE_REACH; distance++) {
    stoneWeight[distance] = power;
    power *= 3;
  }
}

fillSides();
fillStoneWeights();

/** @param bits of the back side of a point @returns its number */
export function behindNumber(bits: number): number {
  return behindSide[bits];
}

/** @param bits of the front side of a point @returns its number */
export function aheadNumber(bits: number): number {
  return aheadSide[bits];
}

/** @param a number of a side @param b of the other side @returns 0 to {@link LINE_ROWS} - 1 */
export function rowOfSides(a: number, b: number): number {
  const less = (a - b) & ((a - b) >> 31);
  const larger = a - less;
  return ((larger * (larger + 1)) >> 1) + b + less;
}

/**
 * @param behind bits of the back side of the point
 * @param ahead bits of the front side
 * @returns 0 to {@link LINE_ROWS} - 1
 */
export function lineRow(behind: number, ahead: number): number {
  return rowOfSides(behindSide[behind], aheadSide[ahead]);
}

/** @returns the row that one side sees where the other sees `row` */
export function otherRow(row: number): number {
  let high = 0;
  while (((high + 1) * (high + 2)) >> 1 <= row) high++;
  return rowOfSides(otherSide(high), otherSide(row - ((high * (high + 1)) >> 1)));
}

/** @returns the side with own and opposing stones exchanged */
function otherSide(side: number): number {
  let base = 0;
  let cells = LINE_REACH;
  if (side >= OPEN_SIDES) {
    base = OPEN_SIDES;
    cells = 0;
    for (let fillings = 1; side >= base + fillings; fillings *= 3) {
      base += fillings;
      cells++;
    }
  }
  let digits = side - base;
  let swapped = base;
  for (let i = 0, power = 1; i < cells; i++, power *= 3) {
    const rest = (digits / 3) | 0;
    const digit = digits - 3 * rest;
    if (digit !== 0) swapped += (3 - digit) * power;
    digits = rest;
  }
  return swapped;
}
