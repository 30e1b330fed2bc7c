import { ruleFromCode } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import type { GameFacts, GameTree } from '../../records/notation/game-tree.ts';
import { formatTree, readSgf } from '../../records/notation/sgf.ts';
import { type Variant, variantOf } from '../state/variant.ts';
import { lineThrough, type TreeNode, treeOf } from './tree.ts';

/** @param node any node of the tree @param facts about the game, in addition to its board and rule */
export function gameTreeFrom(node: TreeNode, facts: Partial<GameFacts> = {}): GameTree {
  const [root] = lineThrough(node);
  const { variant, plies } = root.game;
  const { width, height, rule } = variant;
  const board = { size: width, height, rule: rule.code, winLength: rule.winLength };
  const unknown = { black: null, white: null, result: null, reason: null, date: null };
  return { facts: { ...unknown, ...facts, ...board }, setup: plies, root };
}

/** @param node any node of the tree @returns the whole tree as an SGF file */
export function treeToSgf(node: TreeNode, facts: Partial<GameFacts> = {}): string {
  return formatTree(gameTreeFrom(node, facts));
}

/** Players of a game; empty: unknown. */
export interface PlayerNames {
  readonly black: string;
  readonly white: string;
}

/** @param node any node of the tree @returns the players that its file names */
export function playersOfTree(node: TreeNode): PlayerNames {
  const [{ unread }] = lineThrough(node);
  return { black: unread.get('PB')?.[0] ?? '', white: unread.get('PW')?.[0] ?? '' };
}

/** @param node any node of the tree, which is saved with these players from now on @returns the node */
export function withPlayers(node: TreeNode, { black, white }: PlayerNames): TreeNode {
  const [{ unread }] = lineThrough(node);
  if (black !== '') unread.set('PB', [black]);
  if (white !== '') unread.set('PW', [white]);
  return node;
}

/**
 * @param usualRule used if the file does not state a known rule
 * @param givenRule overrides the rule of the file; null: use that of the file
 * @param givenWinLength overrides that of the file, in freestyle
 * @throws UserError for a board that tengen does not play on
 */
export function variantOfFacts(
  { size, height = size, rule, winLength }: Pick<GameFacts, 'size' | 'height' | 'rule' | 'winLength'>,
  usualRule: number,
  givenRule: number | null = null,
  givenWinLength: number | null = null,
): Variant {
  const code = givenRule ?? rule ?? usualRule;
  const known = ruleFromCode(code) === null ? FREESTYLE : code;
  return variantOf(known, size, height, givenWinLength ?? (known === FREESTYLE ? (winLength ?? null) : null));
}

/**
 * Reads the first game of an SGF file with its variations.
 * @param usualRule used if the file does not state a rule
 * @param givenRule overrides the rule of the file; null: use that of the file
 * @returns the last position of the main line
 * @throws UserError where the text is no SGF, or a stone does not fit
 */
export function treeFromSgf(text: string, usualRule: number, givenRule: number | null = null): TreeNode {
  const [tree] = readSgf(text, { rule: givenRule });
  return treeOf(tree, variantOfFacts(tree.facts, usualRule, givenRule));
}
