/**
 * Expands a book by an engine's search: the leaves closest to even are searched, and their best moves are added. So are
 * positions whose moves have turned out worse than their value. Positions are chosen in rounds, by the book before the
 * round, and results are added in the order of the choice: the book does not depend on the number of parallel searches.
 */
import { BLACK, WHITE } from '../../core/color.ts';
import { pointOfCell } from '../../core/point.ts';
import { ruleFromCode } from '../../core/rule.ts';
import { emptyPosition } from '../../rules/position.ts';
import { judgeMove } from '../../rules/referee.ts';
import { type Book, movesFrom } from './book.ts';
import { DEFAULT_MARGIN } from './choose.ts';
import { AT_LEAST, BAD, EXACT, LOST, NEVER, NO_MOVE, type PositionInfo, WON } from './info.ts';
import { KeyMaker, type Line } from './key.ts';
import { eachParent } from './tree.ts';

export interface Expansion {
  readonly positions: number;
  /** Number of positions in the book at which the expansion ends. */
  readonly until: number;
  /** Maximum distance from even, in points. */
  readonly even: number;
  /** Distance added for each stone, in points. */
  readonly deep: number;
  readonly ahead: number;
}

export interface Found {
  /**
   * Best first; cells `y * size + x` in the frame of the position's line; values from the view of the side to move,
   * with forced wins and losses as in books.
   */
  readonly moves: readonly { readonly cell: number; readonly value: number; readonly depth: number }[];
  /** Plies, the most of any move. */
  readonly depth: number;
}

/** @returns the result of each position, in order; null: no result @throws to end the run */
export type SearchAll = (lines: readonly Line[]) => Promise<readonly (Found | null)[]>;

/**
 * @param onRound called after each round with the positions searched so far and the last result. The book is then the
 *   same as in an uninterrupted run; it does not change during a round
 * @returns number of searched positions; less than the maximum if no position within the limits remains
 */
export async function expandBook(
  book: Book,
  expansion: Expansion,
  search: SearchAll,
  onRound: (count: number, text: string) => void,
): Promise<number> {
  const open = openOf(book);
  for (let count = 0; ; ) {
    const left = book.count < expansion.until ? expansion.positions - count : 0;
    const round = nearest(book, open, expansion, Math.min(expansion.ahead, left));
    if (round.length === 0) return count;
    const lines = round.map((index) => book.lineTo(index));
    const found = await search(lines);
    for (const [i, index] of round.entries()) enter(book, open, index, lines[i], found[i]);
    count += round.length;
    onRound(count, describe(book, round[round.length - 1]));
  }
}

interface Open {
  /** Those without moves. */
  readonly leaves: Set<number>;
  /** Those whose moves are all worse than their own value says: a better one may be missing. */
  readonly doubtful: Set<number>;
}

function enter(book: Book, { leaves, doubtful }: Open, index: number, line: Line, found: Found | null): void {
  const isInner = !leaves.delete(index);
  const before = book.info(index);
  if (found === null) book.set(index, { depth: Math.max(1, before.depth) });
  const changed = new Set([index]);
  for (const { cell, value, depth } of found?.moves ?? []) {
    const isLast = endsGame(line, cell);
    line.push(cell);
    const isNew = book.at(line) < 0;
    const child = book.ensure(line);
    const isLeaf = movesFrom(book, line).length === 0;
    if (isNew || (book.info(child).depth < depth && isLeaf)) {
      book.set(child, { value, depth, bound: EXACT });
      // Transpositions: another leaf with a move to this position is no leaf anymore, just as after rereading the book.
      for (const parent of parentsOf(book, child)) {
        leaves.delete(parent);
        changed.add(parent);
      }
      if (isNew && isLeaf && !isLast) leaves.add(child);
    }
    line.pop();
  }
  if (isInner) {
    // Nothing better is missing now.
    const best = bestMove(book, index);
    if (best !== null) book.set(index, valueAfter(best));
  } else if (index > 0 && found !== null && (before.value === null || before.depth < found.depth)) {
    book.set(index, { value: -found.moves[0].value, depth: found.depth, bound: EXACT });
  }
  backUp(book, doubtful, [...changed, ...parentsOf(book, index)]);
}

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

