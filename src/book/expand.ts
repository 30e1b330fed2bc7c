/**
 * A book grows by an engine's search: where its leaves are nearest to even, their best moves go into it. Positions are
 * chosen in rounds, each by the book as it stood before the round, and what was found goes in in the order in which
 * they were chosen: so the book comes out the same, however many searches run beside each other.
 */
import { BLACK, WHITE } from '../core/color.ts';
import { pointOfCell } from '../core/point.ts';
import { ruleFromCode } from '../core/rule.ts';
import { emptyPosition } from '../rules/position.ts';
import { judgeMove } from '../rules/referee.ts';
import { type Book, movesFrom } from './book.ts';
import { AT_LEAST, BAD, EXACT, LOST, NEVER, NO_MOVE, WON } from './info.ts';
import { KeyMaker, type Line } from './key.ts';
import { eachParent } from './tree.ts';

/** Which positions are searched. */
export interface Expansion {
  /** How many at most. */
  readonly positions: number;
  /** None any more once the book has so many. */
  readonly until: number;
  /** Only those within so many points of even. */
  readonly even: number;
  /** A position counts as that much farther from even for each stone. */
  readonly deep: number;
  /** Positions of a round. */
  readonly ahead: number;
}

/** What a search found of a position. */
export interface Found {
  /** Best first; values from the view of the side to move, forced wins and losses as books have them. */
  readonly moves: readonly FoundBookMove[];
  /** Plies, the most of any move. */
  readonly depth: number;
}

export interface FoundBookMove {
  /** `y * size + x` as the line of the position lies. */
  readonly cell: number;
  readonly value: number;
  readonly depth: number;
}

/**
 * @returns what was found of each position, in their order; null where there is nothing to be said @throws what stops
 * the run
 */
export type SearchAll = (lines: readonly Line[]) => Promise<readonly (Found | null)[]>;

/**
 * @param onRound told after each round: positions searched so far, and what the last of them has come to. The book is
 *   what an unbroken run has at this point; in between it is not changed
 * @returns how many positions were searched; fewer than asked for where nothing is left within the limits
 */
export async function expandBook(
  book: Book,
  expansion: Expansion,
  search: SearchAll,
  onRound: (count: number, text: string) => void,
): Promise<number> {
  const leaves = leavesOf(book);
  for (let count = 0; ; ) {
    const left = book.count < expansion.until ? expansion.positions - count : 0;
    const round = nearest(book, leaves, expansion, Math.min(expansion.ahead, left));
    if (round.length === 0) return count;
    const lines = round.map((index) => book.lineTo(index));
    const found = await search(lines);
    for (const [i, index] of round.entries()) enter(book, leaves, index, lines[i], found[i]);
    count += round.length;
    onRound(count, describe(book, round[round.length - 1]));
  }
}

/** Puts into the book what was found of a leaf. */
function enter(book: Book, leaves: Set<number>, index: number, line: Line, found: Found | null): void {
  leaves.delete(index);
  const before = book.info(index);
  if (found === null) {
    book.set(index, { depth: Math.max(1, before.depth) });
    return;
  }
  for (const { cell, value, depth } of found.moves) {
    const isLast = endsGame(line, cell);
    line.push(cell);
    const isNew = book.at(line) < 0;
    const child = book.ensure(line);
    const isLeaf = movesFrom(book, line).length === 0;
    if (isNew || (book.info(child).depth < depth && isLeaf)) book.set(child, { value, depth, bound: EXACT });
    if (isNew) {
      if (isLeaf && !isLast) leaves.add(child);
      // Lines meet: a leaf that leads here too is none any more, as it would be none to who reads the book anew.
      for (const parent of parentsOf(book, child)) leaves.delete(parent);
    }
    line.pop();
  }
  if (index > 0 && (before.value === null || before.depth < found.depth)) {
    book.set(index, { value: -found.moves[0].value, depth: found.depth, bound: EXACT });
  }
  backUp(book, index);
}

