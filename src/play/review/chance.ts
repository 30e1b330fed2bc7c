/** Win chances: bars, graphs and marks show these, never points. */
import { BLACK, type Color } from '../../core/color.ts';

/** @param chance win chance of `color` @returns Black's win chance */
export function blacksChance(chance: number, color: Color): number {
  return color === BLACK ? chance : 1 - chance;
}

/** @returns for instance `63 %` */
export function percentText(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}
