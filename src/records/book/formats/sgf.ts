/**
 * Trees of SGF into a book and back: moves, comments (C), letters (LB), good and bad moves (TE, BM). What SGF has no
 * property for is in tengen's private property TGN, as the text form of a book writes it.
 */
import { type Ply, pointOfCell } from '../../../core/point.ts';
import { CONTINUOUS_BIT } from '../../../core/rule-code.ts';
import type { GameNode, GameTree } from '../../notation/game-tree.ts';
import { bareGame } from '../../notation/saved-game.ts';
import { treePieces } from '../../notation/sgf.ts';
import type { Book, BookMove } from '../book.ts';
import { otherKind } from '../games.ts';
import { BAD, GOOD, type PositionInfo } from '../info.ts';
import { Line, PASS } from '../key.ts';
import { infoText, parseInfo } from '../text.ts';
import { closedTreeOf, TreeMoves } from '../tree.ts';

const MAX_PLIES = 1000;
/** Properties that a book takes over, and those of a root that say nothing of it. */
const TAKEN = new Set(['TE', 'BM', 'TGN']);
const HEAD = new Set(['RU', 'PB', 'PW', 'DT', 'RE']);

/**
 * @returns the number of lines that are too long, whose ends are not in the book; the properties that a book does not
 * have, by name; and how many trees are of another kind of game and not in the book, by the reason
 */
export function addSgf(book: Book, trees: Iterable<GameTree>) {
  const dropped = new Map<string, number>();
  const others = new Map<string, number>();
  let cut = 0;
  for (const tree of trees) {
    const other = otherKind(book, tree.facts);
    if (other === null) cut += addTree(book, tree, dropped);
    else others.set(other, (others.get(other) ?? 0) + 1);
  }
  return { cut, dropped, others };
}

function addTree(book: Book, { setup, root }: GameTree, dropped: Map<string, number>): number {
  const cellOf = (ply: Ply) => (ply === null ? PASS : ply.y * book.size + ply.x);
  const line = new Line(book.rule, book.size, setup.map(cellOf));
  const waiting: { readonly node: GameNode; readonly length: number }[] = [{ node: root, length: setup.length }];
  let cut = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, length } = next;
    line.cutTo(length);
    if (node !== root) line.push(cellOf(node.ply));
    record(book, line, node, node === root ? HEAD : NONE, dropped);
    const isFull = line.plies.length >= MAX_PLIES;
    if (isFull && node.children.length > 0) cut++;
    if (isFull) continue;
    for (let i = node.children.length - 1; i >= 0; i--) {
      waiting.push({ node: node.children[i], length: line.plies.length });
    }
  }
  return cut;
}

const NONE: ReadonlySet<string> = new Set();

/** @param head names of properties that say nothing of the book */
function record(
  book: Book,
  line: Line,
  { comment, labels, unread }: GameNode,
  head: ReadonlySet<string>,
  dropped: Map<string, number>,
): void {
  const drop = (name: string) => dropped.set(name, (dropped.get(name) ?? 0) + 1);
  const index = book.ensure(line);
  const own = unread.get('TGN')?.[0];
  if (own !== undefined) {
    const { mark, label: _, comment: __, ...rest } = parseInfo(own);
    book.set(index, rest);
    book.mark(index, mark);
  }
  if (comment !== '') book.addComment(index, comment);
  if (unread.has('TE')) book.mark(index, GOOD);
  if (unread.has('BM')) book.mark(index, BAD);
  for (const [cell, text] of labels) {
    if (line.has(cell)) {
      drop('LB');
      continue;
    }
    line.push(cell);
    book.addLabel(book.ensure(line), text);
    line.pop();
  }
  for (const name of unread.keys()) if (!TAKEN.has(name) && !head.has(name)) drop(name);
}

/**
 * Writes a book as one tree. Each position is followed to its end where it comes first; the other moves that lead to it
 * end there. Puts the positions into the book that its lines pass through.
 */
export function formatSgfTree(book: Book): Generator<string> {
  const tree = closedTreeOf(book);
  const moves = new TreeMoves(book, tree);
  const line = new Line(book.rule, book.size);
  /** The branches are found when the writer comes to the node: the line then leads to the position before it. */
  const nodeOf = (index: number, cell: number, length: number, isHere: boolean): GameNode => {
    const info = isHere ? book.info(index) : null;
    let branches: readonly BookMove[] = [];
    return {
      ply: cell === PASS ? null : pointOfCell(cell, book.size),
      comment: info?.comment ?? '',
      unread: propertiesOf(info),
      get labels() {
        return labelsOf(book, branches);
      },
      get children() {
        if (length > 0) {
          line.cutTo(length - 1);
          line.push(cell);
        }
        if (isHere) branches = moves.from(index, line);
        return branches.map((move) => nodeOf(move.index, move.cell, length + 1, tree.parents[move.index] === index));
      },
    };
  };
  const facts = bareGame(book.size, [], book.rule & ~CONTINUOUS_BIT);
  return treePieces({ facts, setup: [], root: nodeOf(0, PASS, 0, true) });
}

function propertiesOf(info: PositionInfo | null): Map<string, readonly string[]> {
  const properties = new Map<string, readonly string[]>();
  if (info === null) return properties;
  if ((info.mark & GOOD) !== 0) properties.set('TE', ['1']);
  if ((info.mark & BAD) !== 0) properties.set('BM', ['1']);
  const own = infoText({ ...info, mark: info.mark & ~(GOOD | BAD), label: '', comment: '' }).trim();
  if (own !== '') properties.set('TGN', [own]);
  return properties;
}

function labelsOf(book: Book, branches: readonly BookMove[]): Map<number, string> {
  return new Map(
    branches.flatMap(({ cell, index }) => {
      const { label } = book.info(index);
      return label === '' || cell === PASS ? [] : [[cell, label] as const];
    }),
  );
}
