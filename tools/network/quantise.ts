/** From the floats of the trainer to the integers of the engine. */
import { RENJU } from '../../src/core/rule-code.ts';
import { CHANNELS, HIDDEN, HIDDEN_SHIFT, INPUTS, WIDTH } from '../../src/kernel/eval/kernels.ts';
import { INPUT_ONE, OUTPUT_SHIFT } from '../../src/kernel/eval/network.ts';
import type { SideWeights } from '../../src/runtime/network-weights.ts';
import { type Parts, POOL_SCALE, SCALE, type Shape, THREAT_BITS } from './network.ts';

/**
 * What 1 is in the rows. The sums over the points are then in units of 1 / INPUT_ONE of what enters the hidden layer.
 */
export const ROW_SCALE = INPUT_ONE / POOL_SCALE;
/** Largest number of a row. */
export const MOST_ROW = 127;
const INT16_MAX = 32767;
/** What 1 is in the weights of the hidden layer and of the output. */
const HIDDEN_SCALE = 2 ** HIDDEN_SHIFT;
const OUTPUT_SCALE = (SCALE * 2 ** OUTPUT_SHIFT) / INPUT_ONE;

function rounded(value: number, most: number): number {
  return Math.max(-most, Math.min(most, Math.round(value)));
}

/** @returns weights of a side, and how many of its rows' numbers had to be cut off */
export function quantise(parts: Parts): { weights: SideWeights; cutOff: number } {
  const hidden = new Int16Array(INPUTS * HIDDEN);
  const put = (from: Float32Array, input: number) =>
    from.forEach((value, i) => {
      hidden[input * HIDDEN + i] = rounded(value * HIDDEN_SCALE, INT16_MAX);
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
      output: Int16Array.from(parts.output, (value) => rounded(value * OUTPUT_SCALE, INT16_MAX)),
    },
    cutOff: parts.rows.filter((value) => Math.abs(value * ROW_SCALE) > MOST_ROW).length,
  };
}

/**
 * Shape that the engine has room for.
 * @param rule code as in INFO rule: renju's sides see forbidden points differently
 */
export function engineShape(rule: number): Shape {
  return { sides: rule === RENJU ? 2 : 1, channels: CHANNELS, hidden: HIDDEN };
}

/** Fills in what {@link quantise} made integers of, as far as they still say it. */
export function restore(parts: Parts, { rows, bias, hidden, output }: SideWeights): void {
  const take = (into: Float32Array, input: number) => {
    for (let i = 0; i < into.length; i++) into[i] = hidden[input * HIDDEN + i] / HIDDEN_SCALE;
  };
  take(parts.pool, 0);
  take(parts.threats, WIDTH);
  take(parts.hiddenBias, WIDTH + THREAT_BITS);
  take(parts.table, WIDTH + THREAT_BITS + 1);
  for (let i = 0; i < rows.length; i++) parts.rows[i] = rows[i] / ROW_SCALE;
  for (let c = 0; c < bias.length; c++) parts.bias[c] = bias[c] / ROW_SCALE;
  for (let unit = 0; unit < HIDDEN; unit++) parts.output[unit] = output[unit] / OUTPUT_SCALE;
}