/** @returns whether the game is over behind a move of a position, or the move forbidden */
function endsGame(line: Line, cell: number): boolean {
  const rule = ruleFromCode(line.rule);
  if (rule === null) return false;
  const { size } = line;
  const position = emptyPosition(size, size);
  for (const color of [BLACK, WHITE] as const) for (const stone of line.stones(color)) position.cells[stone] = color;
  const { x, y } = pointOfCell(cell, size);
  return judgeMove(position, rule, x, y, line.sideToMove).outcome !== 'none';
}

function describe(book: Book, index: number): string {
  const { value, depth } = book.info(index);
  const { black, white } = book.stoneCounts(index);
  return `${black + white} stones, value ${value ?? '?'}, depth ${depth}`;
}

/** Positions without moves. */
function leavesOf(book: Book): Set<number> {
  const inner = new Set<number>();
  for (let index = 0; index < book.count; index++) for (const parent of parentsOf(book, index)) inner.add(parent);
  const leaves = new Set<number>();
  for (let index = 0; index < book.count; index++) if (!inner.has(index)) leaves.add(index);
  return leaves;
}

/** @returns the leaves to be searched next, the nearest first; those without a value before the others */
function nearest(book: Book, leaves: ReadonlySet<number>, { even, deep }: Expansion, most: number): number[] {
  const chosen: { readonly index: number; readonly cost: number }[] = [];
  for (const index of leaves) {
    const { value, mark, depth } = book.info(index);
    if ((mark & (NEVER | LOST | WON | BAD | NO_MOVE)) !== 0 || (value === null && depth > 0)) continue;
    if (value !== null && Math.abs(value) > even) continue;
    const { black, white } = book.stoneCounts(index);
    const cost = Math.abs(value ?? -even) * (value === null ? -1 : 1) + deep * (black + white);
    // By their keys where they are equal: places depend on the order in which the book was read.
    const isBefore = (other: { readonly index: number; readonly cost: number }): boolean =>
      cost < other.cost || (cost === other.cost && keyOrder(book, index, other.index) < 0);
    if (chosen.length === most && (most === 0 || !isBefore(chosen[most - 1]))) continue;
    const place = chosen.findIndex(isBefore);
    chosen.splice(place < 0 ? chosen.length : place, 0, { index, cost });
    if (chosen.length > most) chosen.pop();
  }
  return chosen.map(({ index }) => index);
}

/** @returns less than 0 if the key of the first position is the lower one */
function keyOrder(book: Book, one: number, two: number): number {
  const [a, b] = [book.keyOf(one), book.keyOf(two)];
  return a.high - b.high || a.low - b.low;
}

/** @returns positions of a book that a move leads from to this one */
function parentsOf(book: Book, index: number): number[] {
  const parents = new Set<number>();
  eachParent(book, new KeyMaker(book.rule, book.size), index, (parent) => void parents.add(parent));
  return [...parents];
}

/** What a position is worth follows from its best move, all the way up. */
function backUp(book: Book, from: number): void {
  const waiting = new Set(parentsOf(book, from));
  for (const index of waiting) {
    waiting.delete(index);
    if (index === 0) continue;
    const children = movesFrom(book, book.lineTo(index)).map((move) => book.info(move.index));
    const values = children.filter(({ value, bound }) => value !== null && bound !== AT_LEAST);
    if (values.length === 0 || values.length < children.length) continue;
    const best = values.reduce((one, two) => (two.value! > one.value! ? two : one));
    const { value, depth } = book.info(index);
    // A search that went deeper knows better.
    if (value === -best.value! || best.depth + 1 < depth) continue;
    book.set(index, { value: -best.value!, depth: Math.min(255, best.depth + 1), bound: EXACT });
    for (const parent of parentsOf(book, index)) waiting.add(parent);
  }
}
