/**
 * Unpacks a network into the arrays of kernel/eval/kernels.ts.
 *
 * All rules share the part that turns lines into points. A head turns the points into a score; a rule has one head, or
 * one for each side to move. Bytes, 16-bit numbers little endian: "TGNN", version (2), number of heads, then for each
 * rule (by index as in kernel/eval/learned.ts) the heads for Black and for White to move, 255 if it has none; then
 *
 *     rows      i8 by row * CHANNELS + channel, of the lines from the side's view
 *     bias      i16 by channel
 *
 * and for each head
 *
 *     hidden    i16 by input * HIDDEN + unit, from the view of the side to move: its sums, the other side's sums,
 *               further inputs
 *     output    i16 by unit
 */
import { TOURNAMENT_CODES } from '../../core/rule-code.ts';
import { CHANNELS, HIDDEN, INPUTS, WIDTH } from '../../kernel/eval/kernels.ts';
import { LINE_ROWS, otherRow } from '../../kernel/eval/lines.ts';

const MAGIC = 'TGNN';
const VERSION = 2;
const RULES_AT = 6;
const HEADER_BYTES = 16;
const LINES_BYTES = LINE_ROWS * CHANNELS + 2 * CHANNELS;
const HEAD_BYTES = 2 * (INPUTS * HIDDEN + HIDDEN);
const NO_HEAD = 255;

/** The arrays of the network, see kernel/eval/kernels.ts and kernel/eval/network.ts. */
export interface NetworkArrays {
  readonly hasNetwork: Int32Array;
  readonly lineWeights: Int8Array;
  readonly lineBias: Int16Array;
  readonly hiddenWeights: Int16Array;
  readonly outputWeights: Int16Array;
}

/** Weights that turn the points into a score; shapes as above. */
export interface HeadWeights {
  readonly hidden: Int16Array;
  readonly output: Int16Array;
}

export interface NetworkWeights {
  readonly rows: Int8Array;
  readonly bias: Int16Array;
  readonly heads: readonly HeadWeights[];
  /** By index of a rule as in kernel/eval/learned.ts: its heads for Black and for White to move, or null. */
  readonly rules: readonly (readonly [black: number, white: number] | null)[];
}

/** @throws Error if the bytes are not a network of this version */
export function decodeNetwork(bytes: Uint8Array): NetworkWeights {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw new Error('not a network: expected TGNN at the start');
  const [version, count] = bytes.subarray(MAGIC.length);
  if (version !== VERSION) throw new Error(`network of version ${version}: expected ${VERSION}`);
  const expected = HEADER_BYTES + LINES_BYTES + count * HEAD_BYTES;
  if (bytes.length !== expected) throw new Error(`network of ${bytes.length} bytes: expected ${expected}`);
  const rules = TOURNAMENT_CODES.map((_, rule) => {
    const [black, white] = bytes.subarray(RULES_AT + 2 * rule);
    if (black === NO_HEAD || white === NO_HEAD) return null;
    if (black >= count || white >= count)
      throw new Error(`network with head ${Math.max(black, white)}: expected less than ${count}, its number of heads`);
    return [black, white] as const;
  });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let at = HEADER_BYTES;
  const rows = Int8Array.from(bytes.subarray(at, at + LINE_ROWS * CHANNELS));
  at += rows.length;
  const shorts = (length: number): Int16Array => {
    const values = Int16Array.from({ length }, (_, i) => view.getInt16(at + 2 * i, true));
    at += 2 * length;
    return values;
  };
  const bias = shorts(CHANNELS);
  const heads = Array.from({ length: count }, () => ({ hidden: shorts(INPUTS * HIDDEN), output: shorts(HIDDEN) }));
  return { rows, bias, heads, rules };
}

export function encodeNetwork({ rows, bias, heads, rules }: NetworkWeights): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + LINES_BYTES + heads.length * HEAD_BYTES);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  bytes.set([VERSION, heads.length], MAGIC.length);
  for (const [rule, own] of rules.entries()) bytes.set(own ?? [NO_HEAD, NO_HEAD], RULES_AT + 2 * rule);
  let at = HEADER_BYTES;
  for (const value of rows) view.setInt8(at++, value);
  for (const value of [bias, ...heads.flatMap(({ hidden, output }) => [hidden, output])].flatMap((part) => [...part])) {
    view.setInt16(at, value, true);
    at += 2;
  }
  return bytes;
}

/**
 * Makes the search evaluate with a network. Call before setting up a position.
 * @param rule index as in kernel/eval/learned.ts
 * @returns false, with nothing done, if the network has no head for it
 */
export function useNetwork(arrays: NetworkArrays, { rows, bias, heads, rules }: NetworkWeights, rule: number): boolean {
  const { lineWeights, lineBias, hiddenWeights, outputWeights } = arrays;
  const own = rules[rule] ?? null;
  if (own === null) return false;
  for (let row = 0; row < LINE_ROWS; row++) {
    const at = row * WIDTH;
    const others = otherRow(row) * CHANNELS;
    for (let c = 0; c < CHANNELS; c++) {
      lineWeights[at + c] = rows[row * CHANNELS + c];
      lineWeights[at + CHANNELS + c] = rows[others + c];
    }
  }
  lineBias.set(bias);
  lineBias.set(bias, CHANNELS);
  for (const [side, head] of own.entries()) {
    const { hidden, output } = heads[head];
    for (let input = 0; input < INPUTS; input++) {
      // Black's sums come first, whichever side is to move.
      const from = input < WIDTH && side === 1 ? (input + CHANNELS) % WIDTH : input;
      const pair = (side * (INPUTS / 2) + (input >> 1)) * 2 * HIDDEN;
      for (let unit = 0; unit < HIDDEN; unit++)
        hiddenWeights[pair + 2 * unit + (input & 1)] = hidden[from * HIDDEN + unit];
    }
    outputWeights.set(output, side * HIDDEN);
  }
  arrays.hasNetwork[0] = rule + 1;
  return true;
}
