/** A game with its variations: every move that was tried is kept, with what was written about it. */
import { type Ply, samePoint } from '../../core/point.ts';
import { type GameNode, type GameTree, mainMovesOf, nodesFrom } from '../../records/notation/game-tree.ts';
import { type GameState, gameFromSetup, startOf, withPly } from '../state/game-state.ts';
import type { Variant } from '../state/variant.ts';
import { hasMarks } from './marks.ts';

/** A position of a game that is played by a rule. */
export interface TreeNode extends GameNode {
  readonly game: GameState;
  readonly parent: TreeNode | null;
  /** Moves from here; the first continues the main line. */
  readonly children: TreeNode[];
  /** Black's chance of winning, as the engine saw it last; null: it has not looked. */
  chance: number | null;
  weight: number;
  readonly labels: Map<number, string>;
  readonly unread: Map<string, readonly string[]>;
  afterEnd?: readonly GameNode[];
}

export function rootOf(game: GameState): TreeNode {
  return nodeOf(game, null);
}

/** @returns the last position of a game, in a tree without variations */
export function gameTreeOf(game: GameState): TreeNode {
  let last = rootOf(startOf(game));
  for (const ply of game.plies.slice(last.game.plies.length)) last = childAt(last, ply);
  return last;
}

/**
 * Plays a game of a file, each line up to the end of the game.
 * @returns the last position of the main line @throws UserError for a move that cannot be played
 */
export function treeOf({ setup, root }: GameTree, variant: Variant): TreeNode {
  const first = rootOf(gameFromSetup(variant, setup));
  const waiting: [node: TreeNode, source: GameNode][] = [[first, root]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, { comment, labels, unread, children }] = next;
    node.comment = comment;
    for (const [cell, text] of labels) node.labels.set(cell, text);
    for (const [name, values] of unread) node.unread.set(name, values);
    if (node.game.end === null) for (const child of children) waiting.push([childAt(node, child.ply), child]);
    else if (children.length > 0) node.afterEnd = children;
  }
  return lineThrough(first).at(-1) ?? first;
}

/** @returns a sentence for the user if a file has moves after the end of the game */
export function afterEndText(last: TreeNode): string[] {
  const count = last.afterEnd === undefined ? 0 : mainMovesOf({ root: last }).length;
  const { plies, setupPlies = 0 } = last.game;
  return count === 0 ? [] : [`the game ends with move ${plies.length - setupPlies}; not played: ${count} later moves`];
}

/**
 * @returns the position after a turn, which becomes a variation if it is new @throws UserError if it cannot be played
 */
export function childAt(node: TreeNode, ply: Ply): TreeNode {
  const known = node.children.find((child) => samePoint(child.ply, ply));
  if (known !== undefined) return known;
  const child = nodeOf(withPly(node.game, ply), node);
  node.children.push(child);
  return child;
}

export function childIndex(node: TreeNode): number {
  return node.parent?.children.indexOf(node) ?? 0;
}

/** @returns the positions of the line that a position lies on, from the first to the end that it leads to */
export function lineThrough(node: TreeNode): TreeNode[] {
  const line: TreeNode[] = [];
  for (let at: TreeNode | null = node; at !== null; at = at.parent) line.unshift(at);
  for (let at = node.children[0]; at !== undefined; at = at.children[0]) line.push(at);
  return line;
}

/** @returns whether a position belongs to the main line: its move, and every move before it, is the first one there */
export function isOnMainLine(node: TreeNode): boolean {
  for (let at = node; at.parent !== null; at = at.parent) if (at.parent.children[0] !== at) return false;
  return true;
}

export function promote(node: TreeNode): void {
  for (let at = node; at.parent !== null; at = at.parent) {
    removeChild(at.parent, at);
    at.parent.children.unshift(at);
  }
}

/** Takes a move and all that follows out of the tree. @returns the position before it; the root stays */
export function cutOff(node: TreeNode): TreeNode {
  const { parent } = node;
  if (parent === null) return node;
  removeChild(parent, node);
  return parent;
}

function removeChild({ children }: TreeNode, child: TreeNode): void {
  const index = children.indexOf(child);
  if (index >= 0) children.splice(index, 1);
}

/** @returns whether a position can still be reached from the root, rather than having been cut off */
export function isInTree(node: TreeNode): boolean {
  for (let at = node; at.parent !== null; at = at.parent) if (!at.parent.children.includes(at)) return false;
  return true;
}

/** @returns whether a tree has more than the moves of a game: variations, remarks, stones that were set up */
export function hasWork(node: TreeNode): boolean {
  let root = node;
  while (root.parent !== null) root = root.parent;
  if (root.game.plies.length > 0) return true;
  for (const at of nodesFrom(root)) {
    if (at.comment !== '' || at.labels.size > 0 || hasMarks(at) || at.children.length > 1) return true;
  }
  return false;
}

function nodeOf(game: GameState, parent: TreeNode | null): TreeNode {
  const { end } = game;
  const chance = end === null ? null : end.result === 'draw' ? 0.5 : end.result === 'black' ? 1 : 0;
  const weight = end === null ? 0 : Number.POSITIVE_INFINITY;
  const ply = parent === null ? null : (game.plies.at(-1) ?? null);
  return { ply, game, parent, children: [], chance, weight, comment: '', labels: new Map(), unread: new Map() };
}
