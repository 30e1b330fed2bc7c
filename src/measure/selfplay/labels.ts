/** What a game teaches of its positions. */
import { NO_SCORE, type SelfPlayGame } from './record.ts';

/**
 * Expectations of the side to move by ply. Each is its own search score's, mixed with what the next ply is taught; the
 * last is mixed with the result. What happens soon so counts for more than how the game ended at last.
 * @param scale score points per unit of the logistic function that turns search scores into expectations
 * @param trace share of a label that comes from later plies
 */
export function labelsOf(game: SelfPlayGame, scale: number, trace: number): Float64Array {
  const labels = new Float64Array(game.plies.length);
  const last = game.plies.length - 1;
  let after = last % 2 === 0 ? game.result / 2 : 1 - game.result / 2;
  for (let ply = last; ply >= 0; ply--) {
    const { score } = game.plies[ply];
    const own = score === NO_SCORE ? after : logistic(score / scale);
    labels[ply] = (1 - trace) * own + trace * after;
    after = 1 - labels[ply];
  }
  return labels;
}

/** @returns expectation, 0 to 1 */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
