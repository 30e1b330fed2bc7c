/**
 * The trainer's work that threads share. Positions are in a fixed number of lanes, each with its own order and
 * gradient, so that the result does not depend on which thread processes which lane.
 */
import { seededRandom, shuffled } from '../../src/core/random.ts';
import { useLearnedWeights } from '../../src/engine/runtime/learned-weights.ts';
import * as kernel from '../../src/kernel/index.ts';
import { logistic } from '../../src/measure/selfplay/labels.ts';
import { Network, parameterCount, SCALE, type Shape } from './network.ts';
import { type headsOf, type Labeling, PositionStore } from './positions.ts';
import { type Block, readBlock, type SampleFile } from './sample-files.ts';

export const LANES = 8;

/** Parameters of every thread. */
export interface Setup {
  readonly files: readonly SampleFile[];
  readonly heads: ReturnType<typeof headsOf>;
  readonly labeling: Labeling;
  readonly shape: Shape;
  /** Of the vector loops, see poolingCode. */
  readonly code: Uint8Array;
  readonly isLineLearned: boolean;
  /** Floats of the network, which the threads read, and the gradient of each lane, which they write. */
  readonly parameters: SharedArrayBuffer;
  readonly gradients: readonly SharedArrayBuffer[];
}

/** Blocks of some lanes, by lane. */
export type LaneBlocks = readonly (readonly [lane: number, blocks: readonly Block[]])[];

export type Request =
  /** Read the positions for the next steps. Answer: number of positions by lane. */
  | { readonly kind: 'read'; readonly lanes: LaneBlocks; readonly seed: number }
  /**
   * Learn from one of `parts` parts of each lane's positions, `positions` in all lanes together. Answer: sum of the
   * losses by lane.
   */
  | { readonly kind: 'learn'; readonly part: number; readonly parts: number; readonly positions: number }
  /** Judge the held-out positions. Answer: {@link JUDGED} numbers by block. */
  | { readonly kind: 'judge'; readonly blocks: readonly Block[] };

/** Sums of losses and positions of a block: network, table, positions, each for the tree and for those played. */
export const JUDGED = 6;

/** Floats in memory that threads share. */
export function sharedFloats(count: number): SharedArrayBuffer {
  return new SharedArrayBuffer(count * Float32Array.BYTES_PER_ELEMENT);
}

/** @returns first of the items of a part, of `parts` nearly equal ones of `count` items */
export function partStart(count: number, part: number, parts: number): number {
  return Math.floor((count * part) / parts);
}

/** Cross-entropy in excess of a perfect evaluation's. */
export function excess(logit: number, label: number): number {
  const cross = Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(logit, 0) - logit * label;
  const entropy = label <= 0 || label >= 1 ? 0 : -label * Math.log(label) - (1 - label) * Math.log(1 - label);
  return cross - entropy;
}

/** One thread's lanes. */
export class Hand {
  private readonly network: Network;
  private readonly parameters: Float32Array;
  private readonly lanes = new Map<number, { readonly store: PositionStore; readonly order: readonly number[] }>();
  private readonly judged: PositionStore;

  constructor(private readonly setup: Setup) {
    useLearnedWeights(kernel);
    const { shape, code, isLineLearned, heads, labeling } = setup;
    this.network = new Network(shape, code, isLineLearned);
    this.parameters = new Float32Array(setup.parameters);
    this.judged = new PositionStore(heads, labeling);
  }

  answer(request: Request): number[] {
    if (request.kind === 'read') return request.lanes.map(([lane, blocks]) => this.read(lane, blocks, request.seed));
    this.network.parameters.set(this.parameters);
    if (request.kind === 'judge') return request.blocks.flatMap((block) => this.judge(block));
    const { part, parts, positions } = request;
    return [...this.lanes.keys()].map((lane) => this.learn(lane, part, parts, positions));
  }

  private read(lane: number, blocks: readonly Block[], seed: number): number {
    const { files, heads, labeling } = this.setup;
    const store = this.lanes.get(lane)?.store ?? new PositionStore(heads, labeling);
    store.clear();
    for (const block of blocks) store.read(readBlock(files, block), files[block.file], 'training');
    const inFiles = Array.from({ length: store.count }, (_, i) => i);
    const order = shuffled(inFiles, seededRandom(seed + lane));
    this.lanes.set(lane, { store, order });
    return store.count;
  }

  private learn(lane: number, part: number, parts: number, positions: number): number {
    const { network, setup } = this;
    const { store, order } = this.lanes.get(lane)!;
    const end = partStart(store.count, part + 1, parts);
    let loss = 0;
    for (let k = partStart(store.count, part, parts); k < end; k++) {
      const i = order[k];
      const logit = network.forward(store, i);
      const label = store.label[i];
      loss += excess(logit, label);
      network.backward(store, i, (logistic(logit) - label) / positions);
    }
    new Float32Array(setup.gradients[lane]).set(network.gradient);
    network.gradient.fill(0);
    return loss;
  }

  private judge(block: Block): number[] {
    const { network, judged: store, setup } = this;
    const sums = new Array<number>(JUDGED).fill(0);
    store.clear();
    store.read(readBlock(setup.files, block), setup.files[block.file], 'held');
    for (let i = 0; i < store.count; i++) {
      const kind = store.played[i];
      sums[kind] += excess(network.forward(store, i), store.label[i]);
      sums[2 + kind] += excess(store.table[i] / SCALE, store.label[i]);
      sums[4 + kind]++;
    }
    return sums;
  }
}

/** @returns memory for the network, and for the gradient of each lane */
export function sharedMemory(shape: Shape): Pick<Setup, 'parameters' | 'gradients'> {
  const count = parameterCount(shape);
  return { parameters: sharedFloats(count), gradients: Array.from({ length: LANES }, () => sharedFloats(count)) };
}
