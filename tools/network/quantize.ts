/** From the floats of the trainer to the integers of the engine. */
import type { HeadWeights, NetworkWeights } from '../../src/engine/runtime/network-weights.ts';
import { CHANNELS, HIDDEN, HIDDEN_SHIFT, INPUTS, WIDTH } from '../../src/kernel/eval/kernels.ts';
import { INPUT_ONE, OUTPUT_SHIFT } from '../../src/kernel/eval/network.ts';
import { type HeadParts, type LineParts, POOL_SCALE, SCALE, THREAT_BITS } from './network.ts';

/**
 * Fixed-point 1 in the rows. The sums over the points are then in units of 1 / INPUT_ONE of the hidden layer's inputs.
 */
export const ROW_SCALE = INPUT_ONE / POOL_SCALE;
/** Largest number of a row. */
export const MAX_ROW = 127;
const INT16_MAX = 32767;
/** Fixed-point 1 in the weights of the hidden layer and of the output. */
const HIDDEN_SCALE = 2 ** HIDDEN_SHIFT;
const OUTPUT_SCALE = (SCALE * 2 ** OUTPUT_SHIFT) / INPUT_ONE;

function rounded(value: number, max: number): number {
  return Math.max(-max, Math.min(max, Math.round(value)));
}

/** @returns the engine's integers for the parameters of lines, and how many numbers of rows were clipped */
export function quantizeLines({ rows, bias }: LineParts): Pick<NetworkWeights, 'rows' | 'bias'> & { cutOff: number } {
  return {
    rows: Int8Array.from(rows, (value) => rounded(value * ROW_SCALE, MAX_ROW)),
    bias: Int16Array.from(bias, (value) => rounded(value * ROW_SCALE, INT16_MAX)),
    cutOff: rows.filter((value) => Math.abs(value * ROW_SCALE) > MAX_ROW).length,
  };
}

/** Rounds the parameters of lines as {@link quantizeLines} does. */
export function roundLines({ rows, bias }: LineParts): void {
  // A plain loop: it runs at every step.
  for (let i = 0; i < rows.length; i++) {
    const value = Math.round(rows[i] * ROW_SCALE);
    rows[i] = (value > MAX_ROW ? MAX_ROW : value < -MAX_ROW ? -MAX_ROW : value) / ROW_SCALE;
  }
  for (let c = 0; c < bias.length; c++) bias[c] = rounded(bias[c] * ROW_SCALE, INT16_MAX) / ROW_SCALE;
}

export function quantizeHead(parts: HeadParts): HeadWeights {
  const hidden = new Int16Array(INPUTS * HIDDEN);
  for (const [part, input] of inputsOf(parts))
    part.forEach((value, i) => {
      hidden[input * HIDDEN + i] = rounded(value * HIDDEN_SCALE, INT16_MAX);
    });
  return { hidden, output: Int16Array.from(parts.output, (value) => rounded(value * OUTPUT_SCALE, INT16_MAX)) };
}

/** Parts of the hidden layer, and the first input of each. */
function inputsOf({ pool, threats, hiddenBias, table }: HeadParts): readonly (readonly [Float32Array, number])[] {
  return [
    [pool, 0],
    [threats, WIDTH],
    [hiddenBias, WIDTH + THREAT_BITS],
    [table, WIDTH + THREAT_BITS + 1],
  ];
}

/** Restores parameters from the integers of {@link quantizeLines}. */
export function restoreLines(parts: LineParts, { rows, bias }: Pick<NetworkWeights, 'rows' | 'bias'>): void {
  for (let i = 0; i < rows.length; i++) parts.rows[i] = rows[i] / ROW_SCALE;
  for (let c = 0; c < bias.length; c++) parts.bias[c] = bias[c] / ROW_SCALE;
}

/** Restores parameters from the integers of {@link quantizeHead}. */
export function restoreHead(parts: HeadParts, { hidden, output }: HeadWeights): void {
  for (const [part, input] of inputsOf(parts)) {
    for (let i = 0; i < part.length; i++) part[i] = hidden[input * HIDDEN + i] / HIDDEN_SCALE;
  }
  for (let unit = 0; unit < HIDDEN; unit++) parts.output[unit] = output[unit] / OUTPUT_SCALE;
}

/** Shape that the engine supports. */
export const ENGINE_SHAPE = { channels: CHANNELS, hidden: HIDDEN };
