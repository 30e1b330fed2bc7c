/**
 * The network in floating point, for training. For each empty point the rows of its four lines are summed and cut off
 * at 0; the sums over all points, once seen with Black's eyes and once with White's, and the threat mask enter a
 * hidden layer, and that gives a correction to the table's score.
 */
import { LINE_ROWS, otherRow } from '../../src/kernel/eval/lines.ts';
import { makePooling, type Pooling } from './pooling.ts';
import type { Positions } from './positions.ts';

export const THREAT_BITS = 11;
const LINES = 4;
/** What the sums over the points are divided by before they enter the hidden layer. */
export const POOL_SCALE = 16;
/** Score points per unit of the logistic function: 200 points are 73 %. */
export const SCALE = 200;
/** The table's score enters the hidden layer too, in units of {@link SCALE}, within plus and minus this. */
export const TABLE_MOST = 6;

export interface Shape {
  /** Sides with weights of their own: 1 if Black and White are judged alike, else 2. */
  readonly sides: number;
  /** Numbers a line gives. */
  readonly channels: number;
  /** Size of the hidden layer. */
  readonly hidden: number;
}

/** Views of the parameters of a side, or of their gradients. */
export interface Parts {
  /** By row * channels + channel. */
  readonly rows: Float32Array;
  readonly bias: Float32Array;
  /** By input * hidden + unit; the own sums first, then the other side's. */
  readonly pool: Float32Array;
  /** By bit * hidden + unit. */
  readonly threats: Float32Array;
  readonly table: Float32Array;
  readonly hiddenBias: Float32Array;
  readonly output: Float32Array;
}

/** Numbers of each part, in their order. */
function sizesOf({ channels, hidden }: Shape): number[] {
  return [LINE_ROWS * channels, channels, 2 * channels * hidden, THREAT_BITS * hidden, hidden, hidden, hidden];
}

/** Parameters of a side. */
function parameterCount(shape: Shape): number {
  return sizesOf(shape).reduce((a, b) => a + b);
}

function partsOf(all: Float32Array, shape: Shape, side: number): Parts {
  let at = side * parameterCount(shape);
  const [rows, bias, pool, threats, table, hiddenBias, output] = sizesOf(shape).map((size) => {
    at += size;
    return all.subarray(at - size, at);
  });
  return { rows, bias, pool, threats, table, hiddenBias, output };
}

/**
 * Small random numbers. The output begins at 0, so that the first network is the table, and so do the rows, so that
 * lines that are never seen count for nothing.
 */
export function initialise(parts: Parts, { channels, hidden }: Shape, random: () => number): void {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  parts.bias.fill(0.05);
  for (let i = 0; i < parts.pool.length; i++) parts.pool[i] = Math.sqrt(1 / channels) * normal();
  for (let i = 0; i < parts.threats.length; i++) parts.threats[i] = 0.1 * normal();
  for (let i = 0; i < hidden; i++) parts.table[i] = 0.3 * normal();
}

/** The row that the other side sees, by row. */
const OTHER_ROW = Uint16Array.from({ length: LINE_ROWS }, (_, row) => otherRow(row));

/** Bytes of a number. */
const WORD = 4;
const MOST_POINTS = 22 * 22;

/** The weights of a side. */
interface Side {
  readonly parts: Parts;
  readonly gradient: Parts;
  /** Rows and bias that positions are worked on with: as they are, or as the engine's integers would be. */
  readonly used: Float32Array;
  readonly usedBias: Float32Array;
}

/** Works on one position after the other. */
export class Network {
  readonly shape: Shape;
  /** One for both sides, or Black's and White's. */
  readonly sides: readonly Side[];
  /** The parameters of all sides, and their gradients. */
  readonly parameters: Float32Array;
  readonly gradient: Float32Array;
  /** Sums over the points: own, other. */
  private readonly sums: Float32Array;
  private readonly sumGradient: Float32Array;
  private readonly hidden: Float32Array;
  private readonly hiddenGradient: Float32Array;
  /** Byte offsets of the rows of the position at hand, by view, point and line. */
  private readonly offsets: Int32Array;
  /** Point features of the position at hand by view, point and channel: only the loops know them. */
  private readonly featuresAt: number;
  private readonly pooling: Pooling;

