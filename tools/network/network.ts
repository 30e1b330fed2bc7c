/**
 * The network in floating point, for training. For each empty point the rows of its four lines are summed and clipped
 * at 0; the sums over all points, once from Black's view and once from White's, and the threat mask enter a hidden
 * layer, which gives a correction to the table's score.
 */
import { LINE_ROWS, otherRow } from '../../src/kernel/eval/lines.ts';
import { type Pooling, startPooling } from './pooling.ts';
import type { Positions } from './positions.ts';

export const THREAT_BITS = 11;
const LINES = 4;
/** Divisor of the sums over the points before they enter the hidden layer. */
export const POOL_SCALE = 16;
/** Score points per unit of the logistic function: 200 points are 73 %. */
export const SCALE = 200;
/**
 * The table's score is an input of the hidden layer, too, in units of {@link SCALE}, clamped to plus and minus this.
 */
export const TABLE_MOST = 6;

export interface Shape {
  /** Hidden layers: one per rule, two where it treats its sides differently. All share the same points. */
  readonly heads: number;
  /** Channels of a line. */
  readonly channels: number;
  /** Size of a hidden layer. */
  readonly hidden: number;
}

/** Views of the parameters that turn lines into points, or of their gradient. */
export interface LineParts {
  /** By row * channels + channel. */
  readonly rows: Float32Array;
  readonly bias: Float32Array;
}

/** Views of the parameters of a hidden layer, or of their gradients. */
export interface HeadParts {
  /** By input * hidden + unit; the sums of the side to move first, then the other side's. */
  readonly pool: Float32Array;
  /** By bit * hidden + unit. */
  readonly threats: Float32Array;
  readonly table: Float32Array;
  readonly hiddenBias: Float32Array;
  readonly output: Float32Array;
}

export interface Parts {
  readonly lines: LineParts;
  readonly heads: readonly HeadParts[];
}

/** Numbers of each part of a head, in their order. */
function headSizes({ channels, hidden }: Shape): number[] {
  return [2 * channels * hidden, THREAT_BITS * hidden, hidden, hidden, hidden];
}

const total = (sizes: readonly number[]) => sizes.reduce((a, b) => a + b);

/** Parameters of all heads: they come first. */
export function headCount(shape: Shape): number {
  return shape.heads * total(headSizes(shape));
}

/** Number of parameters: heads, bias, rows. */
export function parameterCount(shape: Shape): number {
  return headCount(shape) + (1 + LINE_ROWS) * shape.channels;
}

/** @param all parameters, or their gradient */
export function partsOf(all: Float32Array, shape: Shape): Parts {
  let at = 0;
  const next = (size: number) => {
    at += size;
    return all.subarray(at - size, at);
  };
  const heads = Array.from({ length: shape.heads }, () => {
    const [pool, threats, table, hiddenBias, output] = headSizes(shape).map(next);
    return { pool, threats, table, hiddenBias, output };
  });
  return { heads, lines: { bias: next(shape.channels), rows: next(LINE_ROWS * shape.channels) } };
}

/**
 * Small random numbers. The output begins at 0, so that the first network equals the table, and so do the rows, so that
 * lines that never occur have no effect.
 */
export function initialize({ heads, lines }: Parts, { channels }: Shape, random: () => number): void {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  lines.bias.fill(0.05);
  for (const { pool, threats, table } of heads) {
    for (let i = 0; i < pool.length; i++) pool[i] = Math.sqrt(1 / channels) * normal();
    for (let i = 0; i < threats.length; i++) threats[i] = 0.1 * normal();
    for (let i = 0; i < table.length; i++) table[i] = 0.3 * normal();
  }
}

/** The row that the other side sees, by row. */
const OTHER_ROW = Uint16Array.from({ length: LINE_ROWS }, (_, row) => otherRow(row));

/** Bytes of a number. */
const WORD = 4;
const MAX_POINTS = 22 * 22;

/** Evaluates one position after the other, in one thread. */
export class Network {
  readonly shape: Shape;
  /** All parameters, in the order of {@link parameterCount}, and their gradients. */
  readonly parameters: Float32Array;
  readonly gradient: Float32Array;
  readonly parts: Parts;
  private readonly gradients: Parts;
  /** Whether lines have a gradient; false where they stay unchanged. */
  private readonly isLineLearned: boolean;
  /** Sums over the points: own, other. */
  private readonly sums: Float32Array;
  private readonly sumGradient: Float32Array;
  private readonly hidden: Float32Array;
  private readonly hiddenGradient: Float32Array;
  /** Byte offsets of the rows of the current position, by view, point and line. */
  private readonly offsets: Int32Array;
  /** Point features of the current position by view, point and channel: only the loops use them. */
  private readonly featuresAt: number;
  private readonly pooling: Pooling;

  /** @param code of the loops, see poolingCode */
  constructor(shape: Shape, code: Uint8Array, isLineLearned = true) {
    const { channels } = shape;
    this.shape = shape;
    this.isLineLearned = isLineLearned;
    const parameters = parameterCount(shape);
    const words = [parameters, parameters, 2 * channels, 2 * channels, 8 * MAX_POINTS, 2 * MAX_POINTS * channels];
    this.pooling = startPooling(code, WORD * total(words));
    const { buffer } = this.pooling;
    let at = 0;
    const next = (count: number) => {
      at += WORD * count;
      return at - WORD * count;
    };
    this.parameters = new Float32Array(buffer, next(parameters), parameters);
    this.gradient = new Float32Array(buffer, next(parameters), parameters);
    this.parts = partsOf(this.parameters, shape);
    this.gradients = partsOf(this.gradient, shape);
    this.sums = new Float32Array(buffer, next(2 * channels), 2 * channels);
    this.sumGradient = new Float32Array(buffer, next(2 * channels), 2 * channels);
    this.offsets = new Int32Array(buffer, next(8 * MAX_POINTS), 8 * MAX_POINTS);
    this.featuresAt = next(2 * MAX_POINTS * channels);
    this.hidden = new Float32Array(shape.hidden);
    this.hiddenGradient = new Float32Array(shape.hidden);
  }