function openOf(book: Book): Open {
  const inner = new Set<number>();
  for (let index = 0; index < book.count; index++) for (const parent of parentsOf(book, index)) inner.add(parent);
  const [leaves, doubtful] = [new Set<number>(), new Set<number>()];
  for (let index = 0; index < book.count; index++) {
    if (!inner.has(index)) leaves.add(index);
    else if (isDoubtful(book, index, bestMove(book, index))) doubtful.add(index);
  }
  return { leaves, doubtful };
}

function nearest(book: Book, { leaves, doubtful }: Open, { even, deep }: Expansion, max: number): number[] {
  const chosen: { readonly index: number; readonly cost: number }[] = [];
  for (const index of [...leaves, ...doubtful]) {
    const { value, mark, depth } = book.info(index);
    if ((mark & (NEVER | LOST | WON | BAD | NO_MOVE)) !== 0 || (value === null && depth > 0)) continue;
    if (value !== null && Math.abs(value) > even) continue;
    const { black, white } = book.stoneCounts(index);
    const cost = Math.abs(value ?? -even) * (value === null ? -1 : 1) + deep * (black + white);
    // Ties are broken by keys, because places depend on the order in which the book was read.
    const isBefore = (other: { readonly index: number; readonly cost: number }): boolean =>
      cost < other.cost || (cost === other.cost && book.keyOrder(index, other.index) < 0);
    if (chosen.length === max && (max === 0 || !isBefore(chosen[max - 1]))) continue;
    const place = chosen.findIndex(isBefore);
    chosen.splice(place < 0 ? chosen.length : place, 0, { index, cost });
    if (chosen.length > max) chosen.pop();
  }
  return chosen.map(({ index }) => index);
}

function parentsOf(book: Book, index: number): number[] {
  const parents = new Set<number>();
  eachParent(book, new KeyMaker(book.rule, book.size), index, (parent) => void parents.add(parent));
  return [...parents];
}

/**
 * Propagates values upward: the value of a position follows from its best move. A position without a value gets none:
 * no search has found its best move, which may be missing from the book. The same holds where all moves are worse than
 * the value says; such a position is searched first.
 */
function backUp(book: Book, doubtful: Set<number>, from: Iterable<number>): void {
  const waiting = new Set(from);
  for (const index of waiting) {
    waiting.delete(index);
    const best = bestMove(book, index);
    if (isDoubtful(book, index, best)) {
      doubtful.add(index);
      continue;
    }
    doubtful.delete(index);
    if (best === null || book.info(index).value === -best.value!) continue;
    book.set(index, valueAfter(best));
    for (const parent of parentsOf(book, index)) waiting.add(parent);
  }
}

/** @returns what the value of a position follows from; null if it does not, or if a deeper search takes precedence */
function bestMove(book: Book, index: number): PositionInfo | null {
  const { value, depth } = book.info(index);
  if (index === 0 || value === null) return null;
  const children = movesFrom(book, book.lineTo(index)).map((move) => book.info(move.index));
  const values = children.filter((child) => child.value !== null && child.bound !== AT_LEAST);
  if (values.length === 0 || values.length < children.length) return null;
  const best = values.reduce((one, two) => (two.value! > one.value! ? two : one));
  return best.depth + 1 < depth ? null : best;
}

function valueAfter(best: PositionInfo): Partial<PositionInfo> {
  return { value: -best.value!, depth: Math.min(255, best.depth + 1), bound: EXACT };
}

/** @returns whether the best known move is so much worse than the value of the position that a better one may exist */
function isDoubtful(book: Book, index: number, best: PositionInfo | null): boolean {
  return best !== null && best.value! < -book.info(index).value! - DEFAULT_MARGIN;
}
