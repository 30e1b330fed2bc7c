/** Tables whose entries share parameters. */
import { CODES, combinationOf } from '../../src/kernel/eval/codes.ts';
import { CLASSES, classOf } from '../../src/kernel/patterns/points.ts';
import { SHAPES } from '../../src/kernel/patterns/shapes.ts';

/** How parameters make up table entries: each entry is the sum of the parameters listed for it. */
export interface Shares {
  readonly start: Uint32Array;
  readonly parameter: Uint32Array;
}

/** Expected size of the corrections that a code's entry is the sum of. */
export interface ExpectedOfCodes {
  readonly shape: number;
  readonly pair: number;
  readonly pointClass: number;
  readonly code: number;
}

/** Numbers the parameters and records the expected size of each. */
export class ShareBuilder {
  private readonly variance: number[] = [];
  private readonly scale: number;

  /** @param scale entries of the tables per logit */
  constructor(scale: number) {
    this.scale = scale;
  }

  /** @returns the first of `count` new parameters @param expected their size, in units of the table */
  allocate(count: number, expected: number): number {
    const first = this.variance.length;
    for (let i = 0; i < count; i++) this.variance.push((expected / this.scale) ** 2);
    return first;
  }

  /** @returns for each code the parameters it is the sum of @param forbids whether its owner has forbidden points */
  codeLists(expected: ExpectedOfCodes, forbids: boolean): number[][] {
    const shape = this.allocate(SHAPES, expected.shape);
    const pair = this.allocate(SHAPES * SHAPES, expected.pair);
    const pointClass = this.allocate(CLASSES, expected.pointClass);
    const own = this.allocate(CODES, expected.code);
    return Array.from({ length: CODES }, (_, code) => {
      const combination = combinationOf[code];
      const list = [own + code, pointClass + classOf(combination, forbids ? 1 : 0)];
      for (let a = 0; a < 4; a++) {
        const first = (combination >>> (4 * a)) & 15;
        list.push(shape + first);
        for (let b = 0; b < a; b++) list.push(pair + first * SHAPES + ((combination >>> (4 * b)) & 15));
      }
      return list;
    });
  }

  /** @returns square of the expected size of each parameter, in logits */
  variances(): Float64Array {
    return Float64Array.from(this.variance);
  }
}

/** @param lists for each entry of a table the parameters it is the sum of */
export function flatten(lists: readonly (readonly number[])[]): Shares {
  const start = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length;
  });
  return { start, parameter: Uint32Array.from(lists.flat()) };
}

/** @returns the table for these parameters (logits) @param scale entries of the table per logit */
export function spread(shares: Shares, parameters: Float64Array, prior: Float64Array, scale: number): Float64Array {
  const table = new Float64Array(prior.length);
  for (let i = 0; i < table.length; i++) {
    let sum = 0;
    for (let k = shares.start[i]; k < shares.start[i + 1]; k++) sum += parameters[shares.parameter[k]];
    table[i] = prior[i] + scale * sum;
  }
  return table;
}

/** Adds the gradient of a table to that of its parameters. */
export function gather(shares: Shares, table: Float64Array, gradient: Float64Array): void {
  for (let i = 0; i < table.length; i++) {
    for (let k = shares.start[i]; k < shares.start[i + 1]; k++) gradient[shares.parameter[k]] += table[i];
  }
}

/**
 * Adds the penalty of the parameters to a loss: half the square of each over its variance.
 * @param variance square of the expected size of each parameter
 * @param gradient overwritten by that of the penalty alone
 * @returns the sum
 */
export function penalized(
  loss: number,
  parameters: Float64Array,
  variance: Float64Array,
  gradient: Float64Array,
): number {
  let sum = loss;
  for (let p = 0; p < parameters.length; p++) {
    sum += parameters[p] ** 2 / (2 * variance[p]);
    gradient[p] = parameters[p] / variance[p];
  }
  return sum;
}

/** @returns second derivatives of the penalty of {@link penalized}, by parameter */
export function penaltyCurvature(variance: Float64Array): Float64Array {
  return variance.map((one) => 1 / one);
}
