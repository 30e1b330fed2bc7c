/** Figures of a search in words. */
import type { SearchInfo } from '../../engine/api.ts';
import { winChance } from '../../engine/win-chance.ts';
import { percentText } from '../../play/review/chance.ts';

/** @returns the mover's win chance, or the number of moves to its win (+) or loss (−) */
export function chanceOrWin(figures: Pick<SearchInfo, 'score' | 'winIn'>): string {
  const { winIn } = figures;
  if (winIn === null) return percentText(winChance(figures));
  return `${winIn > 0 ? '+' : '−'}${Math.ceil(Math.abs(winIn) / 2)}`;
}
