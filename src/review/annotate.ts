/** A review written into a tree: what was found as comments, better lines as variations. */
import { BLACK, WHITE } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { percentText } from './chance.ts';
import { type Review, summaryOf } from './review.ts';
import { childAt, type TreeNode } from './tree.ts';
import { summaryText, verdictText } from './words.ts';

/** Moves of a better line that are written down, unless it wins. */
const LONGEST_LINE = 12;

/**
 * @param line the positions of the tree that the review is of
 * @param names of the players
 */
export function annotate(
  line: readonly TreeNode[],
  review: Review,
  names: { readonly black: string | null; readonly white: string | null },
): void {
  const { height } = line[0].game.variant;
  const summaries = ([BLACK, WHITE] as const).map((color) =>
    summaryText(color, summaryOf(review, color), color === BLACK ? names.black : names.white),
  );
  addComment(line[0], ['Reviewed by tengen.', ...summaries].join('\n'));
  for (const [i, move] of review.moves.entries()) {
    const chance = review.chances[i + 1];
    if (chance === null) continue;
    const told = verdictText(move, height);
    const remark =
      told === '' ? '' : `${told.charAt(0).toUpperCase()}${told.slice(1)}\nLost ${percentText(move.lost ?? 0)}. `;
    addComment(line[i + 1], `${remark}Black ${percentText(chance)}`);
    if (move.verdict !== null) addLine(line[i], move.better.slice(0, move.missedWinIn ?? LONGEST_LINE));
  }
}

function addComment(node: TreeNode, text: string): void {
  node.comment = node.comment === '' ? text : `${node.comment}\n${text}`;
}

/** Behind the move that was played, and no further than the game goes. */
function addLine(from: TreeNode, points: readonly XY[]): void {
  let node = from;
  for (const point of points) {
    if (node.game.end !== null) return;
    node = childAt(node, point);
  }
}
