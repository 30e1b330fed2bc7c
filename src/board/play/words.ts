/** What is going on in a game, in a sentence. */
import { BLACK, type Color, opponentOf } from '../../core/color.ts';
import { say } from '../lang/languages.ts';
import type { PlayModel } from './model.ts';

export function colorText(color: Color): string {
  return say(color === BLACK ? 'black' : 'white');
}

/** @returns whose turn it is, or how the game has ended */
export function statusText(play: PlayModel): string {
  const { game, activity, color } = play;
  if (game.end !== null) return endText(play);
  if (activity === 'thinking') {
    return play.depth === 0 ? say('thinking') : say('thinkingDepth', { depth: play.depth });
  }
  if (activity === 'advising') return say('lookingForHint');
  if (play.settings.players === 'two') return say('toMove', { color: colorText(color) });
  return say(play.isYourTurn ? 'yourTurn' : 'itsTurn', { color: colorText(color) });
}

function endText({ game, settings }: PlayModel): string {
  const { end, plies, variant } = game;
  if (end === null) return '';
  const moves = plies.length;
  if (end.result === 'draw') return say('drawn', { moves });
  const winner = end.result === 'black' ? BLACK : opponentOf(BLACK);
  const how = {
    five: say('byRow', { count: variant.rule.winLength }),
    foul: say('byFoul'),
    resigned: say('byResigning'),
    full: '',
    // No clock runs on the page.
    time: '',
  }[end.reason];
  if (settings.players === 'two') return say('colorWins', { color: colorText(winner), how, moves });
  const youWin = (settings.players === 'you-black') === (winner === BLACK);
  return say(youWin ? 'youWin' : 'tengenWins', { how, moves });
}
