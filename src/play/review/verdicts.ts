import { BLACK, type Color, opponentOf } from '../../core/color.ts';

/** Win chance lost: at least 30 % is a blunder, 15 % a mistake. */
export type LossVerdict = 'blunder' | 'mistake';

const BLUNDER = 0.3;
const MISTAKE = 0.15;

/**
 * @param chances Black's win chance before the first move and after each move; null: unknown
 * @param first color of the first move
 * @returns for each move the win chance that its player lost, negative for a gain; null: unknown
 */
export function losses(chances: readonly (number | null)[], first: Color = BLACK): (number | null)[] {
  return chances.slice(1).map((after, i) => {
    const before = chances[i];
    if (before === null || after === null) return null;
    const color = i % 2 === 0 ? first : opponentOf(first);
    return color === BLACK ? before - after : after - before;
  });
}

export function verdicts(chances: readonly (number | null)[], first: Color = BLACK): (LossVerdict | null)[] {
  return losses(chances, first).map((lost) =>
    lost === null ? null : lost >= BLUNDER ? 'blunder' : lost >= MISTAKE ? 'mistake' : null,
  );
}

/** @param chance win chance of `color` @returns Black's win chance */
export function blacksChance(chance: number, color: Color): number {
  return color === BLACK ? chance : 1 - chance;
}

export function percentText(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}
