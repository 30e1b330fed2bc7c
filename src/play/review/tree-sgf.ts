/**
 * A tree as SGF and back: variations, passes, comments (C), letters (LB), stones that were set up (AB, AW, PL), rule
 * and stones in a row (RU). Properties that tengen does not read go through unchanged.
 */
import { BLACK, type Color, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { pointOfCell } from '../../core/point.ts';
import { ruleFromCode } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/size.ts';
import { bareGame, type SavedGame } from '../../records/notation/saved-game.ts';
import {
  boardOf,
  escapeLines,
  escapeText,
  headProperties,
  parseSgfTrees,
  pointOf,
  ruleFromSgf,
  type SgfNode,
  sgfPoint,
  winLengthOf,
} from '../../records/notation/sgf.ts';
import { newGame, sideToMove } from '../state/game-state.ts';
import { type Variant, variantOf } from '../state/variant.ts';
import { gameOfSetup } from './setup.ts';
import { childAt, lastPointOf, rootOf, type TreeNode } from './tree.ts';

/** What a file records about a game in addition to its moves. */
export type GameFacts = Partial<Pick<SavedGame, 'black' | 'white' | 'event' | 'date' | 'result' | 'reason'>>;

/** @param node any node of the tree @returns the whole tree as an SGF file */
export function treeToSgf(node: TreeNode, facts: GameFacts = {}): string {
  let root = node;
  while (root.parent !== null) root = root.parent;
  const { variant } = root.game;
  const { width, height, rule } = variant;
  const rows = width === height ? {} : { height };
  const { winLength } = rule;
  const head = headProperties({ ...bareGame(width, [], rule.code), ...rows, winLength, ...facts });
  const known = new Set(head.map(([name]) => name));
  const headText = head.map(([name, value]) => `${name}[${escapeText(value)}]`).join('');
  return `(;${headText}${setupText(root)}${remarksText(root, known)}${restText(root)})\n`;
}

function setupText({ game }: TreeNode): string {
  const { cells, width } = game.position;
  const points = (color: Color) =>
    Array.from(cells.entries())
      .filter(([, cell]) => cell === color)
      .map(([i]) => `[${sgfPoint(pointOfCell(i, width))}]`)
      .join('');
  const [black, white] = [points(BLACK), points(WHITE)];
  if (game.plies.length === 0) return '';
  const sides = `${black === '' ? '' : `AB${black}`}${white === '' ? '' : `AW${white}`}`;
  return `${sides}PL[${sideToMove(game) === BLACK ? 'B' : 'W'}]`;
}

/** @param written names of properties that the node has already */
function remarksText({ comment, labels, unread, game }: TreeNode, written: ReadonlySet<string> = NONE): string {
  const { width } = game.variant;
  const letters = [...labels].map(([i, text]) => {
    return `[${sgfPoint(pointOfCell(i, width))}:${escapeText(text).replaceAll(':', '\\:')}]`;
  });
  const others = [...unread].filter(([name]) => !written.has(name));
  return [
    comment === '' ? '' : `C[${escapeLines(comment)}]`,
    letters.length === 0 ? '' : `LB${letters.join('')}`,
    ...others.map(([name, values]) => `${name}${values.map((value) => `[${escapeLines(value)}]`).join('')}`),
  ].join('');
}

const NONE: ReadonlySet<string> = new Set();

/** Brackets only where the line parts. Not by recursion, as trees are deeper than calls may be. */
function restText(start: TreeNode): string {
  const parts: string[] = [];
  /** Nodes still to be written, the next one last; null: a bracket to be closed. */
  const waiting: (TreeNode | null)[] = [];
  const follow = ({ children }: TreeNode): void => {
    if (children.length === 1) waiting.push(children[0]);
    else for (let i = children.length - 1; i >= 0; i--) waiting.push(null, children[i]);
  };
  follow(start);
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    if (node === null) {
      parts.push(')');
      continue;
    }
    const isBranch = (node.parent?.children.length ?? 1) > 1;
    parts.push(isBranch ? `\n(${moveText(node).trimStart()}` : moveText(node));
    follow(node);
  }
  return parts.join('');
}

function moveText(node: TreeNode): string {
  const point = lastPointOf(node);
  const color = sideToMove(node.game) === BLACK ? 'W' : 'B';
  return `\n;${color}[${point === null ? '' : sgfPoint(point)}]${remarksText(node)}`;
}

/**
 * Reads a game of an SGF file with its variations.
 * @param usualRule used if the file does not state a rule
 * @param index which of its games, from 0
 * @param givenRule overrides the rule of the file; null: use that of the file
 * @returns the last position of the main line
 * @throws UserError where the text is no SGF, or a stone does not fit
 */
