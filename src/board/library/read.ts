/** Reads files of games for the library. */
import { readRif } from '../../book/formats/rif.ts';
import { messageOf } from '../../core/errors.ts';
import { ruleFromCode } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { newGame, withPlies } from '../../game/state/game-state.ts';
import { type Variant, variantOf } from '../../game/state/variant.ts';
import { guessNotation, notationOfName, readGames } from '../../notation/convert.ts';
import type { GameResult } from '../../notation/game-record.ts';
import type { SavedGame } from '../../notation/saved-game.ts';
import { parseResult, parseSgfTrees, type SgfNode } from '../../notation/sgf.ts';
import { gameTreeOf, hasWork, lineThrough, nodesFrom, type TreeNode } from '../../review/tree.ts';
import { type GameFacts, treeOfSgf, treeToSgf } from '../../review/tree-sgf.ts';
import { type LibraryGame, NO_STONE } from './games.ts';

export interface GameFile {
  readonly name: string;
  /** Its text in pieces. */
  readonly text: () => Iterable<string>;
}

/** What lists of moves do not name. */
export interface ReadDefaults {
  readonly size: number;
  readonly rule: number;
}

/** Properties of a file that a game of the library has itself. */
const KNOWN_PROPERTIES = new Set(['PB', 'PW', 'EV', 'DT', 'RE', 'AP', 'CA', 'FF', 'GM', 'SZ', 'RU']);

/** @param onSkip called for each game that cannot be read @throws UserError for a file that is none of games */
export function* readLibraryGames(
  { name, text }: GameFile,
  defaults: ReadDefaults,
  onSkip: (reason: string) => void,
): Generator<LibraryGame> {
  if (/\.(?:rif|xml)$/i.test(name)) {
    const options = { gomokuRule: FREESTYLE, onSkip: (id: string, reason: string) => onSkip(`game ${id}: ${reason}`) };
    for (const game of readRif(text(), options)) yield libraryGameOf(game, game.comment);
    return;
  }
  const whole = [...text()].join('');
  const notation = notationOfName(name) ?? guessNotation(whole);
  if (notation !== 'sgf') {
    for (const game of readGames(whole, notation, defaults)) yield libraryGameOf(game, '');
    return;
  }
  for (const [i, source] of parseSgfTrees(whole).entries()) {
    try {
      yield gameOfTree(treeOfSgf(source, defaults.rule), factsOfSgf(source));
    } catch (error) {
      onSkip(`game ${i + 1}: ${messageOf(error)}`);
    }
  }
}

function factsOfSgf({ properties }: SgfNode): Facts {
  const first = (name: string) => properties.get(name)?.[0] ?? null;
  return {
    black: first('PB') ?? '',
    white: first('PW') ?? '',
    event: first('EV') ?? '',
    date: first('DT') ?? '',
    result: parseResult(first('RE'), null).result,
  };
}

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
    result: result as GameResult | null,
  };
}

function libraryGameOf(game: SavedGame, comment: string): LibraryGame {
  const { size, height = size } = game;
  return {
    width: size,
    height,
    winLength: game.winLength ?? 5,
    rule: game.rule,
    moves: game.moves.map(({ x, y }) => y * size + x),
    black: game.black ?? '',
    white: game.white ?? '',
    event: game.event ?? '',
    date: game.date?.slice(0, 10) ?? '',
    comment,
    result: game.result,
    sgf: '',
  };
}

/** @returns the last position of a game, with its variations @throws UserError for moves that cannot be played */
export function treeOfGame(game: LibraryGame): TreeNode {
  if (game.sgf !== '') return treeOfSgf(parseSgfTrees(game.sgf)[0], game.rule ?? FREESTYLE);
  const variant = variantOfGame(game);
  let state = newGame(variant);
  for (const cell of game.moves) {
    // Moves after the end are dropped.
    if (state.end !== null) break;
    const ply = cell === NO_STONE ? null : { x: cell % game.width, y: Math.floor(cell / game.width) };
    state = withPlies(state, [ply]);
  }
  return gameTreeOf(state);
}

function variantOfGame({ rule, width, height, winLength }: LibraryGame): Variant {
  const code = rule !== null && ruleFromCode(rule) !== null ? rule : FREESTYLE;
  return variantOf(code, width, height, winLength === 5 ? null : winLength);
}

/** @returns the game as SGF, with players and event */
export function sgfOfGame(game: LibraryGame): string {
  return game.sgf !== '' ? game.sgf : treeToSgf(treeOfGame(game), sgfFacts(game));
}