  constructor(shape: Shape) {
    const { channels, sides } = shape;
    this.shape = shape;
    const parameters = sides * parameterCount(shape);
    const rows = LINE_ROWS * channels;
    const words = [
      parameters,
      parameters,
      sides * (rows + channels),
      2 * channels,
      2 * channels,
      8 * MOST_POINTS,
      2 * MOST_POINTS * channels,
    ];
    this.pooling = makePooling(WORD * words.reduce((a, b) => a + b), channels);
    const { buffer } = this.pooling;
    let at = 0;
    const next = (count: number) => {
      at += WORD * count;
      return at - WORD * count;
    };
    this.parameters = new Float32Array(buffer, next(parameters), parameters);
    this.gradient = new Float32Array(buffer, next(parameters), parameters);
    this.sides = Array.from({ length: sides }, (_, side) => ({
      parts: partsOf(this.parameters, shape, side),
      gradient: partsOf(this.gradient, shape, side),
      used: new Float32Array(buffer, next(rows), rows),
      usedBias: new Float32Array(buffer, next(channels), channels),
    }));
    this.sums = new Float32Array(buffer, next(2 * channels), 2 * channels);
    this.sumGradient = new Float32Array(buffer, next(2 * channels), 2 * channels);
    this.offsets = new Int32Array(buffer, next(8 * MOST_POINTS), 8 * MOST_POINTS);
    this.featuresAt = next(2 * MOST_POINTS * channels);
    this.hidden = new Float32Array(shape.hidden);
    this.hiddenGradient = new Float32Array(shape.hidden);
  }

  /**
   * Has positions worked on with the parameters as they are now.
   * @param scale integers that are 1 in rows and bias, which are rounded to them; 0: not rounded
   * @param most largest integer of a row
   */
  take(scale: number, most: number): void {
    for (const { parts, used, usedBias } of this.sides) {
      const { rows, bias } = parts;
      if (scale === 0) {
        used.set(rows);
        usedBias.set(bias);
        continue;
      }
      for (let i = 0; i < rows.length; i++) {
        const value = Math.round(rows[i] * scale);
        used[i] = (value > most ? most : value < -most ? -most : value) / scale;
      }
      for (let i = 0; i < bias.length; i++) usedBias[i] = Math.round(bias[i] * scale) / scale;
    }
  }

  /** @param view 0 of the side to move, 1 of the other */
  private sideOf(positions: Positions, i: number, view: number): Side {
    const color = positions.side[i] - 1;
    return this.sides[(color ^ view) % this.sides.length];
  }

  /** @returns the logit of position `i`: table and correction */
  forward(positions: Positions, i: number): number {
    const { channels, hidden: units } = this.shape;
    const { sums, hidden } = this;
    const { parts } = this.sideOf(positions, i, 0);
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
    const { sums, pooling } = this;
    const points = positions.points[i];
    this.findRows(positions, i);
    sums.fill(0);
    for (let view = 0; view < 2; view++) {
      const { used: rows, usedBias: bias } = this.sideOf(positions, i, view);
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
    const lines = positions.chunks[positions.chunk[i]];
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

  /** Adds the gradient of `slope` times the logit of the position that {@link forward} just worked on. */
  backward(positions: Positions, i: number, slope: number): void {
    const { channels, hidden: units } = this.shape;
    const { sums, hidden, hiddenGradient, sumGradient } = this;
    const { parts, gradient } = this.sideOf(positions, i, 0);
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
    this.unpool(positions, i);
  }

  private unpool(positions: Positions, i: number): void {
    const { channels } = this.shape;
    const { sumGradient, pooling } = this;
    const points = positions.points[i];
    for (let view = 0; view < 2; view++) {
      const { gradient, usedBias } = this.sideOf(positions, i, view);
      const { rows, bias } = gradient;
      const at = this.offsetsOf(view, points);
      const from = sumGradient.byteOffset + WORD * view * channels;
      pooling.unpool(at, points, rows.byteOffset, bias.byteOffset, this.featuresOf(view, points), from);
      // Empty surroundings count for nothing.
      for (let c = 0; c < channels; c++) {
        if (usedBias[c] > 0) bias[c] -= points * sumGradient[view * channels + c];
      }
      // The empty line stays 0.
      rows.fill(0, 0, channels);
    }
  }
}

function tableInput(score: number): number {
  const input = score / SCALE;
  return input > TABLE_MOST ? TABLE_MOST : input < -TABLE_MOST ? -TABLE_MOST : input;
}
