/** Figures of a search in words. */

import type { XY } from '../../core/point.ts';
import type { SearchInfo } from '../../engine/api.ts';
import { winChance } from '../../engine/win-chance.ts';
import { percentText } from '../../play/review/verdicts.ts';
import { labelOf } from '../../play/state/notation.ts';

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
