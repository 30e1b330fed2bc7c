/** Saved games: psq and sgf, the notations that hold one whole game per file. */

import { BLACK, type Color, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { type GameState, newGame, withPlies } from '../../play/state/game-state.ts';
import { readSize, type Variant, variantOf } from '../../play/state/variant.ts';
import { notationOfName } from '../../records/notation/convert.ts';
import { formatPsq, parsePsq } from '../../records/notation/psq.ts';
import { bareGame, type SavedGame } from '../../records/notation/saved-game.ts';
import { formatSgf, parseSgf } from '../../records/notation/sgf.ts';

/** Name of a human player in files. */
export const HUMAN_NAME = 'human';

/**
 * @param names of Black and White
 * @returns the text of the file
 * @throws UserError if the notation cannot hold the game
 */
export function gameText(path: string, game: GameState, names: readonly [string, string], date: string): string {
  const { variant, plies, end } = game;
  if (variant.width !== variant.height) {
    throw new UserError(
      `save ${path}: a file needs a square board, this one is ${variant.width}x${variant.height}; "moves" prints the record`,
    );
  }
  const moves = plies.filter((ply): ply is XY => ply !== null);
  if (moves.length < plies.length) {
    throw new UserError(`save ${path}: a file cannot hold a passed turn; "moves" prints the record`);
  }
  const saved: SavedGame = {
    ...bareGame(variant.width, moves, variant.rule.code),
    black: names[0],
    white: names[1],
    result: end?.result ?? null,
    reason: end?.reason ?? null,
    date,
  };
  return notationOfName(path) === 'sgf' ? formatSgf(saved) : formatPsq(saved);
}

export interface LoadedGame {
  readonly game: GameState;
  /** The human player's color according to the names in the file; null if it names no human, or two. */
  readonly humanColor: Color | null;
}

/**
 * Reads a saved game.
 * @param current the current variant: its rule and its winning length apply where the file names none
 * @throws UserError if the text is not such a game or a move cannot be played
 */
export function loadedGame(path: string, text: string, current: Variant): LoadedGame {
  const saved = notationOfName(path) === 'sgf' ? parseSgf(text)[0] : parsePsq(text);
  const code = saved.rule ?? current.rule.code;
  const winLength = saved.winLength ?? (code === current.rule.code ? current.rule.winLength : null);
  const { width, height } = readSize(String(saved.size));
  const variant = variantOf(code, width, height, winLength);
  const isHuman = [saved.black, saved.white].map((name) => name === HUMAN_NAME);
  const humanColor = isHuman[0] === isHuman[1] ? null : isHuman[0] ? BLACK : WHITE;
  return { game: withPlies(newGame(variant), saved.moves), humanColor };
}
