/**
 * How positions lie in databases, and the order of their records. A position lies so that its stones, as `x * 256 + y`,
 * ascending, black before white, are least of the eight ways; records go by the count of stones, by the stones, by the
 * side.
 */
import { BLACK, WHITE } from '../../../core/color.ts';
import { SYMMETRIES } from '../../../core/point.ts';
import type { Book } from '../book.ts';
import { tablesOf } from '../key.ts';

export interface DbOrder {
  /** Places in the book in the order of the records. */
  readonly order: Uint32Array;
  /** By place: the first symmetry that gives the least stones. */
  readonly symmetries: Uint8Array;
  /** By place: where its stones begin in {@link stones}, black ones and then white ones; one more place for the end. */
  readonly starts: Uint32Array;
  readonly stones: Uint16Array;
}

export function dbOrderOf(book: Book): DbOrder {
  const { count } = book;
  const starts = new Uint32Array(count + 1);
  for (let index = 0; index < count; index++) {
    const { black, white } = book.stoneCounts(index);
    starts[index + 1] = starts[index] + black + white;
  }
  const stones = new Uint16Array(starts[count]);
  const symmetries = new Uint8Array(count);
  const points = pointsOf(book.size);
  for (let index = 0; index < count; index++)
    symmetries[index] = placeLeast(book, index, points, stones, starts[index]);
  return { order: orderOf(book, starts, stones), symmetries, starts, stones };
}

/** @returns `[symmetry * cells + cell]`: where a cell comes to lie, as `x * 256 + y` */
function pointsOf(size: number): Uint16Array {
  return tablesOf(size).image.map((at) => (at % size) * 256 + Math.floor(at / size));
}

/** Puts the least stones of a position into the pool. @returns the symmetry that gives them */
function placeLeast(book: Book, index: number, points: Uint16Array, pool: Uint16Array, start: number): number {
  const [black, white] = [book.stones(index, BLACK), book.stones(index, WHITE)];
  const leading = black.length > 0 ? black : white;
  const cells = points.length / SYMMETRIES;
  const count = black.length + white.length;
  let [symmetry, first] = [-1, 0];
  for (let turn = 0; turn < SYMMETRIES; turn++) {
    // Most symmetries are decided by the least stone.
    const least = leastPoint(leading, points, turn * cells);
    if (symmetry >= 0 && least > first) continue;
    place(black, points, turn * cells, turned, 0);
    place(white, points, turn * cells, turned, black.length);
    if (symmetry >= 0 && compareStones(turned, 0, pool, start, count) >= 0) continue;
    for (let i = 0; i < count; i++) pool[start + i] = turned[i];
    [symmetry, first] = [turn, least];
  }
  return symmetry;
}

/** Stones of a position by one of the symmetries. */
const turned = new Uint16Array(1024);

function leastPoint(stones: Uint16Array, points: Uint16Array, from: number): number {
  let least = 0xffff;
  for (const cell of stones) least = Math.min(least, points[from + cell]);
  return least;
}

/** Puts the images of stones in ascending order; they are few. */
function place(stones: Uint16Array, points: Uint16Array, from: number, into: Uint16Array, start: number): void {
  for (let i = 0; i < stones.length; i++) {
    const point = points[from + stones[i]];
    let at = start + i;
    for (; at > start && into[at - 1] > point; at--) into[at] = into[at - 1];
    into[at] = point;
  }
}

function compareStones(one: Uint16Array, oneAt: number, two: Uint16Array, twoAt: number, count: number): number {
  for (let i = 0; i < count; i++) if (one[oneAt + i] !== two[twoAt + i]) return one[oneAt + i] - two[twoAt + i];
  return 0;
}

function orderOf(book: Book, starts: Uint32Array, stones: Uint16Array): Uint32Array {
  const order = Uint32Array.from({ length: book.count }, (_, index) => index);
  const countOf = (index: number): number => starts[index + 1] - starts[index];
  // One number that decides the order of most records.
  const heads = Float64Array.from(order, (index) => {
    const [count, start] = [countOf(index), starts[index]];
    return (count * 65536 + (count > 0 ? stones[start] : 0)) * 65536 + (count > 1 ? stones[start + 1] : 0);
  });
  return order.sort((a, b) => {
    if (heads[a] !== heads[b]) return heads[a] - heads[b];
    return compareStones(stones, starts[a], stones, starts[b], countOf(a)) || book.sideOf(a) - book.sideOf(b);
  });
}
