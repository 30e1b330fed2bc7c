/** A game with its variations, as files have it: no rule has judged its moves yet. */
import { type Color, WHITE } from '../../core/color.ts';
import type { Ply, XY } from '../../core/point.ts';
import { counted } from '../../core/text.ts';
import { bareGame, type SavedGame } from './saved-game.ts';

/** A position: the first one, or the one after a move. */
export interface GameNode {
  /** The move that leads here; null: a pass, and at the root. */
  readonly ply: Ply;
  comment: string;
  /** Letters on points, by `y * width + x`. */
  readonly labels: ReadonlyMap<number, string>;
  /** Other properties of an SGF file, marks such as CR among them, to be written back: values, unescaped, by name. */
  readonly unread: ReadonlyMap<string, readonly string[]>;
  /** Moves from here; the first continues the main line. No two are on the same point. */
  readonly children: readonly GameNode[];
  /** Moves that the file has after the end of the game under its rule. */
  readonly afterEnd?: readonly GameNode[];
}

/** What a file says about a game in addition to its moves. */
export type GameFacts = Omit<SavedGame, 'moves' | 'setupPlies' | 'openingPlies' | 'timesMs' | 'scores'>;

/** A game with its variations. */
export interface GameTree {
  readonly facts: GameFacts;
  /** Setup stones as turns, with passes where one side has more stones. */
  readonly setup: readonly Ply[];
  readonly root: GameNode;
}

/** @returns what continues a position, whether the game has ended there or not */
export function continuationsOf({ children, afterEnd = [] }: GameNode): readonly GameNode[] {
  return children.length > 0 ? children : afterEnd;
}

/** @returns whether a game has a move or a setup stone */
export function hasStones({ setup, root }: GameTree): boolean {
  return setup.length > 0 || continuationsOf(root).length > 0;
}

/**
 * @returns a node and all below it, each before those that follow it
 *
 *     for (const { ply, comment } of nodesFrom(tree.root)) if (comment !== '') console.log(ply, comment);
 */
export function* nodesFrom<Node extends { readonly children: readonly Node[] }>(node: Node): Generator<Node> {
  const waiting = [node];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    yield at;
    waiting.push(...at.children);
  }
}

/**
 * Setup stones as turns, Black's and White's alternating. Where one side has more stones than the other, turns are
 * passed, and so is one more if it is the other side's turn.
 */
export function setupPlies(black: readonly XY[], white: readonly XY[], toPlay: Color): Ply[] {
  const turns = Math.max(black.length, white.length);
  const plies: Ply[] = [];
  for (let i = 0; i < turns; i++) plies.push(black[i] ?? null, white[i] ?? null);
  if (plies.length > 0 && plies[plies.length - 1] === null && toPlay === WHITE) plies.pop();
  else if (toPlay === WHITE) plies.push(null);
  return plies;
}

/** Of most positions: no letters, no properties. */
export const NO_ENTRIES: ReadonlyMap<never, never> = new Map<never, never>();

/**
 * @returns a position of a tree, to be one of the `children` of another
 *
 *     const other = gameNode({ x: 7, y: 6 }, 'also good');
 *     gameNode({ x: 7, y: 7 }, '', [gameNode({ x: 8, y: 6 }), other]);
 */
export function gameNode(ply: Ply, comment = '', children: readonly GameNode[] = []): GameNode {
  return { ply, comment, labels: NO_ENTRIES, unread: NO_ENTRIES, children };
}

/**
 * @returns a tree without variations
 *
 *     formatTree(treeOfMoves(readGames('h8i9', 'pos')[0], 'A comment.'));
 *
 * @param comment on the first position
 * @param commentOf the comment after a turn, counted from 0
 */
export function treeOfMoves(
  { moves, setupPlies: setup = 0, ...facts }: GameFacts & Pick<SavedGame, 'moves' | 'setupPlies'>,
  comment = '',
  commentOf: (turn: number) => string = () => '',
): GameTree {
  let next: GameNode[] = [];
  for (let i = moves.length - 1; i >= setup; i--) next = [gameNode(moves[i], commentOf(i), next)];
  return { facts, setup: moves.slice(0, setup), root: gameNode(null, comment, next) };
}

/**
 * @returns the moves of the main line, after the setup stones
 *
 *     mainMovesOf(tree).map(({ ply }) => (ply === null ? 'pass' : nameOf(ply, 15))); // ['h8', 'i9']
 */
export function mainMovesOf({ root }: Pick<GameTree, 'root'>): GameNode[] {
  const line: GameNode[] = [];
  for (let [node] = continuationsOf(root); node !== undefined; [node] = continuationsOf(node)) line.push(node);
  return line;
}

/** @returns what a list of moves cannot hold of a tree, as a sentence for the user */
export function skippedOf({ root }: GameTree): string[] {
  const nodes = [...nodesFrom(root)];
  const variations = nodes.reduce((sum, { children }) => sum + Math.max(0, children.length - 1), 0);
  const comments = nodes.filter(
    ({ comment }) => comment !== '' && !/^(?:opening$|opening,|time |score |reason )/.test(comment),
  );
  const parts = [
    ...(variations === 0 ? [] : [counted(variations, 'variation')]),
    ...(comments.length === 0 ? [] : [counted(comments.length, 'comment')]),
  ];
  return parts.length === 0 ? [] : [`skipped: ${parts.join(' and ')}`];
}

/**
 * @returns the main line, with the times and scores of its comments
 *
 *     writeGames(readSgf(text).map(mainLineOf), 'pos'); // what readGames returns
 */
export function mainLineOf(tree: GameTree): SavedGame {
  const { facts, setup } = tree;
  const line = mainMovesOf(tree);
  const comments = [...setup.map(() => ''), ...line.map(({ comment }) => comment)];
  const timesMs = comments.map((text) => Number(/time ([\d.]+) ms/.exec(text)?.[1] ?? 0));
  const scores = comments.map((text) => {
    const score = /score ([+-]?(?:M\d+|[\d.]+))/.exec(text)?.[1];
    return score === undefined ? null : score.includes('M') ? score : Number(score);
  });
  return {
    ...bareGame(facts.size, [...setup, ...line.map(({ ply }) => ply)]),
    ...facts,
    ...(setup.length === 0 ? {} : { setupPlies: setup.length }),
    openingPlies: Math.max(setup.length, comments.findLastIndex((text) => /^opening\b/.test(text)) + 1),
    timesMs: timesMs.some((ms) => ms > 0) ? timesMs : null,
    scores: scores.some((score) => score !== null) ? scores : null,
  };
}
