/** Scores as win chances. */
import type { SearchFigures } from './api.ts';

/** Points per unit of the logistic curve that the evaluation is fitted with (tools/training/model.ts). */
const SCALE = 200;

/**
 * The win chance of the side to move: 1 / (1 + e^(-score / 200)), kept from 0.01 to 0.99; exactly 0 or 1 only for a
 * proven loss or win. A draw counts as half a win.
 *
 *     winChance({ score: 100, winIn: null }); // 0.62
 *
 * @param figures of a result or a report of {@link Engine.think}
 */
export function winChance({ score, winIn }: Pick<SearchFigures, 'score' | 'winIn'>): number {
  if (winIn !== null) return winIn > 0 ? 1 : 0;
  return Math.min(0.99, Math.max(0.01, 1 / (1 + Math.exp(-score / SCALE))));
}
