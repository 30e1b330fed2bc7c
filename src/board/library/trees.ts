/** Games of the library as trees and as SGF, and back. */
import { pointOfCell } from '../../core/point.ts';
import { ruleFromCode } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { newGame, withPliesUntilEnd } from '../../game/state/game-state.ts';
import { type Variant, variantOf } from '../../game/state/variant.ts';
import { parseSgfTrees } from '../../notation/sgf.ts';
import { gameTreeOf, hasWork, lineThrough, nodesFrom, type TreeNode } from '../../review/tree.ts';
import { type GameFacts, treeOfSgf, treeToSgf } from '../../review/tree-sgf.ts';
import { type LibraryGame, NO_STONE } from './games.ts';

/** Properties of a file that a game of the library has itself. */
const KNOWN_PROPERTIES = new Set(['PB', 'PW', 'EV', 'DT', 'RE', 'AP', 'CA', 'FF', 'GM', 'SZ', 'RU']);

export type Facts = Pick<LibraryGame, 'black' | 'white' | 'event' | 'date' | 'result'>;

/** @param last position of the main line @returns the game; with its tree, if that has more than the moves */
export function gameOfTree(last: TreeNode, facts: Facts): LibraryGame {
  const [root] = lineThrough(last);
  const end = lineThrough(root).at(-1)?.game ?? last.game;
  const { width, height, rule } = end.variant;
  const isMore = hasWork(last) || [...root.unread.keys()].some((name) => !KNOWN_PROPERTIES.has(name));
  const result = end.end?.result ?? facts.result;
  return {
    ...facts,
    width,
    height,
    winLength: rule.winLength,
    rule: rule.code,
    moves: end.plies.map((ply) => (ply === null ? NO_STONE : ply.y * width + ply.x)),
    comment: firstComment(root),
    result,
    sgf: isMore ? treeToSgf(root, sgfFacts({ ...facts, result })) : '',
  };
}

function firstComment(root: TreeNode): string {
  for (const { comment } of nodesFrom(root)) if (comment !== '') return comment;
  return '';
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

/** @returns the last position of a game, with its variations @throws UserError for moves that cannot be played */
export function treeOfGame(game: LibraryGame): TreeNode {
  if (game.sgf !== '') return treeOfSgf(parseSgfTrees(game.sgf)[0], game.rule ?? FREESTYLE);
  const plies = game.moves.map((cell) => (cell === NO_STONE ? null : pointOfCell(cell, game.width)));
  return gameTreeOf(withPliesUntilEnd(newGame(variantOfGame(game)), plies));
}

function variantOfGame({ rule, width, height, winLength }: LibraryGame): Variant {
  const code = rule !== null && ruleFromCode(rule) !== null ? rule : FREESTYLE;
  return variantOf(code, width, height, winLength === 5 ? null : winLength);
}

/** @returns the game as SGF, with players and event */
export function sgfOfGame(game: LibraryGame): string {
  return game.sgf !== '' ? game.sgf : treeToSgf(treeOfGame(game), sgfFacts(game));
}