export function treeFromSgf(text: string, usualRule: number, index = 0, givenRule: number | null = null): TreeNode {
  return treeOfSgf(parseSgfTrees(text)[index], usualRule, givenRule);
}

/**
 * As {@link treeFromSgf}, for a game that is parsed already.
 * @param givenWinLength overrides that of the rule, in freestyle; null: that of the file
 * @throws UserError where a stone does not fit
 */
export function treeOfSgf(
  source: SgfNode,
  usualRule: number,
  givenRule: number | null = null,
  givenWinLength: number | null = null,
): TreeNode {
  const first = (name: string) => source.properties.get(name)?.[0] ?? null;
  const { width, height } = boardOf(source.properties);
  const isSide = (side: number) => Number.isInteger(side) && side >= MIN_SIZE && side <= MAX_SIZE;
  if (!isSide(width) || !isSide(height)) {
    throw new UserError(`SZ[${first('SZ')}]: expected ${MIN_SIZE} to ${MAX_SIZE}, or two such as 15:10`);
  }
  const code = givenRule ?? ruleFromSgf(first('RU'), first('AP')) ?? usualRule;
  const known = ruleFromCode(code) === null ? FREESTYLE : code;
  const winLength = givenWinLength ?? (known === FREESTYLE ? winLengthOf(first('RU')) : null);
  const variant = variantOf(known, width, height, winLength);
  const cells = new Uint8Array(width * height);
  for (const [name, color] of [
    ['AB', BLACK],
    ['AW', WHITE],
  ] as const) {
    for (const value of source.properties.get(name) ?? []) {
      const { x, y } = pointOf(value, width, 0, height);
      cells[y * width + x] = color;
    }
  }
  const stones = cells.filter((cell) => cell !== 0).length;
  const blacks = cells.filter((cell) => cell === BLACK).length;
  const player = first('PL')?.[0]?.toUpperCase();
  const toPlay = player === 'B' ? BLACK : player === 'W' ? WHITE : 2 * blacks > stones ? WHITE : BLACK;
  const root = rootOf(stones === 0 && toPlay === BLACK ? newGame(variant) : gameOfSetup({ variant, cells, toPlay }));
  grow(root, source);
  let last = root;
  while (last.children.length > 0) last = last.children[0];
  return last;
}

/** Properties that are read at every node, and at the first one only. */
const READ = new Set(['B', 'W', 'C', 'LB']);
const READ_AT_ROOT = new Set([...READ, 'FF', 'GM', 'CA', 'AP', 'SZ', 'RU', 'AB', 'AW', 'PL']);

/** Nodes without a move add what they say to the position before. Not by recursion along a line, as games are long. */
function grow(root: TreeNode, source: SgfNode): void {
  const { width, height } = root.game.variant;
  const waiting: [TreeNode, SgfNode][] = [[root, source]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [before, { properties, children }] = next;
    const node = before.game.end === null ? played(before, properties) : before;
    const comment = properties.get('C')?.[0] ?? '';
    if (comment !== '') node.comment = node.comment === '' ? comment : `${node.comment}\n${comment}`;
    for (const label of properties.get('LB') ?? []) {
      const { x, y } = pointOf(label.slice(0, 2), width, 0, height);
      node.labels.set(y * width + x, label.slice(3).replace(/\r?\n|\r/g, ' '));
    }
    const read = next[1] === source ? READ_AT_ROOT : READ;
    for (const [name, values] of properties) {
      if (!read.has(name) && !node.unread.has(name)) node.unread.set(name, values);
    }
    // The last is taken first; the main line has to be the first to grow.
    for (const child of [...children].reverse()) waiting.push([node, child]);
  }
}

function played(node: TreeNode, properties: SgfNode['properties']): TreeNode {
  const { variant, plies } = node.game;
  const color = sideToMove(node.game) === BLACK ? 'B' : 'W';
  const other = properties.get(color === 'B' ? 'W' : 'B')?.[0] ?? '';
  if (other !== '') throw new UserError(`move ${plies.length + 1}: expected ${color}`);
  const value = properties.get(color)?.[0];
  if (value === undefined) return node;
  if (isPass(value, variant)) return childAt(node, null);
  return childAt(node, pointOf(value, variant.width, plies.length, variant.height));
}

/** Nothing, or, in files of earlier versions of SGF, `tt` where the board has no such point. */
export function isPass(value: string, { width, height }: Variant): boolean {
  return value === '' || (value === 'tt' && width < 20 && height < 20);
}
