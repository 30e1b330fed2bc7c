/** The result of a game in the reader's language. */
import { BLACK, type Color, sideName, WHITE } from '../../core/color.ts';
import type { GameState } from '../../play/state/game-state.ts';
import type { Say } from '../lang/speech.ts';

export function colorText(color: Color, say: Say): string {
  return say(sideName(color));
}

/** @returns who has won and how, or that it is a draw; empty while the game is in progress */
export function resultText(game: GameState, say: Say): string {
  if (game.end === null) return '';
  const moves = game.plies.length;
  if (game.end.result === 'draw') return say('drawn', { moves });
  const winner = game.end.result === 'black' ? BLACK : WHITE;
  return say('colorWins', { color: colorText(winner, say), how: howText(game, say), moves });
}

/** @returns how a game was won, for instance `with 5 in a row` */
export function howText({ end, variant }: GameState, say: Say): string {
  return end === null || end.reason === 'full' ? '' : say(`by-${end.reason}`, { count: variant.rule.winLength });
}
