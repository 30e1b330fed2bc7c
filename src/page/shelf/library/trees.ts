/** Games of the library as trees and as SGF, and back. */
import { UserError } from '../../../core/errors.ts';
import { type Ply, pointOfCell } from '../../../core/point.ts';
import { ruleFromCode } from '../../../core/rule.ts';
import { FREESTYLE, RULE_CODES } from '../../../core/rule-code.ts';
import { type TreeNode, treeOf } from '../../../play/review/tree.ts';
import { gameTreeFrom, variantOfFacts } from '../../../play/review/tree-sgf.ts';
import { type GameState, gameFromSetup, withPliesUntilEnd } from '../../../play/state/game-state.ts';
import { type Variant, variantOf } from '../../../play/state/variant.ts';
import {
  type GameFacts,
  type GameNode,
  type GameTree,
  hasStones,
  mainMovesOf,
  nodesFrom,
  treeOfMoves,
} from '../../../records/notation/game-tree.ts';
import { formatTree, readSgf } from '../../../records/notation/sgf.ts';
import { type LibraryGame, NO_STONE } from './games.ts';

/** Properties of a file for the facts of a game. */
const FACT_PROPERTIES: ReadonlySet<string> = new Set(['PB', 'PW', 'EV', 'DT', 'RE']);

export type Facts = Pick<LibraryGame, 'black' | 'white' | 'event' | 'date' | 'result'>;

/** What a user can change about a game. */
export type EditedFacts = Facts & Pick<LibraryGame, 'rule' | 'comment'>;

/**
 * @param usualRule of a game that names none. If it would end the game before its last move, the first rule is taken
 *   under which all moves can be played. Moves after the end under every rule, or under that of the file, are kept.
 * @throws UserError for a board that tengen does not play on, and a game with nothing on it
 */
export function libraryGameOf(tree: GameTree, usualRule: number): LibraryGame {
  const { facts, setup, root } = tree;
  const comment = nodeWithComment(root)?.comment ?? '';
  if (!hasStones(tree) && comment === '') throw new UserError('no moves');
  const plies = mainMovesOf(tree).map(({ ply }) => ply);
  const played = (code: number): GameState => {
    return withPliesUntilEnd(gameFromSetup(variantOfFacts({ ...facts, rule: null }, code), setup), plies);
  };
  const isWhole = (game: GameState) => game.plies.length === setup.length + plies.length;
  const codes = facts.rule === null || ruleFromCode(facts.rule) === null ? [usualRule, ...RULE_CODES] : [facts.rule];
  const first = played(codes[0]);
  const game = isWhole(first) ? first : (codes.slice(1).map(played).find(isWhole) ?? first);
  const judged = game.end?.result ?? null;
  const result = isWhole(game) ? (judged ?? facts.result) : (facts.result ?? judged);
  const plain = plainGame({ ...facts, result }, game.variant, [...setup, ...plies], comment);
  if (setup.length === 0 && !hasMoreThanRemark(root)) return plain;
  return { ...plain, sgf: formatTree({ facts: factsOf(plain), setup, root }) };
}

/** @returns a game with nothing but its moves, facts and a remark */
export function plainGame(facts: GameFacts, variant: Variant, plies: readonly Ply[], comment: string): LibraryGame {
  const { width, height, rule } = variant;
  return {
    width,
    height,
    winLength: rule.winLength,
    rule: rule.code,
    moves: plies.map((ply) => (ply === null ? NO_STONE : ply.y * width + ply.x)),
    black: facts.black ?? '',
    white: facts.white ?? '',
    event: facts.event ?? '',
    date: facts.date ?? '',
    comment,
    result: facts.result,
    sgf: '',
  };
}

/** @param last position of the main line */
export function gameOfTree(last: TreeNode, facts: Facts): LibraryGame {
  return libraryGameOf(gameTreeFrom(last, textsOf(facts)), FREESTYLE);
}

/** @returns whether a tree has more than moves, the facts of a game, and a remark on the first position */
function hasMoreThanRemark(root: GameNode): boolean {
  if ([...root.unread.keys()].some((name) => !FACT_PROPERTIES.has(name) && name !== 'RU')) return true;
  for (const node of nodesFrom(root)) {
    if (node !== root && (node.comment !== '' || node.unread.size > 0)) return true;
    if (node.labels.size > 0 || node.children.length > 1) return true;
  }
  return false;
}

/** @returns the first position with a comment; null: none */
function nodeWithComment(root: GameNode): GameNode | null {
  for (const node of nodesFrom(root)) if (node.comment !== '') return node;
  return null;
}

function textsOf({ black, white, event, date, result }: Facts) {
  const named = event === '' ? {} : { event };
  return { black: black || null, white: white || null, ...named, date: date || null, result, reason: null };
}

function factsOf({ width, height, rule, winLength, ...texts }: LibraryGame): GameFacts {
  return { ...textsOf(texts), size: width, height, rule, winLength };
}

function gameTreeOfLibrary(game: LibraryGame): GameTree {
  if (game.sgf !== '') return readSgf(game.sgf, { rule: game.rule ?? FREESTYLE })[0];
  const moves = game.moves.map((cell) => (cell === NO_STONE ? null : pointOfCell(cell, game.width)));
  return treeOfMoves({ ...factsOf(game), moves }, game.comment);
}

/**
 * @param rule in place of the game's own
 * @returns the last position of a game, with its variations @throws UserError for moves that cannot be played
 */
export function treeOfGame(game: LibraryGame, rule: number | null = game.rule): TreeNode {
  return treeOf(gameTreeOfLibrary(game), variantOfGame({ ...game, rule }));
}

function variantOfGame({ rule, width, height, winLength }: LibraryGame): Variant {
  const code = rule !== null && ruleFromCode(rule) !== null ? rule : FREESTYLE;
  return variantOf(code, width, height, winLength === 5 ? null : winLength);
}

/** @returns the codes of the rules under which all moves of a game can be played */
export function possibleRules(game: LibraryGame): number[] {
  return RULE_CODES.filter((code) => {
    try {
      return treeOfGame(game, code).game.plies.length === game.moves.length;
    } catch {
      return false;
    }
  });
}

/** @returns the game with other facts @throws UserError for a rule under which its moves cannot be played */
export function withFacts(game: LibraryGame, facts: EditedFacts): LibraryGame {
  const { rule } = facts;
  if (rule !== null && rule !== game.rule && !possibleRules(game).includes(rule)) {
    throw new UserError(`rule ${rule}: expected a rule under which all moves of the game can be played`);
  }
  const edited = { ...game, ...facts };
  if (game.sgf === '') return edited;
  const { setup, root } = gameTreeOfLibrary(game);
  (nodeWithComment(root) ?? root).comment = facts.comment;
  const unread = new Map([...root.unread].filter(([name]) => !FACT_PROPERTIES.has(name)));
  const comment = nodeWithComment(root)?.comment ?? '';
  return { ...edited, comment, sgf: formatTree({ facts: factsOf(edited), setup, root: { ...root, unread } }) };
}

/** @returns the game as SGF, with its facts and with moves after its end, which another rule may not see */
export function sgfOfGame(game: LibraryGame): string {
  return game.sgf === '' ? formatTree(gameTreeOfLibrary(game)) : game.sgf;
}
