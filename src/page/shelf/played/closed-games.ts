/** Moves games to the library that no open tab shows. */

import { BLACK, type Color, WHITE } from '../../../core/color.ts';
import { canRedo, type PlayedGame, redo } from '../../../play/played/played-game.ts';
import { isAgainstEngine, playerOf } from '../../../play/played/seats.ts';
import { gameTreeOf } from '../../../play/review/tree.ts';
import { say } from '../../lang/languages.ts';
import type { LibraryClient } from '../library/client.ts';
import type { LibraryGame } from '../library/games.ts';
import { gameOfTree } from '../library/trees.ts';
import { closedGames, forgetGame, type StoredGame } from './keeper.ts';
import { restored } from './saving.ts';

/**
 * A game stays where it is until the library has it, and if this version does not understand it.
 * @param finished a game on the board that is over: the library gets it, too; null: none
 */
export async function moveClosedGames(library: LibraryClient, finished: StoredGame | null): Promise<void> {
  const stored = new Map<string, StoredGame>();
  const games: { readonly id: string; readonly game: LibraryGame }[] = [];
  for (const one of closedGames()) {
    const game = restored(one);
    if (game === null) continue;
    const whole = withUndone(game.played);
    if (whole.state.plies.length === 0) {
      forgetGame(one);
      continue;
    }
    stored.set(one.id, one);
    games.push({ id: one.id, game: libraryGameOf(whole, one.savedAt) });
  }
  const over = finished === null ? null : restored(finished);
  if (finished !== null && over !== null) {
    games.push({ id: finished.id, game: libraryGameOf(over.played, finished.savedAt) });
  }
  if (games.length === 0) return;
  const ids = await library.ask('put', games);
  for (const id of ids) {
    const one = stored.get(id);
    if (one !== undefined) forgetGame(one);
  }
}

/** @param savedAt milliseconds since 1970 */
function libraryGameOf(played: PlayedGame, savedAt: number): LibraryGame {
  const { state } = played;
  return gameOfTree(gameTreeOf(state), {
    ...namesOf(played),
    event: '',
    date: savedAt === 0 ? '' : new Date(savedAt).toISOString().slice(0, 10),
    result: state.end?.result ?? null,
  });
}

export function namesOf(played: PlayedGame): Pick<LibraryGame, 'black' | 'white'> {
  return { black: nameOf(played, BLACK), white: nameOf(played, WHITE) };
}

function nameOf({ seats }: PlayedGame, color: Color): string {
  const player = playerOf(seats, color);
  if (player !== 'human') return `tengen (${say('levelIs', { level: player.level })})`;
  return isAgainstEngine(seats) ? say('you') : '';
}

/** @returns the game with the moves that were undone last */
function withUndone(played: PlayedGame): PlayedGame {
  let whole = played;
  try {
    while (canRedo(whole)) whole = redo(whole);
  } catch {
    // This version does not allow one of the moves; the others are saved.
  }
  return whole;
}
