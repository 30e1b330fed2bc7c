/** From the floats of the trainer to the integers of the engine. */
import { CHANNELS, HIDDEN, HIDDEN_SHIFT, INPUTS, WIDTH } from '../../src/kernel/eval/kernels.ts';
import { INPUT_ONE, OUTPUT_SHIFT } from '../../src/kernel/eval/network.ts';
import type { SideWeights } from '../../src/runtime/network-weights.ts';
import { type Parts, POOL_SCALE, SCALE, THREAT_BITS } from './network.ts';

/** What 1 is in the rows. The sums over the points are then in units of 1 / INPUT_ONE of what enters the hidden layer. */
export const ROW_SCALE = INPUT_ONE / POOL_SCALE;
/** Largest number of a row. */
export const MOST_ROW = 127;
const INT16_MAX = 32767;

function rounded(value: number, most: number): number {
  return Math.max(-most, Math.min(most, Math.round(value)));
}

/** @returns weights of a side, and how many of its rows' numbers had to be cut off */
export function quantise(parts: Parts): { weights: SideWeights; cutOff: number } {
  const hiddenScale = 2 ** HIDDEN_SHIFT;
  const outputScale = (SCALE * 2 ** OUTPUT_SHIFT) / INPUT_ONE;
  const hidden = new Int16Array(INPUTS * HIDDEN);
  const put = (from: Float32Array, input: number) =>
    from.forEach((value, i) => {
      hidden[input * HIDDEN + i] = rounded(value * hiddenScale, INT16_MAX);
    });
  put(parts.pool, 0);
  put(parts.threats, WIDTH);
  put(parts.hiddenBias, WIDTH + THREAT_BITS);
  put(parts.table, WIDTH + THREAT_BITS + 1);
  return {
    weights: {
      rows: Int8Array.from(parts.rows, (value) => rounded(value * ROW_SCALE, MOST_ROW)),
      bias: Int16Array.from(parts.bias, (value) => rounded(value * ROW_SCALE, INT16_MAX)),
      hidden,
      output: Int16Array.from(parts.output, (value) => rounded(value * outputScale, INT16_MAX)),
    },
    cutOff: parts.rows.filter((value) => Math.abs(value * ROW_SCALE) > MOST_ROW).length,
  };
}

/** Shape that the engine has room for. */
export const ENGINE_SHAPE = { channels: CHANNELS, hidden: HIDDEN };
