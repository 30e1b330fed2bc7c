/**
 * The loops of the network. The lowering recognizes them by name and writes vector code for them (tools/lowering); the
 * code here defines what they compute, and a test compares the two. All arrays are the network's.
 */
import { CELLS } from '../point.ts';
import { LINE_ROWS } from './lines.ts';

/** Channels that a line contributes to each view. */
export const CHANNELS = 16;
/** Black's view and White's. */
export const WIDTH = 2 * CHANNELS;
/** Additional inputs of the hidden layer: eleven bits of the threat mask, one for the bias, the table's score. */
export const EXTRA_INPUTS = 16;
/** The sums of both views come first. */
export const INPUTS = WIDTH + EXTRA_INPUTS;
export const HIDDEN = 32;

/** By row * WIDTH + view * CHANNELS + channel. Small, because all of them are read constantly. */
export const lineWeights = new Int8Array(LINE_ROWS * WIDTH);
/** By view * CHANNELS + channel. */
export const lineBias = new Int16Array(WIDTH);

/** First weight of the row by line, point * 4 + direction. Meaningful only while the point is empty. */
export const rowAt = new Int32Array(CELLS * 4);
/** Bits of a side of a line, and of its number in an entry of {@link lineLog}. */
export const SIDE_BITS = 8;
/** The first word of a {@link lineLog} entry, shifted right by this, is the line: the bit between is the side. */
export const LOG_LINE_SHIFT = SIDE_BITS + 1;
/** Changes of lines, two words each: the line, its side and the old number of the side; first weight of the old row. */
export const lineLog = new Int32Array(1 << 15);
/** Sums over all empty points, by checkpoint * WIDTH + view * CHANNELS + channel. */
export const accumulators = new Int16Array(512 * WIDTH);

export const extraInputs = new Int16Array(EXTRA_INPUTS);
/**
 * By (side * INPUTS / 2 + input / 2) * 2 * HIDDEN + 2 * unit + input % 2: two inputs of a unit are adjacent. One set
 * for Black to move and one for White.
 */
export const hiddenWeights = new Int16Array(2 * INPUTS * HIDDEN);
/** By side * HIDDEN + unit. */
export const outputWeights = new Int16Array(2 * HIDDEN);
/** Right shift of the hidden sums. */
export const HIDDEN_SHIFT = 10;
const MAX_ACTIVE = 32767;

/**
 * accumulators[to] = accumulators[from] + the changes that {@link lineLog} has from `start` to `end`, each
 * max(0, bias + rows of the point) minus the same with the old row. No point may have two changes.
 * @param from first word of a checkpoint, as `to`
 * @param taken first line of a point that has been occupied, which leaves max(0, bias); -1: none
 */
export function replaceRows(start: number, end: number, from: number, to: number, taken: number): void {
  for (let c = 0; c < WIDTH; c++) {
    const bias = lineBias[c];
    let sum = accumulators[from + c];
    if (taken >= 0)
      sum = (sum + positive(bias) - positive(bias + otherRows(taken, c) + lineWeights[rowAt[taken] + c])) | 0;
    for (let at = start; at < end; at += 2) {
      const line = lineLog[at] >> LOG_LINE_SHIFT;
      const others = bias + otherRows(line, c);
      const before = positive(others + lineWeights[lineLog[at + 1] + c]);
      sum = (sum + positive(others + lineWeights[rowAt[line] + c]) - before) | 0;
    }
    accumulators[to + c] = sum;
  }
}

/** @returns sum of the weights of the point's other three lines in a channel */
function otherRows(line: number, c: number): number {
  return lineWeights[rowAt[line ^ 1] + c] + lineWeights[rowAt[line ^ 2] + c] + lineWeights[rowAt[line ^ 3] + c];
}

function positive(value: number): number {
  return value > 0 ? value : 0;
}

/**
 * @param side to move, 0 Black, 1 White @param from first word of a checkpoint
 * @returns the output unit for its sums and {@link extraInputs}
 */
export function outputOf(side: number, from: number): number {
  let output = 0;
  for (let unit = 0; unit < HIDDEN; unit++) {
    let sum = 0;
    for (let input = 0; input < INPUTS; input++) {
      const value = input < WIDTH ? accumulators[from + input] : extraInputs[input - WIDTH];
      const pair = (side * (INPUTS >> 1) + (input >> 1)) * 2 * HIDDEN;
      sum = (sum + Math.imul(value, hiddenWeights[pair + 2 * unit + (input & 1)])) | 0;
    }
    const active = positive(sum >> HIDDEN_SHIFT);
    output = (output + Math.imul(active > MAX_ACTIVE ? MAX_ACTIVE : active, outputWeights[side * HIDDEN + unit])) | 0;
  }
  return output;
}
