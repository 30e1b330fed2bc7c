/** A game from a file, as a tree: psq, sgf, pos and whatever else tengen convert reads. */
import { existsSync, readFileSync } from 'node:fs';
import { reasonOf, UserError } from '../../core/errors.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/size.ts';
import { newGame, withPlies } from '../../game/state/game-state.ts';
import { variantOf } from '../../game/state/variant.ts';
import { guessNotation, notationOfName, readGames } from '../../notation/convert.ts';
import type { SavedGame } from '../../notation/saved-game.ts';
import { gameTreeOf, type TreeNode } from '../../review/tree.ts';
import { treeFromSgf } from '../../review/tree-sgf.ts';

/** A file that cannot be read, or holds no such game. */
export class GameFileError extends UserError {}

/** What the command line says of a file. */
export interface FileOptions {
  /** Board side where the file does not tell. */
  readonly size: number;
  /** Whatever the file tells; null: as it tells, else freestyle. */
  readonly rule: number | null;
  readonly winLength: number | null;
  /** Which of its games, from 1. */
  readonly nth: number;
}

export interface OpenedGame {
  /** The last position of the main line. */
  readonly last: TreeNode;
  /** What is known of players, date and result. */
  readonly facts: Omit<SavedGame, 'moves'>;
  /** What the user should know: a rule that was guessed, games that are left out. */
  readonly notes: readonly string[];
}

/** @returns whether a word of the command line is a file, not moves */
export function isFileName(word: string): boolean {
  return notationOfName(word) !== null || /[./\\]/.test(word) || (!/^[a-z]\d/i.test(word) && existsSync(word));
}

/** @throws GameFileError */
export function openGame(path: string, options: FileOptions): OpenedGame {
  try {
    return gameOf(readFileSync(path, 'utf8'), path, options);
  } catch (error) {
    throw new GameFileError(`${path}: ${reasonOf(error)}`);
  }
}

function gameOf(text: string, path: string, { size, rule, winLength, nth }: FileOptions): OpenedGame {
  const notation = notationOfName(path) ?? guessNotation(text);
  const known = readGames(text, notation, { size, rule: null });
  const game = known[nth - 1];
  if (game === undefined) throw new UserError(`game ${nth}: expected 1 to ${known.length}`);
  if (game.size < MIN_SIZE || game.size > MAX_SIZE) {
    throw new UserError(`board ${game.size}x${game.size}: expected sides from ${MIN_SIZE} to ${MAX_SIZE}`);
  }
  const code = rule ?? game.rule ?? FREESTYLE;
  const notes = [
    ...(rule === null && game.rule === null ? ['the file names no rule: freestyle, unless --rule tells another'] : []),
    ...(known.length > 1 && nth === 1 ? [`the first of ${known.length} games; --nth takes another`] : []),
  ];
  const variant = variantOf(code, game.size, game.size, winLength);
  const last =
    notation === 'sgf' && winLength === null
      ? treeFromSgf(text, FREESTYLE, nth - 1, rule)
      : gameTreeOf(withPlies(newGame(variant), game.moves));
  return { last, facts: { ...game, rule: code }, notes };
}
