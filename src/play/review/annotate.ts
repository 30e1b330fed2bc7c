/** Writes a review into a tree: verdicts as comments, better lines as variations. */
import { BLACK, WHITE } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { nodesFrom } from '../../records/notation/game-tree.ts';
import { labelOf } from '../state/notation.ts';
import { type Review, summaryOf } from './review.ts';
import { childAt, cutOff, type TreeNode } from './tree.ts';
import { percentText } from './verdicts.ts';
import { summaryText, verdictText } from './words.ts';

const MAX_LINE = 12;

const HEADING = 'Reviewed by tengen.';

/** Matches whole lines of a comment, with the line end before them. */
const lines = (pattern: string): RegExp => new RegExp(`(?:^|\\r?\\n)(?:${pattern})(?=\\r?\\n|$)`, 'g');

/** The texts written here, in their current and their earlier wording: a new review replaces them. */
const WRITTEN = {
  summary: lines(
    `${HEADING}(?:\\r?\\n(?:Black|White)(?: \\(.*\\))?: (?:no data|nothing known|[\\d.]+ % lost (?:per|a) move .*))*`,
  ),
  remark: lines('(?:(?:Missed win|Blunder|Mistake).*\\r?\\nLost \\d+ %\\. )?Black \\d+ %'),
  better: lines('(?:tengen suggests|Better, says tengen): ([A-Z\\d ]+)'),
} as const;

/**
 * Writes a review into its tree, replacing an earlier review by tengen; comments by people stay.
 * @param line the reviewed positions of the tree
 * @param names of the players
 */
export function annotate(
  line: readonly TreeNode[],
  review: Review,
  names: { readonly black: string | null; readonly white: string | null },
): void {
  clear(line);
  const { height } = line[0].game.variant;
  const summaries = ([BLACK, WHITE] as const).map((color) =>
    summaryText(color, summaryOf(review, color), color === BLACK ? names.black : names.white),
  );
  addComment(line[0], [HEADING, ...summaries].join('\n'));
  for (const [i, move] of review.moves.entries()) {
    const chance = review.chances[i + 1];
    if (chance === null) continue;
    const verdict = verdictText(move, height);
    const remark =
      verdict === ''
        ? ''
        : `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}\nLost ${percentText(move.lost ?? 0)}. `;
    addComment(line[i + 1], `${remark}Black ${percentText(chance)}`);
    if (move.verdict !== null) addLine(line[i], move.better.slice(0, move.missedWinIn ?? MAX_LINE));
  }
}

function addComment(node: TreeNode, text: string): void {
  node.comment = node.comment === '' ? text : `${node.comment}\n${text}`;
}

/**
 * Adds a line after the moves that exist already, up to the end of the game. The comment of the first new move lists
 * all new moves.
 */
function addLine(from: TreeNode, points: readonly XY[]): void {
  const added: TreeNode[] = [];
  let node = from;
  for (const point of points) {
    if (node.game.end !== null) break;
    const known = node.children.length;
    const next = childAt(node, point);
    if (node.children.length > known) added.push(next);
    node = next;
  }
  const { height } = from.game.variant;
  const names = added.map((move) => labelOf(move.ply!, height));
  if (names.length > 0) addComment(added[0], `tengen suggests: ${names.join(' ')}`);
}

/**
 * Removes an earlier review from a tree, and nothing else; a tree without its heading contains none.
 * @param reviewed line that the new review is about: its moves stay, even if tengen has suggested them
 */
function clear(reviewed: readonly TreeNode[]): void {
  const [root] = reviewed;
  if (root.comment.search(WRITTEN.summary) < 0) return;
  const added: TreeNode[][] = [];
  for (const node of nodesFrom(root)) {
    for (const [, names] of node.comment.matchAll(WRITTEN.better)) added.push(movesOf(node, names.split(' ')));
    for (const pattern of Object.values(WRITTEN)) node.comment = node.comment.replaceAll(pattern, '');
    node.comment = node.comment.replace(/^\r?\n/, '');
  }
  // From its end backward: a move with comments or continuations stays, together with the moves before it.
  const isRemoved = (move: TreeNode) => isBare(move) && !reviewed.includes(move);
  for (const line of added) {
    while (line.length > 0 && isRemoved(line[line.length - 1])) cutOff(line.pop()!);
  }
}

/** @param first move of a line @param names of its moves @returns those that still exist */
function movesOf(first: TreeNode, names: readonly string[]): TreeNode[] {
  const { height } = first.game.variant;
  const isNamed = (node: TreeNode, name: string) => labelOf(node.ply!, height) === name;
  const line = [first];
  for (const name of names.slice(1)) {
    const next = line[line.length - 1].children.find((child) => isNamed(child, name));
    if (next === undefined) break;
    line.push(next);
  }
  return line;
}

function isBare({ children, comment, labels, unread }: TreeNode): boolean {
  return children.length === 0 && comment === '' && labels.size === 0 && unread.size === 0;
}
