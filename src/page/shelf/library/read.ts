/** Reads files of games for the library. */

import { messageOf, UserError } from '../../../core/errors.ts';
import { FREESTYLE } from '../../../core/rule-code.ts';
import { variantOfFacts } from '../../../play/review/tree-sgf.ts';
import { readRif } from '../../../records/book/formats/rif.ts';
import { guessNotation, notationOfName, type ReadDefaults, readableGames } from '../../../records/notation/convert.ts';
import { misplaced, type SavedGame } from '../../../records/notation/saved-game.ts';
import { readGameTree } from '../../../records/notation/sgf.ts';
import { sgfRoots } from '../../../records/notation/sgf-text.ts';
import type { LibraryGame } from './games.ts';
import { libraryGameOf, plainGame } from './trees.ts';

interface GameFile {
  readonly name: string;
  readonly text: () => Iterable<string>;
}

/** @param onSkip called for each game that cannot be read @throws UserError for a file that is none of games */
export function* readLibraryGames(
  { name, text }: GameFile,
  defaults: ReadDefaults,
  onSkip: (reason: string) => void,
): Generator<LibraryGame> {
  if (/\.(?:rif|xml)$/i.test(name)) {
    const skip = (id: string, reason: string) => onSkip(`game ${id}: ${reason}`);
    for (const game of readRif(text(), { gomokuRule: FREESTYLE, onSkip: skip })) {
      const fault = misplaced(game);
      if (fault === null) yield gameOfSaved(game, game.comment);
      else skip(game.id, fault);
    }
    return;
  }
  const whole = [...text()].join('');
  const notation = notationOfName(name) ?? guessNotation(whole);
  if (notation !== 'sgf') {
    const reasons: string[] = [];
    const games = readableGames(whole, notation, defaults, (reason) => reasons.push(reason));
    // A text that has no game at all is one file that cannot be read, not a game per line.
    if (games.length === 0 && reasons.length > 0) throw new UserError(reasons[0]);
    for (const reason of reasons) onSkip(reason);
    yield* readable(games, (game) => gameOfSaved(game, ''), onSkip);
    return;
  }
  yield* readable(
    sgfRoots(whole),
    (source, skip) => {
      const tree = readGameTree(source);
      const game = libraryGameOf(tree, defaults.rule ?? FREESTYLE);
      for (const loss of tree.losses) skip(loss);
      return game;
    },
    onSkip,
  );
}

/** @param onSkip called with the number of each game that cannot be read, and with the reason */
function* readable<Source>(
  sources: Iterable<Source>,
  read: (source: Source, skip: (reason: string) => void) => LibraryGame,
  onSkip: (reason: string) => void,
): Generator<LibraryGame> {
  let number = 0;
  for (const source of sources) {
    const where = `game ${++number}`;
    try {
      yield read(source, (reason) => onSkip(`${where}: ${reason}`));
    } catch (error) {
      onSkip(`${where}: ${messageOf(error)}`);
    }
  }
}

/** @throws UserError for a board that tengen does not play on */
function gameOfSaved(game: SavedGame, comment: string): LibraryGame {
  const variant = variantOfFacts(game, FREESTYLE);
  const plain = plainGame({ ...game, date: game.date?.slice(0, 10) ?? null }, variant, game.moves, comment);
  return game.rule === plain.rule ? plain : { ...plain, rule: null };
}
