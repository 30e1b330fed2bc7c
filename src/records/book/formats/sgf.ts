/**
 * Trees of SGF into a book and back: moves, comments (C), letters (LB), good and bad moves (TE, BM). What SGF has no
 * property for is in tengen's private property TGN, as the text form of a book writes it.
 */
import { BLACK } from '../../../core/color.ts';
import { UserError } from '../../../core/errors.ts';
import { pointOfCell } from '../../../core/point.ts';
import { CONTINUOUS_BIT } from '../../../core/rule-code.ts';
import { bareGame } from '../../notation/saved-game.ts';
import {
  boardSizeOf,
  escapeLines,
  escapeText,
  headText,
  parseSgfTrees,
  pointOf,
  ruleFromSgf,
  type SgfNode,
  sgfPoint,
  winLengthOf,
} from '../../notation/sgf.ts';
import type { Book } from '../book.ts';
import { otherKind } from '../games.ts';
import { BAD, GOOD, type PositionInfo } from '../info.ts';
import { Line, PASS } from '../key.ts';
import { infoText, parseInfo } from '../text.ts';
import { closedTreeOf, TreeMoves } from '../tree.ts';

const CHUNK = 1 << 16;
/** A line with more moves is invalid. */
const MAX_PLIES = 1000;
/** Properties of a node that say nothing of the book. */
const TAKEN = new Set(['B', 'W', 'C', 'LB', 'TE', 'BM', 'TGN', 'AB', 'AW']);
const HEAD = new Set(['FF', 'GM', 'CA', 'AP', 'SZ', 'RU', 'PB', 'PW', 'DT', 'RE', 'PL']);

export interface SgfReport {
  readonly trees: number;
  readonly nodes: number;
  /** Nodes on a taken point or of the wrong color, and all that follows them. */
  readonly skipped: number;
  /** Properties that a book does not have, by name. */
  readonly dropped: ReadonlyMap<string, number>;
  /** How many trees are of another kind of game and not in the book, by the reason. */
  readonly others: ReadonlyMap<string, number>;
}

/** @returns rule, or null if the file does not state it, and size of the first tree */
export function kindOfSgf(text: string): { readonly rule: number | null; readonly size: number } {
  const [root] = parseSgfTrees(text);
  const first = (name: string) => root.properties.get(name)?.[0] ?? null;
  return { rule: ruleFromSgf(first('RU'), first('AP')), size: boardSizeOf(root.properties) };
}

/** Adds every tree of a file. @throws UserError where the text is no SGF, or a board is of another size */
export function addSgf(book: Book, text: string): SgfReport {
  const trees = parseSgfTrees(text);
  const dropped = new Map<string, number>();
  const others = new Map<string, number>();
  const counts = { nodes: 0, skipped: 0 };
  for (const [i, root] of trees.entries()) {
    const first = (name: string) => root.properties.get(name)?.[0] ?? null;
    const other = otherKind(book, ruleFromSgf(first('RU'), first('AP')), winLengthOf(first('RU')));
    if (other !== null) {
      others.set(other, (others.get(other) ?? 0) + 1);
      continue;
    }
    const size = boardSizeOf(root.properties);
    if (size !== book.size) throw new UserError(`tree ${i + 1}: a board of ${size}, expected ${book.size}`);
    addTree(book, root, counts, dropped);
  }
  return { trees: trees.length, ...counts, dropped, others };
}

