/** A game from a file, as a tree: psq, sgf, pos and the other notations that tengen convert reads. */
import { existsSync, readFileSync } from 'node:fs';
import { reasonOf, UserError } from '../../core/errors.ts';
import { splitMoves } from '../../core/point.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { afterEndText, gameTreeOf, treeOf } from '../../play/review/tree.ts';
import { variantOfFacts } from '../../play/review/tree-sgf.ts';
import { newGame, withPlies } from '../../play/state/game-state.ts';
import { guessNotation, notationOfName, readGames } from '../../records/notation/convert.ts';
import { textOfFile } from '../../records/notation/file-text.ts';
import { type GameFacts, hasStones } from '../../records/notation/game-tree.ts';
import { readGameTree } from '../../records/notation/sgf.ts';
import { sgfRoots } from '../../records/notation/sgf-text.ts';

/** A file that cannot be read, or does not contain such a game. */
export class GameFileError extends UserError {}

interface FileOptions {
  /** Board side if the file does not contain it. */
  readonly size: number;
  /** Overrides the file's rule; null: that of the file, else freestyle. */
  readonly rule: number | null;
  readonly winLength: number | null;
  /** Number of the game in the file, from 1. */
  readonly nth: number;
}

/** @returns whether a word of the command line is a file rather than moves */
export function isFileName(word: string): boolean {
  if (notationOfName(word) !== null) return true;
  const words = splitMoves(word);
  if (words !== null && words.length > 0) return false;
  return existsSync(word) || (/[./\\]/.test(word) && !/^[\W\d]*[a-z]\d/i.test(word));
}

/** @throws GameFileError */
export function openGame(path: string, options: FileOptions) {
  try {
    return gameOf(textOfFile(readFileSync(path)), path, options);
  } catch (error) {
    throw new GameFileError(`${path}: ${reasonOf(error)}`);
  }
}

/**
 * Reads a game from the text of a file.
 * @param path whose extension names the notation; without one the notation is guessed
 * @returns the last position of the main line; players, date and result, as far as they are known; notes for the user
 * @throws UserError
 */
export function gameOf(text: string, path: string, options: FileOptions) {
  const { size, rule, winLength, nth } = options;
  const notation = notationOfName(path) ?? guessNotation(text);
  if (notation === 'sgf') {
    const roots = [...sgfRoots(text)];
    const tree = readGameTree(chosen(roots, nth), { size, rule });
    const { facts, notes, losses } = tree;
    if (!hasStones(tree)) throw new UserError('contains no moves and no stones');
    const last = treeOf(tree, variantOfFacts(facts, FREESTYLE, rule, winLength));
    return {
      last,
      facts,
      notes: [...notesOn(options, facts.rule, roots.length), ...losses, ...notes, ...afterEndText(last)],
    };
  }
  const known = readGames(text, notation, { size, rule: null });
  const game = chosen(known, nth);
  const last = gameTreeOf(withPlies(newGame(variantOfFacts(game, FREESTYLE, rule, winLength)), game.moves));
  const facts: GameFacts = game;
  return { last, facts, notes: notesOn(options, game.rule, known.length) };
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
