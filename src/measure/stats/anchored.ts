/** Ratings moved onto a scale on which some of the engines are known. */
import { Z_95 } from './elo.ts';
import type { Rating } from './ratings.ts';

export interface Anchored {
  /** On the scale of the known ratings; the error has that of the move in it. */
  readonly ratings: readonly Rating[];
  /** For each known engine, how far its rating here lies above the known one. */
  readonly residuals: ReadonlyMap<number, number>;
}

/**
 * Moves ratings so that the known ones agree on average. How far they disagree then shows the uncertainty.
 * @param known rating by index of the engine; at least one
 */
export function anchored(rated: readonly Rating[], known: ReadonlyMap<number, number>): Anchored {
  const gaps = [...known].map(([i, elo]) => elo - rated[i].elo);
  const shift = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const squares = gaps.reduce((sum, gap) => sum + (gap - shift) ** 2, 0);
  // One alone says nothing of how well it fits: its own error is all there is.
  const shiftError =
    gaps.length > 1
      ? Z_95 * Math.sqrt(squares / (gaps.length - 1) / gaps.length)
      : Math.max(...[...known.keys()].map((i) => rated[i].error));
  return {
    ratings: rated.map(({ elo, error }) => ({ elo: elo + shift, error: Math.hypot(error, shiftError) })),
    residuals: new Map([...known].map(([i, elo]) => [i, rated[i].elo + shift - elo])),
  };
}
