/** Figures of a search in words. */
import type { SearchInfo } from '../../engine/api.ts';
import { chanceOf, percentText } from '../../play/review/chance.ts';

/** @returns the mover's win chance, or the number of moves to its win (+) or loss (−) */
export function chanceOrWin(figures: Pick<SearchInfo, 'score' | 'winIn'>): string {
  const { winIn } = figures;
  if (winIn === null) return percentText(chanceOf(figures));
  return `${winIn > 0 ? '+' : '−'}${Math.ceil(Math.abs(winIn) / 2)}`;
}
