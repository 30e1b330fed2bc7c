/** Figures of a search, and the result of a game, in words. */
import { BLACK, type Color, sideName, WHITE } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import type { SearchInfo } from '../../engine/api.ts';
import { winChance } from '../../engine/win-chance.ts';
import { percentText } from '../../play/review/verdicts.ts';
import type { GameState } from '../../play/state/game-state.ts';
import { labelOf } from '../../play/state/notation.ts';
import type { Say } from '../lang/speech.ts';

/** @returns the mover's win chance, or the number of moves to its win (+) or loss (−) */
export function chanceOrWin(figures: Pick<SearchInfo, 'score' | 'winIn'>): string {
  const { winIn } = figures;
  if (winIn === null) return percentText(winChance(figures));
  return `${winIn > 0 ? '+' : '−'}${Math.ceil(Math.abs(winIn) / 2)}`;
}

/**
 * @param shown maximum number of moves
 * @param winIn plies to the win or loss at its end; null: none is proven
 * @returns the moves of a line, with an ellipsis if there are more
 */
export function lineText(
  line: readonly XY[],
  height: number,
  shown = line.length,
  winIn: number | null = null,
): string {
  const isCut = line.length > shown || (winIn !== null && line.length < Math.abs(winIn));
  return [...line.slice(0, shown).map((point) => labelOf(point, height)), ...(isCut ? ['…'] : [])].join(' ');
}

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
