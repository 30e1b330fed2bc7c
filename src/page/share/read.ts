/** Reads games from files and from the clipboard, in any form. */
import { UserError } from '../../core/errors.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/limits.ts';
import { readNames } from '../../core/point.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { afterEndText, gameTreeOf, type TreeNode, treeOf } from '../../play/review/tree.ts';
import { variantOfFacts, withPlayers } from '../../play/review/tree-sgf.ts';
import { type GameState, newGame, withPliesUntilEnd } from '../../play/state/game-state.ts';
import { readRecord } from '../../play/state/notation.ts';
import { type Variant, variantOf } from '../../play/state/variant.ts';
import { guessNotation, readGames } from '../../records/notation/convert.ts';
import { textOfFile } from '../../records/notation/file-text.ts';
import type { SavedGame } from '../../records/notation/saved-game.ts';
import { readSgf } from '../../records/notation/sgf.ts';
import { isSgf } from '../../records/notation/sgf-text.ts';
import { gameOfLink, TOO_MANY_GAMES } from './link.ts';

/**
 * Points at the end of an address, as the pages of other programs write a position: rows count from the bottom, and the
 * board size may precede them.
 */
const CODE = /(?:[/#=](\d{1,2}))?[/#=?&]((?:[a-v](?:[1-9]|1\d|2[0-2])(?!\d)){1,484})\/?$/i;

/** A file with more games is a database, not studies. */
const MAX_GAMES = 200;

/** As {@link readTrees}, of a file. @throws UserError, or DOMException if the browser cannot read it */
export async function readFile(
  file: File,
  variant: Variant,
  onNote: (text: string) => void = () => {},
): Promise<TreeNode[]> {
  const text = textOfFile(new Uint8Array(await file.arrayBuffer()));
  // For instance a picture.
  if (/[\0-\x08]/.test(text.slice(0, 1000))) throw new UserError('not a text: expected sgf, psq, pos, or moves');
  return /\.pos$/i.test(file.name) ? treesOfPos(text, variant) : readTrees(text, variant, onNote);
}

/** Games of a pos file, one per line. Its rows count from the top, unlike those of a pasted line of points. */
function treesOfPos(text: string, { rule, width }: Variant): TreeNode[] {
  const games = readGames(text, 'pos', { size: width, rule: rule.code });
  if (games.length === 0) throw new UserError('no moves: expected lines such as h8i9');
  checkCount(games.length);
  return games.map(treeOfSaved);
}

/** @throws UserError for more than {@link MAX_GAMES} */
function checkCount(games: number): void {
  if (games <= MAX_GAMES) return;
  const error = new UserError(`${games} games: expected at most ${MAX_GAMES}; the library takes any number`);
  throw Object.assign(error, { name: TOO_MANY_GAMES });
}

/**
 * As {@link readTree}, with all games of an SGF file.
 * @param onNote called with what cannot be shown
 * @throws UserError also for more than {@link MAX_GAMES}
 */
export function readTrees(text: string, variant: Variant, onNote: (text: string) => void = () => {}): TreeNode[] {
  return isSgf(text) ? treesOfSgf(text, variant, onNote) : [readTree(text, variant)];
}

function treesOfSgf(text: string, { rule }: Variant, onNote: (text: string) => void): TreeNode[] {
  const trees = readSgf(text);
  checkCount(trees.length);
  return trees.map((tree, i) => {
    const last = treeOf(tree, variantOfFacts(tree.facts, rule.code));
    const where = trees.length === 1 ? '' : `game ${i + 1}: `;
    for (const note of [...tree.losses, ...afterEndText(last)]) onNote(`${where}${note}`);
    return last;
  });
}

/**
 * Reads a game with its variations: a link of this page, the code or address of another, psq, sgf, a line of points.
 * @param variant of a list of points, which does not name its own
 * @returns its last position
 * @throws UserError if it is none of them, or if a stone cannot be at its point
 */
export function readTree(text: string, variant: Variant): TreeNode {
  const trimmed = text.trim();
  // A comment in SGF may contain a link.
  if (isSgf(trimmed)) return treesOfSgf(trimmed, variant, () => {})[0];
  const linked = trimmed.includes('#') ? gameOfLink(trimmed.slice(trimmed.indexOf('#'))) : null;
  if (linked !== null) return gameTreeOf(linked.game);
  const coded = /^\w+:\/\//.test(trimmed) ? CODE.exec(trimmed) : null;
  if (coded !== null) return gameTreeOf(gameOfCode(coded[2], coded[1], variant));
  const record = trimmed === '' ? null : readRecord(trimmed, variant);
  if (record !== null) return gameTreeOf(withPliesUntilEnd(newGame(variant), record));
  const notation = guessNotation(trimmed);
  if (notation !== 'psq') {
    throw new UserError(`"${trimmed.slice(0, 40)}": expected psq, sgf, a link, or moves such as H8 I9`);
  }
  return treeOfSaved(readGames(trimmed, notation, { size: variant.width, rule: variant.rule.code })[0]);
}

/** @returns its last position */
function treeOfSaved(game: SavedGame): TreeNode {
  const last = gameTreeOf(withPliesUntilEnd(newGame(variantOfFacts(game, FREESTYLE)), game.moves));
  return withPlayers(last, { black: game.black ?? '', white: game.white ?? '' });
}

/** @param side board size in the address, if it has one @throws UserError */
function gameOfCode(points: string, side: string | undefined, current: Variant): GameState {
  const variant = side === undefined ? current : squareLike(current, Number(side));
  return withPliesUntilEnd(newGame(variant), readNames(points, (row) => variant.height - row) ?? []);
}

/** @returns the game on a square board @throws UserError */
function squareLike({ rule }: Variant, size: number): Variant {
  if (size < MIN_SIZE || size > MAX_SIZE) throw new UserError(`board of ${size}: expected ${MIN_SIZE} to ${MAX_SIZE}`);
  return variantOf(rule.code, size, size, rule.winLength === 5 ? null : rule.winLength);
}
