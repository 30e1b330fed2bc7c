/** Saved games: psq and sgf, the notations that hold one whole game per file. */
import { BLACK, type Color, WHITE } from '../../core/color.ts';
import { named } from '../../core/errors.ts';
import { type GameState, gameFromSetup, savedGame, withPlies } from '../../play/state/game-state.ts';
import { type Variant, variantOf } from '../../play/state/variant.ts';
import { notationOfName } from '../../records/notation/convert.ts';
import { mainLineOf, skippedOf } from '../../records/notation/game-tree.ts';
import { formatPsq, parsePsq } from '../../records/notation/psq.ts';
import { formatSgf, readSgf } from '../../records/notation/sgf.ts';

export const HUMAN_NAME = 'human';

/**
 * @param names of Black and White
 * @returns the text of the file
 * @throws UserError if the notation cannot hold the game
 */
export function gameText(path: string, game: GameState, names: readonly [string, string], date: string): string {
  const saved = { ...savedGame(game), black: names[0], white: names[1], date };
  return named(`save ${path}`, () => (notationOfName(path) === 'sgf' ? formatSgf(saved) : formatPsq(saved)));
}

/**
 * Reads a saved game.
 * @param current the current variant: its rule and its winning length apply where the file names none
 * @returns the game; the human player's color according to the names in the file, null if it names no human, or two;
 *   and what of the file is not in the game, as sentences for the user
 * @throws UserError if the text is not such a game or a move cannot be played
 */
export function loadedGame(path: string, text: string, current: Variant) {
  const trees = notationOfName(path) === 'sgf' ? readSgf(text) : [];
  const [tree] = trees;
  const saved = tree === undefined ? parsePsq(text) : mainLineOf(tree);
  const { size, height = size, moves, setupPlies = 0 } = saved;
  const code = saved.rule ?? current.rule.code;
  const winLength = saved.winLength ?? (code === current.rule.code ? current.rule.winLength : null);
  const start = gameFromSetup(variantOf(code, size, height, winLength), moves.slice(0, setupPlies));
  const isHuman = [saved.black, saved.white].map((name) => name === HUMAN_NAME);
  const humanColor: Color | null = isHuman[0] === isHuman[1] ? null : isHuman[0] ? BLACK : WHITE;
  return {
    game: withPlies(start, moves.slice(setupPlies)),
    humanColor,
    notes: [
      ...(tree === undefined ? [] : [...tree.losses, ...tree.notes, ...skippedOf(tree)]),
      ...(trees.length > 1 ? [`the first of ${trees.length} games`] : []),
    ],
  };
}
