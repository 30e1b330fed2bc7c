/** Scores as win chances: bars, graphs and marks show these, never points. */
import { BLACK, type Color } from '../../core/color.ts';
import type { SearchFigures } from '../../engine/api.ts';

/** Points per unit of the logistic curve that the evaluation is fitted with (tools/training/model.ts). */
const SCALE = 200;

/** @returns the win chance of the side to move; exactly 0 or 1 only for a proven loss or win */
export function chanceOf({ score, winIn }: Pick<SearchFigures, 'score' | 'winIn'>): number {
  if (winIn !== null) return winIn > 0 ? 1 : 0;
  return Math.min(0.99, Math.max(0.01, 1 / (1 + Math.exp(-score / SCALE))));
}

/** @param chance win chance of `color` @returns Black's win chance */
export function blacksChance(chance: number, color: Color): number {
  return color === BLACK ? chance : 1 - chance;
}

/** @returns for instance `63 %` */
export function percentText(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}
