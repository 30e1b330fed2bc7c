/** Reads files of games for the library. */

import { messageOf, UserError } from '../../core/errors.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { readRif } from '../../records/book/formats/rif.ts';
import {
  guessNotation,
  misplaced,
  notationOfName,
  type ReadDefaults,
  readableGames,
} from '../../records/notation/convert.ts';
import type { SavedGame } from '../../records/notation/saved-game.ts';
import { checkGame, parseResult, type SgfNode, sgfRoots } from '../../records/notation/sgf.ts';
import type { LibraryGame } from './games.ts';
import { type Facts, gameOfSgf } from './trees.ts';

export interface GameFile {
  readonly name: string;
  /** Its text in pieces. */
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
      const fault = misplaced(game.moves, game.size);
      if (fault === null) yield libraryGameOf(game, game.comment);
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
    for (const game of games) yield libraryGameOf(game, '');
    return;
  }
  let number = 0;
  for (const source of sgfRoots(whole)) {
    number++;
    try {
      checkGame(source);
      yield gameOfSgf(source, defaults.rule ?? FREESTYLE, statedFacts(source));
    } catch (error) {
      onSkip(`game ${number}: ${messageOf(error)}`);
    }
  }
}

function statedFacts({ properties }: SgfNode): Facts {
  const first = (name: string) => properties.get(name)?.[0] ?? null;
  return {
    black: first('PB') ?? '',
    white: first('PW') ?? '',
    event: first('EV') ?? '',
    date: first('DT') ?? '',
    result: parseResult(first('RE'), null).result,
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
