/** Tables whose entries share parameters. */
import { CODES, combinationOf } from '../../src/kernel/eval/codes.ts';
import { CLASSES, classOf } from '../../src/kernel/patterns/points.ts';
import { SHAPES } from '../../src/kernel/patterns/shapes.ts';

/** How parameters make up table entries: each entry is the sum of the parameters listed for it. */
interface Shares {
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

  /** @param scale entries of the tables per logit */
  constructor(private readonly scale: number) {}

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
function flatten(lists: readonly (readonly number[])[]): Shares {
  const start = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length;
  });
  return { start, parameter: Uint32Array.from(lists.flat()) };
}

/** @returns the table for these parameters (logits) @param scale entries of the table per logit */
function spread(shares: Shares, parameters: Float64Array, prior: Float64Array, scale: number): Float64Array {
  const table = new Float64Array(prior.length);
  for (let i = 0; i < table.length; i++) {
    let sum = 0;
    for (let k = shares.start[i]; k < shares.start[i + 1]; k++) sum += parameters[shares.parameter[k]];
    table[i] = prior[i] + scale * sum;
  }
  return table;
}

/** Adds the gradient of a table to that of its parameters. */
function gather(shares: Shares, table: Float64Array, gradient: Float64Array): void {
  for (let i = 0; i < table.length; i++) {
    for (let k = shares.start[i]; k < shares.start[i + 1]; k++) gradient[shares.parameter[k]] += table[i];
  }
}

/** Lists the shares of one color's table, see {@link ShareBuilder}. @param forbids whether it has forbidden points */
export type ShareLists = (builder: ShareBuilder, forbids: boolean) => number[][];

/** Tables, of one color or of Black and then White, that are a prior and corrections which share parameters. */
export class SharedTables<Name extends string> {
  readonly parameters: number;
  private readonly shares: ReadonlyMap<Name, Shares>;
  /** Square of the expected size of each parameter, in logits. */
  private readonly variance: Float64Array;

  /**
   * @param prior the tables to correct
   * @param scale entries of the tables per logit
   * @param perColor whether each color has separate tables: renju
   * @param listsOf by table
   */
  constructor(
    private readonly prior: Readonly<Record<Name, Float64Array>>,
    private readonly scale: number,
    perColor: boolean,
    listsOf: Readonly<Record<Name, ShareLists>>,
  ) {
    const builder = new ShareBuilder(scale);
    const lists = new Map((Object.keys(listsOf) as Name[]).map((name) => [name, [] as number[][]]));
    for (let color = 0; color < (perColor ? 2 : 1); color++) {
      for (const [name, all] of lists) all.push(...listsOf[name](builder, perColor && color === 0));
    }
    this.variance = builder.variances();
    this.parameters = this.variance.length;
    this.shares = new Map([...lists].map(([name, all]) => [name, flatten(all)]));
  }

  tables(parameters: Float64Array): Record<Name, Float64Array> {
    return this.byName((shares, name) => spread(shares, parameters, this.prior[name], this.scale));
  }

  /** @returns tables of zeros, such as for a gradient */
  zeros(): Record<Name, Float64Array> {
    return this.byName((_, name) => new Float64Array(this.prior[name].length));
  }

  /**
   * Adds the penalty of the parameters to a loss: half the square of each over its variance.
   * @param ofTables gradient of the loss, by entry of the tables
   * @param gradient overwritten by that of the sum, by parameter
   * @returns the sum
   */
  penalized(
    loss: number,
    parameters: Float64Array,
    ofTables: Readonly<Record<Name, Float64Array>>,
    gradient: Float64Array,
  ): number {
    let sum = loss;
    for (let p = 0; p < parameters.length; p++) {
      sum += parameters[p] ** 2 / (2 * this.variance[p]);
      gradient[p] = parameters[p] / this.variance[p];
    }
    for (const [name, shares] of this.shares) gather(shares, ofTables[name], gradient);
    return sum;
  }

  /** @param ofTables second derivatives of a loss @returns those of the penalized loss, by parameter */
  curvature(ofTables: Readonly<Record<Name, Float64Array>>): Float64Array {
    const result = this.variance.map((one) => 1 / one);
    for (const [name, shares] of this.shares) gather(shares, ofTables[name], result);
    return result;
  }

  private byName(tableOf: (shares: Shares, name: Name) => Float64Array): Record<Name, Float64Array> {
    const tables = [...this.shares].map(([name, shares]) => [name, tableOf(shares, name)] as const);
    return Object.fromEntries(tables) as Record<Name, Float64Array>;
  }
}
