/**
 * Canonical keys of positions, as the book formats define them (docs/reference/formats.md): 64 bits that do not depend
 * on the order of the moves, on how the board is turned, or on the version of the engine. Two 32-bit halves, the high
 * one first.
 *
 * A stone's number is `color * 65536 + y * 256 + x`, with color 1 or 2 and x, y from 0 at the top left. The key of a
 * board is the exclusive or of `mix` of all its stones. Of the eight images of the board the smallest key is taken,
 * compared as unsigned numbers; it is combined by exclusive or with `mix(2^32 + rule * 65536 + size * 256 + side)`,
 * where the side to move is 1 or 2.
 */

import { BLACK, type Color, colorAt, WHITE } from '../../core/color.ts';
import { imageOf, pointOfCell, SYMMETRIES } from '../../core/point.ts';

/** A turn without a stone, among the cells of a line. */
export const PASS = -1;

const MASK = 0xffffffffffffffffn;

/** The output function of SplitMix64 (public domain, S. Vigna), applied to the state `value` advanced once. */
export function mix(value: bigint): bigint {
  let mixed = (value + 0x9e3779b97f4a7c15n) & MASK;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return mixed ^ (mixed >> 31n);
}

export interface BoardTables {
  readonly size: number;
  readonly cells: number;
  /** `image[symmetry * cells + cell]`: the image of a cell. */
  readonly image: Uint16Array;
  /** Halves of the hash of a stone: `[((color - 1) * cells + cell) * 8 + symmetry]`. */
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

const tables = new Map<number, BoardTables>();

/** @param size board side, 3 to 22 @returns its tables, which are made once */
export function tablesOf(size: number): BoardTables {
  const known = tables.get(size);
  if (known !== undefined) return known;
  const cells = size * size;
  const image = new Uint16Array(SYMMETRIES * cells);
  for (let symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
    for (let cell = 0; cell < cells; cell++) {
      const { x, y } = imageOf(pointOfCell(cell, size), size, symmetry);
      image[symmetry * cells + cell] = y * size + x;
    }
  }
  const high = new Uint32Array(2 * cells * SYMMETRIES);
  const low = new Uint32Array(2 * cells * SYMMETRIES);
  for (const color of [BLACK, WHITE]) {
    // BigInt is slow: each hash is computed once, not for every symmetry.
    const hashes = Array.from({ length: cells }, (_, at) => {
      const hash = mix(BigInt(color * 65536 + Math.floor(at / size) * 256 + (at % size)));
      return { high: Number(hash >> 32n), low: Number(hash & 0xffffffffn) };
    });
    for (let cell = 0; cell < cells; cell++) {
      for (let symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        const hash = hashes[image[symmetry * cells + cell]];
        const slot = ((color - 1) * cells + cell) * SYMMETRIES + symmetry;
        high[slot] = hash.high;
        low[slot] = hash.low;
      }
    }
  }
  const made = { size, cells, image, high, low };
  tables.set(size, made);
  return made;
}

/** @returns the symmetry that does what `first` and then `second` do */
export function composed(first: number, second: number): number {
  // The mirrors of the first change their axes where the second exchanges x and y.
  const mirrors = (second & 4) === 0 ? first & 3 : ((first & 1) << 1) | ((first & 2) >> 1);
  return ((first ^ second) & 4) | (mirrors ^ (second & 3));
}

export function inverse(symmetry: number): number {
  return (symmetry & 4) === 0 ? symmetry : 4 | ((symmetry & 1) << 1) | ((symmetry & 2) >> 1);
}

/** The key of a position, updated stone by stone. The same call adds and removes a stone. */
export class KeyMaker {
  readonly tables: BoardTables;
  /** The halves of the last key that {@link make} has made. */
  high = 0;
  low = 0;
  /** Bits of the symmetries that gave it: more than one if the position is symmetric. */
  symmetries = 1;
  private readonly highs = new Uint32Array(SYMMETRIES);
  private readonly lows = new Uint32Array(SYMMETRIES);
  private readonly salt: readonly (readonly [high: number, low: number])[];

