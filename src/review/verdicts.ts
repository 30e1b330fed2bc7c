/** Which moves of a game were mistakes. */
import { BLACK, type Color, opponentOf } from '../core/color.ts';

export type LossVerdict = 'blunder' | 'mistake';

/** Chance of winning that a move has to lose to be called so. */
const BLUNDER = 0.3;
const MISTAKE = 0.15;

/**
 * @param chances Black's chance before the first move and after each; null: not known
 * @param first who made the first of them
 * @returns for each move how much of its player's chance it lost, negative if it gained; null: not known
 */
export function losses(chances: readonly (number | null)[], first: Color = BLACK): (number | null)[] {
  return chances.slice(1).map((after, i) => {
    const before = chances[i];
    if (before === null || after === null) return null;
    const color = i % 2 === 0 ? first : opponentOf(first);
    return color === BLACK ? before - after : after - before;
  });
}

/** @returns for each move what it was, or null; see {@link losses} */
export function verdicts(chances: readonly (number | null)[], first: Color = BLACK): (LossVerdict | null)[] {
  return losses(chances, first).map((lost) =>
    lost === null ? null : lost >= BLUNDER ? 'blunder' : lost >= MISTAKE ? 'mistake' : null,
  );
}
