/**
 * Parametrizations of the rows of lines for training.
 *
 * With an independent row for every line, rare lines would overfit. So a row is a sum: one that all lines share in
 * which the side's color can use the same cells, one for the other color, one for both, and finally the line's own row,
 * which moves the less the rarer the line is.
 */
import { LINE_REACH, LINE_ROWS, rowOfSides } from '../../src/kernel/eval/lines.ts';

export interface RowSource {
  readonly size: number;
  /** Index of the first number that belongs to a single line rather than to a set; {@link size} if there is none. */
  readonly ownAt: number;
  /** Finds numbers that yield `rows`. */
  begin(rows: Float32Array, learned: Float32Array): void;
  /** Computes the rows of all lines; that of the empty line is 0. */
  spread(learned: Float32Array, rows: Float32Array): void;
  /** Computes the gradient of the learned numbers from that of the rows. */
  gather(ofRows: Float32Array, gradient: Float32Array): void;
}

/** @returns independent rows */
export function freeRows(channels: number): RowSource {
  const size = LINE_ROWS * channels;
  return {
    size,
    ownAt: size,
    begin: (rows, learned) => learned.set(rows),
    spread: (learned, rows) => rows.set(learned),
    gather: (ofRows, gradient) => gradient.set(ofRows),
  };
}

/** @returns rows that share the sets of {@link shares}, plus an individual part */
export function sharedRows(channels: number): RowSource {
  const tables = shares().map(({ sets, setOf }) => ({ setOf, size: sets * channels }));
  const ownAt = tables.reduce((sum, { size }) => sum + size, 0);
  const size = ownAt + LINE_ROWS * channels;
  /** Calls `each` with the first number of a row and that of a set it belongs to, for all pairs. */
  const forShares = (each: (row: number, set: number) => void) => {
    let at = 0;
    for (const { setOf, size } of tables) {
      for (let row = 1; row < LINE_ROWS; row++) each(row * channels, at + setOf[row] * channels);
      at += size;
    }
  };
  return {
    size,
    ownAt,
    begin(rows, learned) {
      learned.fill(0, 0, ownAt);
      learned.set(rows, ownAt);
    },
    spread(learned, rows) {
      rows.set(learned.subarray(ownAt));
      forShares((row, set) => {
        for (let c = 0; c < channels; c++) rows[row + c] += learned[set + c];
      });
    },
    gather(ofRows, gradient) {
      gradient.fill(0, 0, ownAt);
      gradient.set(ofRows, ownAt);
      forShares((row, set) => {
        for (let c = 0; c < channels; c++) gradient[set + c] += ofRows[row + c];
      });
    },
  };
}

/** A partition of the lines into sets. */
export interface Sets {
  readonly sets: number;
  /** By row. */
  readonly setOf: Uint16Array;
}

/** @returns the sets that share a row: by what the side's color can use, the other color, both */
export function shares(): readonly Sets[] {
  const ofOne = (color: number) => (a: number, b: number) => {
    const [near, far] = [useOf(a, color), useOf(b, color)];
    return near.length + 1 + far.length < WIN_LENGTH ? '' : inEitherOrder(near, far);
  };
  const ofBoth = (side: number) => `${useOf(side, OWN)}/${useOf(side, OTHER)}`;
  return [setsBy(ofOne(OWN)), setsBy(ofOne(OTHER)), setsBy((a, b) => inEitherOrder(ofBoth(a), ofBoth(b)))];
}

const WIN_LENGTH = 5;
const OWN = 1;
const OTHER = 2;
const EDGE = 3;
/** Sides without an edge are numbered first, see lines.ts. */
const OPEN_SIDES = 3 ** LINE_REACH;
/** Number of sides with 0 to {@link LINE_REACH} cells. */
const SIDES = (3 ** (LINE_REACH + 1) - 1) / 2;

/** @returns the sets of lines with the same `nameOf` their sides */
function setsBy(nameOf: (a: number, b: number) => string): Sets {
  const setOf = new Uint16Array(LINE_ROWS);
  const numbers = new Map<string, number>();
  for (let a = 0; a < SIDES; a++) {
    for (let b = 0; b <= a; b++) {
      const name = nameOf(a, b);
      const set = numbers.get(name) ?? numbers.size;
      numbers.set(name, set);
      setOf[rowOfSides(a, b)] = set;
    }
  }
  return { sets: numbers.size, setOf };
}

/** A line and its mirror image are the same. */
function inEitherOrder(a: string, b: string): string {
  return a < b ? `${a}|${b}` : `${b}|${a}`;
}

/** @returns the cells of a side that a color can use: its stones and the empty cells before the first obstacle */
function useOf(side: number, color: number): string {
  const cells = cellsOf(side);
  const stop = cells.findIndex((cell) => cell !== 0 && cell !== color);
  return (stop < 0 ? cells : cells.slice(0, stop)).map((cell) => (cell === color ? 'x' : '.')).join('');
}

/** @returns the cells of a side from the point on: 0 empty, {@link OWN}, {@link OTHER}; an {@link EDGE} ends it */
function cellsOf(side: number): number[] {
  if (side < OPEN_SIDES) return digitsOf(side, LINE_REACH);
  let cells = 0;
  let rest = side - OPEN_SIDES;
  for (let fillings = 1; rest >= fillings; fillings *= 3) {
    rest -= fillings;
    cells++;
  }
  return [...digitsOf(rest, cells), EDGE];
}

function digitsOf(number: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.floor(number / 3 ** i) % 3);
}
