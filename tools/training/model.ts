/**
 * The value model and its loss. It learns corrections to the hand-set weights, most of which are shared: a code's
 * correction is the sum of those of its four shapes, of its six pairs of shapes, of its class, and an individual one.
 * In this way rare codes follow similar ones. The penalty of a correction is the square of its size relative to the
 * expected size of its kind, which makes the loss convex with one minimum.
 */
import { THREAT_MASKS } from '../../src/kernel/eval/threat-mask.ts';
import type { Dataset } from './dataset.ts';
import {
  type ExpectedOfCodes,
  flatten,
  gather,
  penalized,
  penaltyCurvature,
  ShareBuilder,
  type Shares,
  spread,
} from './shares.ts';

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
  readonly parameters: number;
  /** Square of the expected size of each parameter, in logits. */
  private readonly variance: Float64Array;
  private readonly valueShares: Shares;
  private readonly threatShares: Shares;
  private readonly prior: Tables;

  /** @param prior the hand-set tables @param perColor whether each color has separate tables: renju */
  constructor(prior: Tables, perColor: boolean, expected: Expected) {
    this.prior = prior;
    const builder = new ShareBuilder(SCALE);
    const value: number[][] = [];
    const threat: number[][] = [];
    for (let color = 0; color < (perColor ? 2 : 1); color++) {
      value.push(...builder.codeLists(expected, perColor && color === 0));
      threat.push(...maskLists(builder, expected));
    }
    this.variance = builder.variances();
    this.parameters = this.variance.length;
    this.valueShares = flatten(value);
    this.threatShares = flatten(threat);
  }

  /** @returns the tables, score points, for these parameters */
  tables(parameters: Float64Array): Tables {
    return {
      value: spread(this.valueShares, parameters, this.prior.value, SCALE),
      threat: spread(this.threatShares, parameters, this.prior.threat, SCALE),
    };
  }

  /**
   * Penalized loss and its gradient.
   * @param labels by position
   * @param weight of one position relative to the penalty
   * @param gradient is overwritten
   */
  loss(parameters: Float64Array, data: Dataset, labels: Float32Array, weight: number, gradient: Float64Array): number {
    const tables = this.tables(parameters);
    const valueGradient = new Float64Array(tables.value.length);
    const threatGradient = new Float64Array(tables.threat.length);
    let loss = 0;
    for (let i = 0; i < data.count; i++) {
      if (data.held[i] !== 0) continue;
      const logit = score(tables, data, i) / SCALE;
      const label = labels[i];
      loss += weight * (softplus(logit) - label * logit);
      const slope = weight * (1 / (1 + Math.exp(-logit)) - label);
      for (let k = data.start[i]; k < data.start[i + 1]; k++)
        valueGradient[data.code[k]] += slope * 0.5 * data.times[k];
      threatGradient[data.mask[i]] += slope;
    }
    loss = penalized(loss, parameters, this.variance, gradient);
    gather(this.valueShares, valueGradient, gradient);
    gather(this.threatShares, threatGradient, gradient);
    return loss;
  }

  /** @returns approximate second derivatives by parameter (at logit 0), for scaling */
  curvature(data: Dataset, weight: number): Float64Array {
    const value = new Float64Array(this.prior.value.length);
    const threat = new Float64Array(this.prior.threat.length);
    for (let i = 0; i < data.count; i++) {
      if (data.held[i] !== 0) continue;
      for (let k = data.start[i]; k < data.start[i + 1]; k++)
        value[data.code[k]] += weight * 0.2 * 0.25 * data.times[k] * data.times[k];
      threat[data.mask[i]] += weight * 0.2;
    }
    const result = penaltyCurvature(this.variance);
    gather(this.valueShares, value, result);
    gather(this.threatShares, threat, result);
    return result;
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