  constructor(
    private readonly rule: number,
    size: number,
  ) {
    this.tables = tablesOf(size);
    this.salt = [BLACK, WHITE].map((side) => {
      const hash = mix(0x100000000n + BigInt(this.rule * 65536 + size * 256 + side));
      return [Number(hash >> 32n), Number(hash & 0xffffffffn)] as const;
    });
  }

  clear(): void {
    this.highs.fill(0);
    this.lows.fill(0);
  }

  toggle(color: Color, cell: number): void {
    const { high, low, cells } = this.tables;
    const from = ((color - 1) * cells + cell) * SYMMETRIES;
    for (let symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
      this.highs[symmetry] ^= high[from + symmetry];
      this.lows[symmetry] ^= low[from + symmetry];
    }
  }

  /** Computes {@link high}, {@link low} and {@link symmetries}. @param side to move */
  make(side: Color): void {
    const { highs, lows } = this;
    let [high, low, symmetries] = [highs[0], lows[0], 1];
    for (let symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
      const [one, two] = [highs[symmetry], lows[symmetry]];
      if (one > high || (one === high && two > low)) continue;
      symmetries = one === high && two === low ? symmetries | (1 << symmetry) : 1 << symmetry;
      high = one;
      low = two;
    }
    const salt = this.salt[side - 1];
    this.high = (high ^ salt[0]) >>> 0;
    this.low = (low ^ salt[1]) >>> 0;
    this.symmetries = symmetries;
  }
}

export function firstOf(symmetries: number): number {
  return 31 - Math.clz32(symmetries & -symmetries);
}

/**
 * A line of moves from the empty board, with the key of its last position. Moves are not checked: the caller must
 * reject two stones on one point.
 */
export class Line {
  /** Cells `y * size + x` in playing order, {@link PASS} for a turn without a stone. */
  readonly plies: number[] = [];
  private readonly maker: KeyMaker;
  private isMade = false;

  constructor(
    readonly rule: number,
    readonly size: number,
    plies: Iterable<number> = [],
  ) {
    this.maker = new KeyMaker(rule, size);
    for (const ply of plies) this.push(ply);
  }

  get sideToMove(): Color {
    return colorAt(this.plies.length);
  }

  get high(): number {
    return this.made().high;
  }

  get low(): number {
    return this.made().low;
  }

  /** Bits of the symmetries that turn the position into the frame of its key. */
  get symmetries(): number {
    return this.made().symmetries;
  }

  push(cell: number): void {
    if (cell !== PASS) this.maker.toggle(this.sideToMove, cell);
    this.plies.push(cell);
    this.isMade = false;
  }

  pop(): number {
    const cell = this.plies.pop() ?? PASS;
    if (cell !== PASS) this.maker.toggle(this.sideToMove, cell);
    this.isMade = false;
    return cell;
  }

  cutTo(length: number): void {
    while (this.plies.length > length) this.pop();
  }

  has(cell: number): boolean {
    return this.plies.includes(cell);
  }

  stones(color: Color): number[] {
    return this.plies.filter((cell, ply) => cell !== PASS && colorAt(ply) === color);
  }

  private made(): KeyMaker {
    if (!this.isMade) this.maker.make(this.sideToMove);
    this.isMade = true;
    return this.maker;
  }
}

/** @returns a line with these stones, in turn; a pass where a side has none left, or where the other one is to move */
export function lineOfStones(
  { rule, size }: Pick<Line, 'rule' | 'size'>,
  black: ArrayLike<number>,
  white: ArrayLike<number>,
  side: Color,
): Line {
  const line = new Line(rule, size);
  for (let i = 0; i < Math.max(black.length, white.length); i++) {
    line.push(black[i] ?? PASS);
    if (i < white.length || black.length > i + 1) line.push(white[i] ?? PASS);
  }
  if (line.sideToMove !== side) line.push(PASS);
  return line;
}
