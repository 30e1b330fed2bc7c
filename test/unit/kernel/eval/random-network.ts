/** Networks of random numbers: whatever their value of a position is, all ways to compute it must agree. */

import type { NetworkWeights } from '../../../../src/engine/runtime/network-weights.ts';
import { CHANNELS, HIDDEN, INPUTS } from '../../../../src/kernel/eval/kernels.ts';
import { LINE_ROWS } from '../../../../src/kernel/eval/lines.ts';

/** @param heads 1 that serves both sides under all rules, or 2, for Black and for White */
export function randomNetwork(heads: number, random: () => number): NetworkWeights {
  const within = (most: number) => Math.round((2 * random() - 1) * most);
  return {
    // As in a trained network, the empty line contributes nothing.
    rows: Int8Array.from({ length: LINE_ROWS * CHANNELS }, (_, i) => (i < CHANNELS ? 0 : within(20))),
    bias: Int16Array.from({ length: CHANNELS }, () => within(10)),
    heads: Array.from({ length: heads }, () => ({
      hidden: Int16Array.from({ length: INPUTS * HIDDEN }, () => within(300)),
      output: Int16Array.from({ length: HIDDEN }, () => within(400)),
    })),
    rules: Array.from({ length: 5 }, () => [0, heads - 1] as const),
  };
}