  /** @returns the logit of position `i`: table and correction */
  forward(positions: Positions, i: number): number {
    const { channels, hidden: units } = this.shape;
    const { sums, hidden } = this;
    const parts = this.parts.heads[positions.head[i]];
    this.pool(positions, i);
    hidden.set(parts.hiddenBias);
    const table = tableInput(positions.table[i]);
    for (let u = 0; u < units; u++) hidden[u] += parts.table[u] * table;
    const mask = positions.mask[i];
    for (let bit = 0; bit < THREAT_BITS; bit++) {
      if ((mask & (1 << bit)) === 0) continue;
      for (let u = 0; u < units; u++) hidden[u] += parts.threats[bit * units + u];
    }
    for (let c = 0; c < 2 * channels; c++) {
      const sum = sums[c];
      const at = c * units;
      for (let u = 0; u < units; u++) hidden[u] += sum * parts.pool[at + u];
    }
    let output = 0;
    for (let u = 0; u < units; u++) if (hidden[u] > 0) output += hidden[u] * parts.output[u];
    return positions.table[i] / SCALE + output;
  }

  private pool(positions: Positions, i: number): void {
    const { channels } = this.shape;
    const { rows, bias } = this.parts.lines;
    const { sums, pooling } = this;
    const points = positions.points[i];
    this.findRows(positions, i);
    sums.fill(0);
    for (let view = 0; view < 2; view++) {
      const at = this.offsetsOf(view, points);
      const into = sums.byteOffset + WORD * view * channels;
      pooling.pool(at, points, rows.byteOffset, bias.byteOffset, this.featuresOf(view, points), into);
      for (let c = 0; c < channels; c++) {
        const sum = sums[view * channels + c] - points * Math.max(0, bias[c]);
        sums[view * channels + c] = sum / POOL_SCALE;
      }
    }
  }

  private findRows(positions: Positions, i: number): void {
    const { offsets } = this;
    const bytes = WORD * this.shape.channels;
    const { lines } = positions;
    const from = LINES * positions.first[i];
    const count = LINES * positions.points[i];
    // The view of the side to move comes first.
    const [black, white] = positions.side[i] === 1 ? [0, count] : [count, 0];
    for (let line = 0; line < count; line++) {
      const row = lines[from + line];
      offsets[black + line] = bytes * row;
      offsets[white + line] = bytes * OTHER_ROW[row];
    }
  }

  private offsetsOf(view: number, points: number): number {
    return this.offsets.byteOffset + WORD * view * LINES * points;
  }

  private featuresOf(view: number, points: number): number {
    return this.featuresAt + WORD * view * points * this.shape.channels;
  }

  /** Adds the gradient of `slope` times the logit of the position that {@link forward} processed last. */
  backward(positions: Positions, i: number, slope: number): void {
    const { channels, hidden: units } = this.shape;
    const { sums, hidden, hiddenGradient, sumGradient } = this;
    const parts = this.parts.heads[positions.head[i]];
    const gradient = this.gradients.heads[positions.head[i]];
    const table = tableInput(positions.table[i]);
    for (let u = 0; u < units; u++) {
      const active = hidden[u] > 0 ? hidden[u] : 0;
      gradient.output[u] += slope * active;
      const g = hidden[u] > 0 ? slope * parts.output[u] : 0;
      hiddenGradient[u] = g;
      gradient.hiddenBias[u] += g;
      gradient.table[u] += g * table;
    }
    const mask = positions.mask[i];
    for (let bit = 0; bit < THREAT_BITS; bit++) {
      if ((mask & (1 << bit)) === 0) continue;
      for (let u = 0; u < units; u++) gradient.threats[bit * units + u] += hiddenGradient[u];
    }
    for (let c = 0; c < 2 * channels; c++) {
      const sum = sums[c];
      const at = c * units;
      let back = 0;
      for (let u = 0; u < units; u++) {
        gradient.pool[at + u] += sum * hiddenGradient[u];
        back += parts.pool[at + u] * hiddenGradient[u];
      }
      sumGradient[c] = back / POOL_SCALE;
    }
    if (this.isLineLearned) this.unpool(positions, i);
  }

  private unpool(positions: Positions, i: number): void {
    const { channels } = this.shape;
    const { sumGradient, pooling } = this;
    const { bias: used } = this.parts.lines;
    const { rows, bias } = this.gradients.lines;
    const points = positions.points[i];
    for (let view = 0; view < 2; view++) {
      const at = this.offsetsOf(view, points);
      const from = sumGradient.byteOffset + WORD * view * channels;
      pooling.unpool(at, points, rows.byteOffset, bias.byteOffset, this.featuresOf(view, points), from);
      // Empty surroundings contribute nothing.
      for (let c = 0; c < channels; c++) {
        if (used[c] > 0) bias[c] -= points * sumGradient[view * channels + c];
      }
    }
    // The empty line stays 0.
    rows.fill(0, 0, channels);
  }
}

function tableInput(score: number): number {
  const input = score / SCALE;
  return input > TABLE_MOST ? TABLE_MOST : input < -TABLE_MOST ? -TABLE_MOST : input;
}
