/** Games of the library as trees and as SGF, and back. */
import { UserError } from '../../core/errors.ts';
import { pointOfCell } from '../../core/point.ts';
import { ruleFromCode } from '../../core/rule.ts';
import { FREESTYLE, RULE_CODES } from '../../core/rule-code.ts';
import { gameTreeOf, lineThrough, nodesFrom, type TreeNode } from '../../play/review/tree.ts';
import { type GameFacts, isPass, treeOfSgf, treeToSgf } from '../../play/review/tree-sgf.ts';
import { newGame, withPliesUntilEnd } from '../../play/state/game-state.ts';
import { type Variant, variantOf } from '../../play/state/variant.ts';
import { parseSgfTrees, pointOf, type SgfNode, sgfPoint } from '../../records/notation/sgf.ts';
import { type LibraryGame, NO_STONE } from './games.ts';

/** Properties of a file for the facts of a game. */
const FACT_PROPERTIES = ['PB', 'PW', 'EV', 'DT', 'RE'];
/** Properties of a file that a game of the library has itself. */
const KNOWN_PROPERTIES = new Set([...FACT_PROPERTIES, 'AP', 'CA', 'FF', 'GM', 'SZ', 'RU']);

export type Facts = Pick<LibraryGame, 'black' | 'white' | 'event' | 'date' | 'result'>;

/** What a user can change about a game. */
export type EditedFacts = Facts & Pick<LibraryGame, 'rule' | 'comment'>;

/**
 * @param usualRule of a file that names none. If it would end the game before its last move, the first rule is taken
 *   under which all moves can be played. If there is none, the moves after the end are kept.
 * @throws UserError for moves that cannot be played
 */
export function gameOfSgf(source: SgfNode, usualRule: number, facts: Facts): LibraryGame {
  const moves = mainLineMoves(source);
  const countOf = (last: TreeNode) => last.game.plies.length - lineThrough(last)[0].game.plies.length;
  const usual = treeOfSgf(source, usualRule);
  if (countOf(usual) === moves.length) return gameOfTree(usual, facts);
  for (const code of RULE_CODES) {
    const last = treeOfSgf(source, code);
    if (countOf(last) === moves.length) return gameOfTree(last, facts);
  }
  const game = gameOfTree(usual, facts);
  // The tree ends the game, so SGF that is made of it cannot hold the moves after the end.
  if (game.sgf !== '') return game;
  const { width, height } = game;
  const rest = moves.slice(countOf(usual)).map((value, i) => {
    if (isPass(value, usual.game.variant)) return NO_STONE;
    const { x, y } = pointOf(value, width, game.moves.length + i, height);
    return y * width + x;
  });
  const cells = [...game.moves, ...rest];
  const stones = cells.filter((cell) => cell !== NO_STONE);
  if (new Set(stones).size < stones.length) throw new UserError('a stone on another stone after the end of the game');
  return { ...game, moves: cells, result: facts.result ?? game.result };
}

/** @returns the values of the moves of the main line */
function mainLineMoves(source: SgfNode): string[] {
  const values: string[] = [];
  for (let node: SgfNode | undefined = source; node !== undefined; node = node.children[0]) {
    const moves = ['B', 'W'].flatMap((name) => node?.properties.get(name)?.[0] ?? []);
    if (moves.length > 0) values.push(moves.find((value) => value !== '') ?? '');
  }
  return values;
}

/** @param last position of the main line @returns the game; with its tree, if that has more than moves and a remark */
export function gameOfTree(last: TreeNode, facts: Facts): LibraryGame {
  const [root] = lineThrough(last);
  const end = lineThrough(root).at(-1)?.game ?? last.game;
  const { width, height, rule } = end.variant;
  const isMore = hasMoreThanRemark(root) || [...root.unread.keys()].some((name) => !KNOWN_PROPERTIES.has(name));
  const result = end.end?.result ?? facts.result;
  return {
    ...facts,
    width,
    height,
    winLength: rule.winLength,
    rule: rule.code,
    moves: end.plies.map((ply) => (ply === null ? NO_STONE : ply.y * width + ply.x)),
    comment: nodeWithComment(root)?.comment ?? '',
    result,
    sgf: isMore ? treeToSgf(root, sgfFacts({ ...facts, result })) : '',
  };
}

/** @returns whether a tree has more than moves and a remark on the first position; its properties do not count */
function hasMoreThanRemark(root: TreeNode): boolean {
  if (root.game.plies.length > 0) return true;
  for (const node of nodesFrom(root)) {
    if (node !== root && (node.comment !== '' || node.unread.size > 0)) return true;
    if (node.labels.size > 0 || node.children.length > 1) return true;
  }
  return false;
}

/** @returns the first position with a comment; null: none */
function nodeWithComment(root: TreeNode): TreeNode | null {
  for (const node of nodesFrom(root)) if (node.comment !== '') return node;
  return null;
}

function sgfFacts({ black, white, event, date, result }: Facts): GameFacts {
  return {
    black: black || null,
    white: white || null,
    ...(event === '' ? {} : { event }),
    date: date || null,
    result,
  };
}

/**
 * @param rule in place of the game's own
 * @returns the last position of a game, with its variations @throws UserError for moves that cannot be played
 */
export function treeOfGame(game: LibraryGame, rule: number | null = game.rule): TreeNode {
  if (game.sgf !== '') {
    const given = rule === game.rule ? null : (rule ?? FREESTYLE);
    return treeOfSgf(parseSgfTrees(game.sgf)[0], game.rule ?? FREESTYLE, given);
  }
  const plies = game.moves.map((cell) => (cell === NO_STONE ? null : pointOfCell(cell, game.width)));
  const last = gameTreeOf(withPliesUntilEnd(newGame(variantOfGame({ ...game, rule })), plies));
  lineThrough(last)[0].comment = game.comment;
  return last;
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
  if (game.sgf === '') return { ...game, ...facts };
  const [root] = lineThrough(treeOfGame(game, rule));
  (nodeWithComment(root) ?? root).comment = facts.comment;
  for (const name of FACT_PROPERTIES) root.unread.delete(name);
  const comment = nodeWithComment(root)?.comment ?? '';
  return { ...game, ...facts, comment, sgf: treeToSgf(root, sgfFacts(facts)) };
}

/** @returns the game as SGF, with its facts and with moves after its end, which another rule may not see */
export function sgfOfGame(game: LibraryGame): string {
  if (game.sgf !== '') return game.sgf;
  const last = treeOfGame(game);
  const { plies } = last.game;
  const text = treeToSgf(last, sgfFacts(game));
  if (plies.length === game.moves.length) return text;
  const rest = game.moves.slice(plies.length).map((cell, i) => {
    const color = (plies.length + i) % 2 === 0 ? 'B' : 'W';
    return `\n;${color}[${cell === NO_STONE ? '' : sgfPoint(pointOfCell(cell, game.width))}]`;
  });
  return text.replace(/\)\n$/, () => `${rest.join('')})\n`);
}
