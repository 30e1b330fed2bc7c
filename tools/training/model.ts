/**
 * The value model and its loss. It learns corrections to the hand-set weights, most of which are shared: a code's
 * correction is the sum of those of its four shapes, of its six pairs of shapes, of its class, and an individual one.
 * In this way rare codes follow similar ones. The penalty of a correction is the square of its size relative to the
 * expected size of its kind, which makes the loss convex with one minimum.
 */
import { THREAT_MASKS } from '../../src/kernel/eval/threat-mask.ts';
import type { Dataset } from './dataset.ts';
import { type ExpectedOfCodes, type ShareBuilder, SharedTables } from './shares.ts';

/** Score points per unit of the logistic function: 200 points are 73 %. */
export const SCALE = 200;
const THREAT_BITS = 11;

/** Expected size of a correction, score points. */
export interface Expected extends ExpectedOfCodes {
  readonly threatBit: number;
  readonly threatMask: number;
}

export const EXPECTED: Expected = { shape: 20, pair: 12, pointClass: 20, code: 10, threatBit: 100, threatMask: 40 };

/** Tables in score points; for renju Black's, then White's. */
export interface Tables {
  readonly value: Float64Array;
  readonly threat: Float64Array;
}

/** @returns for each threat mask the parameters it is the sum of: one for all, one for each bit, an individual one */
function maskLists(builder: ShareBuilder, expected: Expected): number[][] {
  const always = builder.allocate(1, expected.threatBit);
  const bit = builder.allocate(THREAT_BITS, expected.threatBit);
  const mask = builder.allocate(THREAT_MASKS, expected.threatMask);
  return Array.from({ length: THREAT_MASKS }, (_, m) => {
    const list = [always, mask + m];
    for (let b = 0; b < THREAT_BITS; b++) if ((m & (1 << b)) !== 0) list.push(bit + b);
    return list;
  });
}

export class Model {
  private readonly shared: SharedTables<keyof Tables>;

  /** @param prior the hand-set tables @param perColor whether each color has separate tables: renju */
  constructor(prior: Tables, perColor: boolean, expected: Expected) {
    this.shared = new SharedTables(prior, SCALE, perColor, {
      value: (builder, forbids) => builder.codeLists(expected, forbids),
      threat: (builder) => maskLists(builder, expected),
    });
  }

  get parameters(): number {
    return this.shared.parameters;
  }

  /** @returns the tables, score points, for these parameters */
  tables(parameters: Float64Array): Tables {
    return this.shared.tables(parameters);
  }

  /**
   * Penalized loss and its gradient.
   * @param labels by position
   * @param weight of one position relative to the penalty
   * @param gradient is overwritten
   */
  loss(parameters: Float64Array, data: Dataset, labels: Float32Array, weight: number, gradient: Float64Array): number {
    const tables = this.tables(parameters);
    const ofTables = this.shared.zeros();
    let loss = 0;
    for (let i = 0; i < data.count; i++) {
      if (data.held[i] !== 0) continue;
      const logit = score(tables, data, i) / SCALE;
      const label = labels[i];
      loss += weight * (softplus(logit) - label * logit);
      const slope = weight * (1 / (1 + Math.exp(-logit)) - label);
      for (let k = data.start[i]; k < data.start[i + 1]; k++)
        ofTables.value[data.code[k]] += slope * 0.5 * data.times[k];
      ofTables.threat[data.mask[i]] += slope;
    }
    return this.shared.penalized(loss, parameters, ofTables, gradient);
  }

  /** @returns approximate second derivatives by parameter (at logit 0), for scaling */
  curvature(data: Dataset, weight: number): Float64Array {
    const ofTables = this.shared.zeros();
    for (let i = 0; i < data.count; i++) {
      if (data.held[i] !== 0) continue;
      for (let k = data.start[i]; k < data.start[i + 1]; k++)
        ofTables.value[data.code[k]] += weight * 0.2 * 0.25 * data.times[k] * data.times[k];
      ofTables.threat[data.mask[i]] += weight * 0.2;
    }
    return this.shared.curvature(ofTables);
  }
}

/** @returns evaluation of position i in score points */
export function score(tables: Tables, data: Dataset, i: number): number {
  let sum = 0;
  for (let k = data.start[i]; k < data.start[i + 1]; k++) sum += data.times[k] * tables.value[data.code[k]];
  return sum / 2 + tables.threat[data.mask[i]];
}

/** @returns mean cross-entropy against `labels` over the held-out positions (or the others) */
export function meanLoss(tables: Tables, data: Dataset, labels: Float32Array, held: number): number {
  let loss = 0;
  let count = 0;
  for (let i = 0; i < data.count; i++) {
    if (data.held[i] !== held) continue;
    const logit = score(tables, data, i) / SCALE;
    loss += softplus(logit) - labels[i] * logit;
    count++;
  }
  return loss / count;
}

function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}
