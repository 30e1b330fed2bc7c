/**
 * A book as a tree, for forms that are read from top to bottom: the text form, libraries, SGF. Every position appears
 * once, on the least of the lines that lead to it through the book. So the tree depends on the contents of the book,
 * not on the order of its entries.
 */
import { BLACK, opponentOf, WHITE } from '../../core/color.ts';
import { SYMMETRIES } from '../../core/point.ts';
import { type Book, type BookMove, movesFrom } from './book.ts';
import { composed, KeyMaker, Line, PASS } from './key.ts';

export interface BookTree {
  /** Place of the parent; -1 for the empty board and for unreachable positions. */
  readonly parents: Int32Array;
  /** The move from the parent in the frame of the tree; {@link PASS} for a pass. */
  readonly moves: Int16Array;
  /** The symmetry from the frame of a position's key to the frame of the tree. */
  readonly frames: Uint8Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Positions without a parent, the empty board first. */
  readonly roots: readonly number[];
}

/** Greater than any cell. */
const MOVES = 1024;

export function bookTreeOf(book: Book): BookTree {
  const { count } = book;
  const parents = new Int32Array(count).fill(-1);
  const moves = new Int16Array(count).fill(PASS);
  const frames = new Uint8Array(count);
  const ranks = new Float64Array(count);
  const order = new Int32Array(count);
  const roots: number[] = [];
  const sorted = new Float64Array(count);
  const maker = new KeyMaker(book.rule, book.size);
  let ranked = 0;
  for (const level of levelsOf(book)) {
    for (const index of level) {
      const least = leastParent(book, maker, index, ranks, frames);
      parents[index] = least.parent;
      moves[index] = least.move;
      frames[index] = least.frame;
      sorted[index] = least.parent < 0 ? Number.POSITIVE_INFINITY : ranks[least.parent] * MOVES + (least.move + 1);
    }
    level.sort((a, b) => (sorted[a] === sorted[b] ? byStones(book, a, b) : sorted[a] - sorted[b]));
    for (const index of level) {
      if (parents[index] < 0) roots.push(index);
      order[ranked] = index;
      ranks[index] = ranked++;
    }
  }
  const firstChild = new Int32Array(count).fill(-1);
  const nextSibling = new Int32Array(count).fill(-1);
  for (let i = count - 1; i >= 0; i--) {
    const index = order[i];
    if (parents[index] < 0) continue;
    nextSibling[index] = firstChild[parents[index]];
    firstChild[parents[index]] = index;
  }
  return { parents, moves, frames, firstChild, nextSibling, roots };
}

/** Positions by the least number of moves that lead to them, including passes. */
function levelsOf(book: Book): number[][] {
  const levels: number[][] = [];
  for (let index = 0; index < book.count; index++) {
    const level = pliesOf(book, index);
    while (levels.length <= level) levels.push([]);
    levels[level].push(index);
  }
  return levels;
}

function pliesOf(book: Book, index: number): number {
  const { black, white } = book.stoneCounts(index);
  return leastPlies(black, white, book.sideOf(index));
}

function leastPlies(black: number, white: number, side: number): number {
  return side === BLACK ? 2 * Math.max(black, white) : 2 * Math.max(black - 1, white) + 1;
}

/** @returns the first parent, the move from it in the parent's frame, and the resulting symmetry of the position */
function leastParent(book: Book, maker: KeyMaker, index: number, ranks: Float64Array, frames: Uint8Array) {
  const least = { parent: -1, move: PASS, frame: 0 };
  const { cells, image } = maker.tables;
  eachParent(book, maker, index, (parent, cell) => {
    if (least.parent >= 0 && ranks[parent] > ranks[least.parent]) return;
    for (let symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
      if ((maker.symmetries & (1 << symmetry)) === 0) continue;
      const frame = composed(symmetry, frames[parent]);
      const move = cell === PASS ? PASS : image[frame * cells + cell];
      const isLess = parent !== least.parent || move < least.move;
      if (isLess) Object.assign(least, { parent, move, frame });
    }
  });
  return least;
}

/**
 * Finds the parents of a position in a book: positions from which a move leads to it.
 * @param visit called for each parent with the move, in the frame of the position; more than once if several moves lead
 * there. The last key of the maker is then that of the parent.
 */
