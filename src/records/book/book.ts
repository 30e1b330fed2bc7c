/**
 * A book in memory. It stores positions in the frame of their canonical keys, so that transpositions and symmetric
 * positions share one entry. A move of the book is a move that leads to one of its positions; moves are not stored.
 * Stored as columns of numbers, because libraries have millions of positions.
 */
import { BLACK, type Color, colorAt, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/limits.ts';
import { CONTINUOUS_BIT } from '../../core/rule-code.ts';
import { type BookView, type Bound, NO_INFO, type PositionInfo } from './info.ts';
import { firstOf, KeyMaker, Line, lineOfStones, PASS, tablesOf } from './key.ts';

const NO_VALUE = -32768;
const NOWHERE = -1;
/** Plies; no database has deeper values. */
export const MAX_BOOK_DEPTH = 8191;
/** Bits for changes. */
const CHANGED = 1;
const LABEL_CHANGED = 2;
/** Up to this many additions to a text, all of it is searched for repetitions; 50,000 such searches would take 24 s. */
const MAX_LOOKED_FOR = 64;

/** A move that leads to a position of the book. */
export interface BookMove {
  /** `y * size + x` in the frame of the line; {@link PASS} for none. */
  readonly cell: number;
  readonly index: number;
}

export class Book implements BookView {
  readonly rule: number;
  /** Remarks about the whole book, one per line. */
  about = '';
  /** The empty board, which every book has, is place 0. */
  count = 0;
  private capacity = 1024;
  private highs = new Uint32Array(this.capacity);
  private lows = new Uint32Array(this.capacity);
  private weights = new Uint16Array(this.capacity);
  private values = new Int16Array(this.capacity);
  private bounds = new Uint8Array(this.capacity);
  private depths = new Uint16Array(this.capacity);
  private changed = new Uint8Array(this.capacity);
  private marks = new Uint16Array(this.capacity);
  private results = new Uint32Array(3 * this.capacity);
  /** Start of a position's stones in the pool, and their number by color. */
  private stonesAt = new Uint32Array(this.capacity);
  private blackCounts = new Uint16Array(this.capacity);
  private whiteCounts = new Uint16Array(this.capacity);
  private sides = new Uint8Array(this.capacity);
  private pool = new Uint16Array(16 * this.capacity);
  private poolUsed = 0;
  /** Open addressing: place + 1, or 0. */
  private slots = new Int32Array(4 * this.capacity);
  private readonly labels = new Map<number, string>();
  private readonly comments = new Map<number, string>();
  private readonly addedLabels: Additions = new Map();
  private readonly addedComments: Additions = new Map();

  /** @param rule code; the bit for continuous games is ignored @throws UserError for other sizes than 3 to 22 */
  constructor(
    rule: number,
    readonly size: number,
  ) {
    if (!Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE) {
      throw new UserError(`board of ${size}: expected a side of ${MIN_SIZE} to ${MAX_SIZE}`);
    }
    this.rule = rule & ~CONTINUOUS_BIT;
    this.ensure(new Line(this.rule, size));
  }

  /** About how many bytes its positions take, without texts. */
  get bytes(): number {
    return 64 * this.count + 2 * this.poolUsed;
  }

  find(high: number, low: number): number {
    return this.slots[this.slotOf(high, low)] - 1;
  }

  at(line: Line): number {
    return this.find(line.high, line.low);
  }

  /** The same; adds the position if it is new. */
  ensure(line: Line): number {
    const slot = this.slotOf(line.high, line.low);
    if (this.slots[slot] > 0) return this.slots[slot] - 1;
    const { cells, image } = tablesOf(this.size);
    const from = firstOf(line.symmetries) * cells;
    const place = (color: Color): number[] =>
      line
        .stones(color)
        .map((cell) => image[from + cell])
        .sort((a, b) => a - b);
    return this.append(slot, line.high, line.low, place(BLACK), place(WHITE), line.sideToMove);
  }

  info(index: number): PositionInfo {
    const value = this.values[index];
    return {
      weight: this.weights[index],
      value: value === NO_VALUE ? null : value,
      bound: this.bounds[index] as Bound,
      depth: this.depths[index],
      mark: this.marks[index],
      black: this.results[3 * index],
      draws: this.results[3 * index + 1],
      white: this.results[3 * index + 2],
      label: this.labels.get(index) ?? '',
      comment: this.comments.get(index) ?? '',
    };
  }

  set(index: number, info: Partial<PositionInfo>): void {
    this.changed[index] |= CHANGED;
    if (info.label !== undefined && info.label !== (this.labels.get(index) ?? '')) this.changed[index] |= LABEL_CHANGED;
    if (info.weight !== undefined) this.weights[index] = clamp(info.weight, 0, 65535);
    if (info.value !== undefined)
      this.values[index] = info.value === null ? NO_VALUE : clamp(info.value, -32000, 32000);
    if (info.bound !== undefined) this.bounds[index] = info.bound;
    if (info.depth !== undefined) this.depths[index] = clamp(info.depth, 0, MAX_BOOK_DEPTH);
    if (info.mark !== undefined) this.marks[index] = info.mark;
    if (info.black !== undefined) this.results[3 * index] = info.black;
    if (info.draws !== undefined) this.results[3 * index + 1] = info.draws;
    if (info.white !== undefined) this.results[3 * index + 2] = info.white;
    if (info.label !== undefined) setText(this.labels, index, info.label);
    if (info.comment !== undefined) setText(this.comments, index, info.comment);
  }

  mark(index: number, bits: number): void {
    this.changed[index] |= CHANGED;
    this.marks[index] |= bits;
  }

  /** Counts a game that went through a position. @param result 0 won by Black, 1 drawn, 2 won by White */
  countGame(index: number, result: 0 | 1 | 2): void {
    this.changed[index] |= CHANGED;
    this.results[3 * index + result]++;
  }

  labeled(): Iterable<number> {
    return this.labels.keys();
  }

  /** Appends a comment, unless the existing text contains it. */
  addComment(index: number, text: string): void {
    this.set(index, { comment: joined(this.comments.get(index), text, '\n', this.addedComments, index) });
  }

  addLabel(index: number, text: string): void {
    this.set(index, { label: joined(this.labels.get(index), text, '/', this.addedLabels, index) });
  }

  /** @returns whether a position is new or has changed since {@link forgetChanges} */
  isChanged(index: number): boolean {
    return this.changed[index] !== 0;
  }

  isLabelChanged(index: number): boolean {
    return (this.changed[index] & LABEL_CHANGED) !== 0;
  }

  noteLabel(index: number): void {
    this.changed[index] |= LABEL_CHANGED;
  }

  forgetChanges(): void {
    this.changed.fill(0);
  }

  /** Clears the data of a position; the position stays. */
  silence(index: number): void {
    this.set(index, NO_INFO);
  }

  /**
   * Removes a position; the last one takes its place. Positions below it stay.
   * @param index not that of the empty board, which every book has
   */
  remove(index: number): void {
    if (index === 0) throw new RangeError('the empty board cannot be taken out of a book');
    const last = this.count - 1;
    // The places change.
    this.addedLabels.clear();
    this.addedComments.clear();
    this.clearSlot(this.slotOf(this.highs[index], this.lows[index]));
    this.silence(index);
    if (index !== last) {
      this.slots[this.slotOf(this.highs[last], this.lows[last])] = index + 1;
      const [moved, changed] = [this.info(last), this.changed[last]];
      for (const column of this.columns()) column[index] = column[last];
      this.set(index, moved);
      this.changed[index] = changed;
      this.silence(last);
    }
    this.count = last;
  }

  private columns() {
    return [this.highs, this.lows, this.sides, this.blackCounts, this.whiteCounts, this.stonesAt];
  }

  /** Empties a slot, and moves up later slots that would no longer be found. */
  private clearSlot(slot: number): void {
    const mask = this.slots.length - 1;
    this.slots[slot] = 0;
    for (let next = (slot + 1) & mask; this.slots[next] > 0; next = (next + 1) & mask) {
      const place = this.slots[next];
      this.slots[next] = 0;
      this.slots[this.slotOf(this.highs[place - 1], this.lows[place - 1])] = place;
    }
  }

  stones(index: number, color: Color): Uint16Array {
    const from = this.stonesAt[index] + (color === BLACK ? 0 : this.blackCounts[index]);
    return this.pool.subarray(from, from + (color === BLACK ? this.blackCounts[index] : this.whiteCounts[index]));
  }

  stoneCounts(index: number): { readonly black: number; readonly white: number } {
    return { black: this.blackCounts[index], white: this.whiteCounts[index] };
  }

  sideOf(index: number): Color {
    return this.sides[index] as Color;
  }

  keyOf(index: number): { readonly high: number; readonly low: number } {
    return { high: this.highs[index], low: this.lows[index] };
  }

  /** @returns the order of two positions by their keys, as of a comparison */
  keyOrder(one: number, two: number): number {
    return this.highs[one] - this.highs[two] || this.lows[one] - this.lows[two];
  }

  /** @returns some order of moves that leads to a position, in the frame of its key */
  lineTo(index: number): Line {
    return lineOfStones(this, this.stones(index, BLACK), this.stones(index, WHITE), this.sideOf(index));
  }

  private append(slot: number, high: number, low: number, black: number[], white: number[], side: Color): number {
    const isFull = this.count === this.capacity;
    if (isFull) this.grow();
    const index = this.count++;
    this.slots[isFull ? this.slotOf(high, low) : slot] = index + 1;
    this.highs[index] = high;
    this.lows[index] = low;
    // Before it was removed, its position may have had another label, which a file may still contain.
    this.changed[index] = CHANGED | LABEL_CHANGED;
    this.values[index] = NO_VALUE;
    this.sides[index] = side;
    this.blackCounts[index] = black.length;
    this.whiteCounts[index] = white.length;
    const needed = this.poolUsed + black.length + white.length;
    if (needed > this.pool.length) this.pool = larger(this.pool, Math.max(needed, this.pool.length * 1.5));
    this.stonesAt[index] = this.poolUsed;
    this.pool.set(black, this.poolUsed);
    this.pool.set(white, this.poolUsed + black.length);
    this.poolUsed = needed;
    return index;
  }

  private grow(): void {
    this.capacity *= 2;
    const { capacity } = this;
    this.highs = larger(this.highs, capacity);
    this.lows = larger(this.lows, capacity);
    this.weights = larger(this.weights, capacity);
    this.values = larger(this.values, capacity);
    this.bounds = larger(this.bounds, capacity);
    this.depths = larger(this.depths, capacity);
    this.changed = larger(this.changed, capacity);
    this.marks = larger(this.marks, capacity);
    this.results = larger(this.results, 3 * capacity);
    this.stonesAt = larger(this.stonesAt, capacity);
    this.blackCounts = larger(this.blackCounts, capacity);
    this.whiteCounts = larger(this.whiteCounts, capacity);
    this.sides = larger(this.sides, capacity);
    this.slots = new Int32Array(4 * capacity);
    for (let index = 0; index < this.count; index++) {
      this.slots[this.slotOf(this.highs[index], this.lows[index])] = index + 1;
    }
  }

  private slotOf(high: number, low: number): number {
    const mask = this.slots.length - 1;
    for (let slot = (low ^ (high >>> 7)) & mask; ; slot = (slot + 1) & mask) {
      const index = this.slots[slot] - 1;
      if (index === NOWHERE || (this.lows[index] === low && this.highs[index] === high)) return slot;
    }
  }
}

const makers = new Map<number, KeyMaker>();

function makerOf(rule: number, size: number): KeyMaker {
  const maker = makers.get(rule * 256 + size) ?? new KeyMaker(rule, size);
  makers.set(rule * 256 + size, maker);
  return maker;
}

/** @param line a position, not normalized @returns its data; {@link NO_INFO} if the book does not have it */
export function infoAt(book: BookView, line: Line): PositionInfo {
  const index = book.find(line.high, line.low);
  return index < 0 ? NO_INFO : book.info(index);
}

/**
 * @param line a position, not normalized
 * @returns the moves from there that the book knows, by cell, a pass last, every image of a move where the position
 * lies on itself
 */
export function movesFrom(book: BookView, line: Line): BookMove[] {
  const maker = makerOf(book.rule, book.size);
  maker.clear();
  const { cells } = maker.tables;
  const { sideToMove, plies } = line;
  const next: Color = sideToMove === BLACK ? WHITE : BLACK;
  const isTaken = new Uint8Array(cells);
  plies.forEach((cell, ply) => {
    if (cell === PASS) return;
    isTaken[cell] = 1;
    maker.toggle(colorAt(ply), cell);
  });
  const moves: BookMove[] = [];
  for (let cell = 0; cell < cells; cell++) {
    if (isTaken[cell] === 1) continue;
    maker.toggle(sideToMove, cell);
    maker.make(next);
    maker.toggle(sideToMove, cell);
    const index = book.find(maker.high, maker.low);
    if (index >= 0) moves.push({ cell, index });
  }
  maker.make(next);
  const index = book.find(maker.high, maker.low);
  if (index >= 0) moves.push({ cell: PASS, index });
  return moves;
}

function setText(texts: Map<number, string>, index: number, text: string): void {
  if (text === '') texts.delete(index);
  else texts.set(index, text);
}

interface Addition {
  count: number;
  /** The text after all additions. */
  text: string;
  /** From {@link MAX_LOOKED_FOR} additions on: what the text consists of. */
  parts: Set<string> | null;
}

type Additions = Map<number, Addition>;

function joined(
  before: string | undefined,
  text: string,
  between: string,
  additions: Additions,
  index: number,
): string {
  if (before === undefined || before === '') return text;
  if (text === '') return before;
  const known = additions.get(index) ?? { count: 0, text: before, parts: null };
  additions.set(index, known);
  // It may have been set in the meantime.
  if (known.text !== before) known.parts = null;
  known.text = isIn(before, text, between, known) ? before : before + between + text;
  return known.text;
}

/** Records the addition. @returns whether a text is contained in another one */
function isIn(before: string, text: string, between: string, known: Addition): boolean {
  if (known.count++ < MAX_LOOKED_FOR) return (between + before + between).includes(between + text + between);
  known.parts ??= new Set(before.split(between));
  const isThere = known.parts.has(text);
  known.parts.add(text);
  return isThere;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.round(value)));
}

function larger<T extends Uint8Array | Uint16Array | Int16Array | Uint32Array>(from: T, length: number): T {
  const made = new (from.constructor as new (length: number) => T)(Math.ceil(length));
  made.set(from);
  return made;
}