function addTree(
  book: Book,
  root: SgfNode,
  counts: { nodes: number; skipped: number },
  dropped: Map<string, number>,
): void {
  const line = new Line(book.rule, book.size);
  const waiting: { node: SgfNode; length: number }[] = [{ node: root, length: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    line.cutTo(next.length);
    counts.nodes++;
    if (!playNode(line, next.node)) {
      counts.skipped++;
      continue;
    }
    noteNode(book, line, next.node, dropped);
    const { children } = next.node;
    for (let i = children.length - 1; i >= 0; i--) waiting.push({ node: children[i], length: line.plies.length });
  }
}

/** Plays the stones of a node, those set up in turn. @returns whether they fit */
function playNode(line: Line, { properties }: SgfNode): boolean {
  const [black, white] = [properties.get('AB') ?? [], properties.get('AW') ?? []];
  if (black.length > 0 || white.length > 0) {
    if (line.plies.length > 0 || black.length - white.length < 0 || black.length - white.length > 1) return false;
    for (const [i, point] of black.entries()) {
      if (!playPoint(line, point)) return false;
      if (i < white.length && !playPoint(line, white[i])) return false;
    }
  }
  for (const color of ['B', 'W']) {
    const value = properties.get(color)?.[0];
    if (value === undefined) continue;
    if ((color === 'B') !== (line.sideToMove === BLACK) || line.plies.length >= MAX_PLIES) return false;
    if (value === '') line.push(PASS);
    else if (!playPoint(line, value)) return false;
  }
  return true;
}

function playPoint(line: Line, value: string): boolean {
  const { x, y } = pointOf(value, line.size, line.plies.length);
  const cell = y * line.size + x;
  if (line.has(cell)) return false;
  line.push(cell);
  return true;
}

function noteNode(book: Book, line: Line, { properties }: SgfNode, dropped: Map<string, number>): void {
  const index = book.ensure(line);
  const own = properties.get('TGN')?.[0];
  if (own !== undefined) noteOwn(book, index, parseInfo(own));
  const comment = properties.get('C')?.[0] ?? '';
  if (comment !== '') book.addComment(index, comment);
  if (properties.has('TE')) book.mark(index, GOOD);
  if (properties.has('BM')) book.mark(index, BAD);
  for (const label of properties.get('LB') ?? []) {
    const { x, y } = pointOf(label.slice(0, 2), line.size, 0);
    const cell = y * line.size + x;
    if (line.has(cell)) continue;
    line.push(cell);
    book.addLabel(book.ensure(line), label.slice(3));
    line.pop();
  }
  for (const name of properties.keys()) {
    const isHead = line.plies.length === 0 && HEAD.has(name);
    if (!TAKEN.has(name) && !isHead) dropped.set(name, (dropped.get(name) ?? 0) + 1);
  }
}

function noteOwn(book: Book, index: number, { mark, label: _, comment: __, ...rest }: PositionInfo): void {
  book.set(index, rest);
  book.mark(index, mark);
}

/**
 * Writes a book as one tree. Each position is followed to its end where it comes first; the other moves that lead to it
 * end there. Puts the positions into the book that its lines pass through.
 */
export function* formatSgfTree(book: Book): Generator<string> {
  const tree = closedTreeOf(book);
  const { parents } = tree;
  const moves = new TreeMoves(book, tree);
  const line = new Line(book.rule, book.size);
  let text = `(;${headText(bareGame(book.size, [], book.rule & ~CONTINUOUS_BIT))}`;
  interface Waiting {
    readonly length: number;
    readonly cell: number;
    readonly index: number;
    readonly isHere: boolean;
    readonly isBranch: boolean;
  }
  /** Moves still to be written, the next one last; null: a bracket to be closed. */
  const waiting: (Waiting | null)[] = [];
  const follow = (from: number, isHere: boolean): void => {
    const branches = isHere ? moves.from(from, line) : [];
    text += remarks(book, from, isHere, branches);
    const isBranch = branches.length > 1;
    for (let i = branches.length - 1; i >= 0; i--) {
      const { cell, index } = branches[i];
      if (isBranch) waiting.push(null);
      waiting.push({ length: line.plies.length, cell, index, isHere: parents[index] === from, isBranch });
    }
  };
  follow(0, true);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === null) text += ')';
    else {
      line.cutTo(next.length);
      const color = line.sideToMove === BLACK ? 'B' : 'W';
      line.push(next.cell);
      text += `\n${next.isBranch ? '(' : ''};${color}[${next.cell === PASS ? '' : sgfPoint(pointOfCell(next.cell, book.size))}]`;
      follow(next.index, next.isHere);
    }
    if (text.length > CHUNK) {
      yield text;
      text = '';
    }
  }
  yield `${text})\n`;
}

function remarks(
  book: Book,
  index: number,
  isHere: boolean,
  branches: readonly { cell: number; index: number }[],
): string {
  const info = book.info(index);
  if (!isHere) return '';
  let text = info.comment === '' ? '' : `C[${escapeLines(info.comment)}]`;
  if ((info.mark & GOOD) !== 0) text += 'TE[1]';
  if ((info.mark & BAD) !== 0) text += 'BM[1]';
  // A pass cannot have a letter.
  const own = infoText({ ...info, mark: info.mark & ~(GOOD | BAD), label: '', comment: '' }).trim();
  if (own !== '') text += `TGN[${escapeText(own)}]`;
  const labels = branches.flatMap(({ cell, index: next }) => {
    const { label } = book.info(next);
    return label === '' || cell === PASS ? [] : [`[${sgfPoint(pointOfCell(cell, book.size))}:${escapeText(label)}]`];
  });
  return labels.length === 0 ? text : `${text}LB${labels.join('')}`;
}
