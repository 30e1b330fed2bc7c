/**
 * Brings a network from the form it travels in to the arrays of kernel/eval/kernels.ts.
 *
 * Bytes, 16-bit numbers little endian: "TGNN", version (1), rule (index as in kernel/eval/learned.ts), sides with weights of
 * their own (1 or 2), 0; then for each of them
 *
 *     rows      i8 by row * CHANNELS + channel, of the lines as the side sees them
 *     bias      i16 by channel
 *     hidden    i16 by input * HIDDEN + unit for that side to move: sums of the own view, of the other view, further inputs
 *     output    i16 by unit
 */
import { CHANNELS, HIDDEN, INPUTS, NO_POINT_ROW, WIDTH } from '../kernel/eval/kernels.ts';
import { LINE_ROWS, otherRow } from '../kernel/eval/lines.ts';

const MAGIC = 'TGNN';
const VERSION = 1;
const HEADER_BYTES = 8;
const SIDE_BYTES = LINE_ROWS * CHANNELS + 2 * (CHANNELS + INPUTS * HIDDEN + HIDDEN);
/** Below any sum of rows, so that nothing is left of a point; no sum with it leaves 16 bits. */
const NOTHING = -16384;

/** The arrays of the network, see kernel/eval/kernels.ts and kernel/eval/network.ts. */
export interface NetworkArrays {
  readonly hasNetwork: Int32Array;
  readonly lineWeights: Int16Array;
  readonly lineBias: Int16Array;
  readonly hiddenWeights: Int16Array;
  readonly outputWeights: Int16Array;
}

/** Weights of a side as it sees the board; shapes as above. */
export interface SideWeights {
  readonly rows: Int8Array;
  readonly bias: Int16Array;
  readonly hidden: Int16Array;
  readonly output: Int16Array;
}

export interface NetworkWeights {
  /** Index as in kernel/eval/learned.ts. */
  readonly rule: number;
  /** One for both sides, or Black's and White's. */
  readonly sides: readonly SideWeights[];
}

/** @throws Error if the bytes are no network of this version */
export function decodeNetwork(bytes: Uint8Array): NetworkWeights {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw new Error('expected a network (it starts with TGNN)');
  const [version, rule, count] = bytes.subarray(MAGIC.length);
  if (version !== VERSION) throw new Error(`network of version ${version}: expected ${VERSION}`);
  const expected = HEADER_BYTES + count * SIDE_BYTES;
  if (bytes.length !== expected) throw new Error(`network of ${bytes.length} bytes: expected ${expected}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let at = HEADER_BYTES;
  const shorts = (length: number): Int16Array => {
    const values = Int16Array.from({ length }, (_, i) => view.getInt16(at + 2 * i, true));
    at += 2 * length;
    return values;
  };
  const sides = Array.from({ length: count }, () => {
    const rows = Int8Array.from(bytes.subarray(at, at + LINE_ROWS * CHANNELS));
    at += rows.length;
    return { rows, bias: shorts(CHANNELS), hidden: shorts(INPUTS * HIDDEN), output: shorts(HIDDEN) };
  });
  return { rule, sides };
}

/** @returns the bytes that {@link decodeNetwork} reads */
export function encodeNetwork({ rule, sides }: NetworkWeights): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + sides.length * SIDE_BYTES);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  bytes.set([VERSION, rule, sides.length], MAGIC.length);
  let at = HEADER_BYTES;
  for (const { rows, bias, hidden, output } of sides) {
    for (const value of rows) view.setInt8(at++, value);
    for (const value of [...bias, ...hidden, ...output]) {
      view.setInt16(at, value, true);
      at += 2;
    }
  }
  return bytes;
}

/** Makes a network that of the search. To be called before a position is set up. */
export function useNetwork(arrays: NetworkArrays, { rule, sides }: NetworkWeights): void {
  const { lineWeights, lineBias, hiddenWeights, outputWeights } = arrays;
  const [black, white = black] = sides;
  for (let row = 0; row < LINE_ROWS; row++) {
    const at = row * WIDTH;
    const others = otherRow(row) * CHANNELS;
    for (let c = 0; c < CHANNELS; c++) {
      lineWeights[at + c] = black.rows[row * CHANNELS + c];
      lineWeights[at + CHANNELS + c] = white.rows[others + c];
    }
  }
  lineWeights.fill(NOTHING, NO_POINT_ROW * WIDTH, (NO_POINT_ROW + 1) * WIDTH);
  lineBias.set(black.bias);
  lineBias.set(white.bias, CHANNELS);
  for (const [side, { hidden, output }] of [black, white].entries()) {
    for (let input = 0; input < INPUTS; input++) {
      // Black's sums come first, whoever is to move.
      const from = input < WIDTH && side === 1 ? (input + CHANNELS) % WIDTH : input;
      const pair = (side * (INPUTS / 2) + (input >> 1)) * 2 * HIDDEN;
      for (let unit = 0; unit < HIDDEN; unit++)
        hiddenWeights[pair + 2 * unit + (input & 1)] = hidden[from * HIDDEN + unit];
    }
    outputWeights.set(output, side * HIDDEN);
  }
  arrays.hasNetwork[0] = rule + 1;
}

/** Leaves the search with its table alone. To be called before a position is set up. */
export function useNoNetwork(arrays: NetworkArrays): void {
  arrays.hasNetwork[0] = 0;
}
