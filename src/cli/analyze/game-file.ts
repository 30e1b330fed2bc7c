/** A game from a file, as a tree: psq, sgf, pos and the other notations that tengen convert reads. */
import { existsSync, readFileSync } from 'node:fs';
import { reasonOf, UserError } from '../../core/errors.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/size.ts';
import { gameTreeOf, type TreeNode } from '../../play/review/tree.ts';
import { treeOfSgf } from '../../play/review/tree-sgf.ts';
import { newGame, withPlies } from '../../play/state/game-state.ts';
import { variantOf } from '../../play/state/variant.ts';
import { guessNotation, notationOfName, readGames } from '../../records/notation/convert.ts';
import { textOfFile } from '../../records/notation/file-text.ts';
import type { SavedGame } from '../../records/notation/saved-game.ts';
import { factsOfSgf, parseSgfTrees } from '../../records/notation/sgf.ts';

/** A file that cannot be read, or does not contain such a game. */
export class GameFileError extends UserError {}

/** Options of the command line for a file. */
export interface FileOptions {
  /** Board side if the file does not contain it. */
  readonly size: number;
  /** Overrides the file's rule; null: that of the file, else freestyle. */
  readonly rule: number | null;
  readonly winLength: number | null;
  /** Number of the game in the file, from 1. */
  readonly nth: number;
}

export interface OpenedGame {
  /** The last position of the main line. */
  readonly last: TreeNode;
  /** Players, date and result, as far as they are known. */
  readonly facts: Omit<SavedGame, 'moves'>;
  /** Notes for the user: a guessed rule, ignored games. */
  readonly notes: readonly string[];
}

/** @returns whether a word of the command line is a file rather than moves */
export function isFileName(word: string): boolean {
  return notationOfName(word) !== null || /[./\\]/.test(word) || (!/^[a-z]\d/i.test(word) && existsSync(word));
}

/** @throws GameFileError */
export function openGame(path: string, options: FileOptions): OpenedGame {
  try {
    return gameOf(textOfFile(readFileSync(path)), path, options);
  } catch (error) {
    throw new GameFileError(`${path}: ${reasonOf(error)}`);
  }
}

function gameOf(text: string, path: string, options: FileOptions): OpenedGame {
  const notation = notationOfName(path) ?? guessNotation(text);
  if (notation === 'sgf') {
    const roots = parseSgfTrees(text);
    const root = chosen(roots, options.nth);
    const last = treeOfSgf(root, FREESTYLE, options.rule, options.winLength);
    const { winLength: _ofFile, ...stated } = factsOfSgf(root.properties);
    const facts = { ...stated, rule: last.game.variant.rule.code };
    return { last, facts, notes: notesOn(options, stated.rule, roots.length) };
  }
  const { size, rule, winLength, nth } = options;
  const known = readGames(text, notation, { size, rule: null });
  const game = chosen(known, nth);
  if (game.size < MIN_SIZE || game.size > MAX_SIZE) {
    throw new UserError(`board ${game.size}x${game.size}: expected sides from ${MIN_SIZE} to ${MAX_SIZE}`);
  }
  const code = rule ?? game.rule ?? FREESTYLE;
  const last = gameTreeOf(withPlies(newGame(variantOf(code, game.size, game.size, winLength)), game.moves));
  return { last, facts: { ...game, rule: code }, notes: notesOn(options, game.rule, known.length) };
}

/** @param nth from 1 */
function chosen<Game>(games: readonly Game[], nth: number): Game {
  if (games.length === 0) throw new UserError('contains no games');
  const game = games[nth - 1];
  if (game === undefined) throw new UserError(`game ${nth}: expected 1 to ${games.length}`);
  return game;
}

/** @param stated rule of the file; null: it names none */
function notesOn({ rule, nth }: FileOptions, stated: number | null, games: number): string[] {
  return [
    ...(rule === null && stated === null
      ? ['the file names no rule: assuming freestyle, use --rule for another one']
      : []),
    ...(games > 1 && nth === 1 ? [`using the first of ${games} games; choose another one with --nth`] : []),
  ];
}