export function eachParent(
  book: Book,
  maker: KeyMaker,
  index: number,
  visit: (parent: number, cell: number) => void,
): void {
  const side = book.sideOf(index);
  const mover = opponentOf(side);
  maker.clear();
  for (const color of [BLACK, WHITE] as const) {
    for (const cell of book.stones(index, color)) maker.toggle(color, cell);
  }
  const look = (cell: number): void => {
    maker.make(mover);
    const parent = book.find(maker.high, maker.low);
    if (parent >= 0 && parent !== index) visit(parent, cell);
  };
  for (const cell of book.stones(index, mover)) {
    maker.toggle(mover, cell);
    look(cell);
    maker.toggle(mover, cell);
  }
  const { black, white } = book.stoneCounts(index);
  if (leastPlies(black, white, mover) < leastPlies(black, white, side)) look(PASS);
}

/**
 * The moves of positions, for walks through the whole tree. Trying every point of each position takes ten times as long
 * as finding the parents of all of them, and most positions only have the moves of the tree.
 */
export class TreeMoves {
  /** By place: how many positions a move leads to. */
  private readonly counts: Uint16Array;

  /** @param tree of the book as it is; it must not change while this is in use */
  constructor(
    private readonly book: Book,
    private readonly tree: BookTree,
  ) {
    this.counts = new Uint16Array(book.count);
    const maker = new KeyMaker(book.rule, book.size);
    const parents: number[] = [];
    for (let index = 0; index < book.count; index++) {
      parents.length = 0;
      eachParent(book, maker, index, (parent) => {
        if (parents.includes(parent)) return;
        parents.push(parent);
        this.counts[parent]++;
      });
    }
  }

  /**
   * @param line that leads to the position at `from`, in the frame of the tree
   * @returns the positions that moves lead to, each once, by the least cell that leads there, a pass last
   */
  from(from: number, line: Line): BookMove[] {
    const { moves, firstChild, nextSibling } = this.tree;
    const found: BookMove[] = [];
    for (let child = firstChild[from]; child >= 0; child = nextSibling[child]) {
      found.push({ cell: moves[child], index: child });
    }
    if (found.length < this.counts[from]) {
      const seen = new Set<number>();
      return movesFrom(this.book, line).filter(({ index }) => !seen.has(index) && seen.add(index) !== undefined);
    }
    const order = ({ cell }: BookMove): number => (cell === PASS ? MOVES : cell);
    return found.sort((one, two) => order(one) - order(two));
  }
}

function byStones(book: Book, a: number, b: number): number {
  for (const color of [BLACK, WHITE] as const) {
    const [one, two] = [book.stones(a, color), book.stones(b, color)];
    if (one.length !== two.length) return one.length - two.length;
    for (let i = 0; i < one.length; i++) if (one[i] !== two[i]) return one[i] - two[i];
  }
  return 0;
}

/**
 * Adds to a book, without data, every position on the way to one of its positions.
 * @returns the tree, which has no root but the empty board
 */
export function closedTreeOf(book: Book): BookTree {
  const tree = bookTreeOf(book);
  if (tree.roots.length <= 1) return tree;
  for (const root of tree.roots) {
    const line = new Line(book.rule, book.size);
    for (const ply of book.lineTo(root).plies.slice(0, -1)) {
      line.push(ply);
      book.ensure(line);
    }
  }
  return bookTreeOf(book);
}

export function needsPass(book: Book, index: number): boolean {
  const { black, white } = book.stoneCounts(index);
  return pliesOf(book, index) > black + white;
}

/** Walks through a tree from the top, parents before children. @returns places, with the number of positions above */
export function* walk(tree: BookTree) {
  for (const root of tree.roots) {
    let [index, level] = [root, 0];
    for (;;) {
      yield { index, level, root };
      if (tree.firstChild[index] >= 0) {
        index = tree.firstChild[index];
        level++;
        continue;
      }
      while (level > 0 && tree.nextSibling[index] < 0) {
        index = tree.parents[index];
        level--;
      }
      if (level === 0) break;
      index = tree.nextSibling[index];
    }
  }
}

/** @returns the moves to any position, in the frame of the tree */
export function movesTo(book: Book, tree: BookTree, index: number): number[] {
  const moves: number[] = [];
  let at = index;
  for (; tree.parents[at] >= 0; at = tree.parents[at]) moves.push(tree.moves[at]);
  return [...book.lineTo(at).plies, ...moves.reverse()];
}
