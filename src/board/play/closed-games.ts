/** Moves the games of closed tabs to the studies, where the user finds them in the list. */
import { canRedo, type PlayedGame, redo } from '../../game/played/played-game.ts';
import { gameTreeOf, type TreeNode } from '../../review/tree.ts';
import type { StudyStore } from '../study/store.ts';
import { closedGames, forgetGame } from './keeper.ts';
import { restored } from './saving.ts';

/** A game stays where it is until the store has it, and if this version does not understand it. */
export async function moveClosedGames(studies: StudyStore): Promise<void> {
  await studies.loaded;
  for (const stored of closedGames()) {
    const game = restored(stored);
    if (game === null) continue;
    const node = nodeOf(game.played);
    const isEmpty = node.parent === null && node.children.length === 0;
    if (isEmpty || (await studies.adopt(stored.id, node))) forgetGame(stored);
  }
}

/** @returns the position of a game, in a tree that has the undone moves too */
function nodeOf(played: PlayedGame): TreeNode {
  let node = gameTreeOf(withUndone(played).state);
  while (node.game.plies.length > played.state.plies.length && node.parent !== null) node = node.parent;
  return node;
}

function withUndone(played: PlayedGame): PlayedGame {
  let whole = played;
  try {
    while (canRedo(whole)) whole = redo(whole);
  } catch {
    // This version does not allow one of the moves; the others are saved.
  }
  return whole;
}
