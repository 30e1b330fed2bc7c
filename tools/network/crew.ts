/** Distributes the trainer's work among helpers, and collects the results. */
import { JUDGED, LANES, type LaneBlocks, partStart, type Request, type Setup } from './lanes.ts';
import type { Block } from './sample-files.ts';

/** Processes some lanes, in this thread or in another. */
export interface Helper {
  answer(request: Request): number[] | Promise<number[]>;
  close?(): Promise<void>;
}

/** Mean losses of the positions held out, of those from the tree and of those played; NaN if there are none. */
export interface Judgment {
  readonly network: readonly [tree: number, played: number];
  readonly table: readonly [tree: number, played: number];
  readonly positions: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

export class Crew {
  /** Of the network that all helpers use; updated between the steps. */
  readonly parameters: Float32Array;
  private readonly gradients: readonly Float32Array[];
  /** Sum of the lanes' gradients. */
  readonly gradient: Float32Array;
  /** Positions to learn from, by lane. */
  private counts: readonly number[] = [];

  /** @param helpers one to {@link LANES} of them */
  constructor(
    setup: Setup,
    private readonly helpers: readonly Helper[],
  ) {
    this.parameters = new Float32Array(setup.parameters);
    this.gradients = setup.gradients.map((shared) => new Float32Array(shared));
    this.gradient = new Float32Array(this.parameters.length);
  }

  /**
   * Makes the helpers read the positions for the next steps. @param seed of their order @returns number of positions
   */
  async read(blocks: readonly Block[], seed: number): Promise<number> {
    const lanes: LaneBlocks = Array.from({ length: LANES }, (_, lane) => [
      lane,
      blocks.filter((_, k) => k % LANES === lane),
    ]);
    const counts = await this.ask((helper) => ({ kind: 'read', lanes: this.dealt(lanes, helper), seed }));
    this.counts = this.gathered(counts, LANES);
    return sum(this.counts);
  }

  /**
   * Learns from one of `parts` parts of the positions that were read; {@link gradient} is that of the mean loss.
   * @returns number of positions and sum of their losses
   */
  async learn(part: number, parts: number): Promise<{ readonly positions: number; readonly loss: number }> {
    const start = (k: number) => sum(this.counts.map((count) => partStart(count, k, parts)));
    const positions = start(part + 1) - start(part);
    const losses = await this.ask(() => ({ kind: 'learn', part, parts, positions }));
    const { gradient, gradients } = this;
    gradient.set(gradients[0]);
    for (const one of gradients.slice(1)) for (let i = 0; i < gradient.length; i++) gradient[i] += one[i];
    return { positions, loss: sum(this.gathered(losses, LANES)) };
  }

  /** @param blocks whose held-out positions are judged */
  async judge(blocks: readonly Block[]): Promise<Judgment> {
    const answers = await this.ask((helper) => ({ kind: 'judge', blocks: this.dealt(blocks, helper) }));
    const ofBlocks = answers.map((numbers) =>
      Array.from({ length: numbers.length / JUDGED }, (_, k) => numbers.slice(JUDGED * k, JUDGED * (k + 1))),
    );
    const inOrder = this.gathered(ofBlocks, blocks.length);
    const [a, b, c, d, tree, played] = Array.from({ length: JUDGED }, (_, k) => sum(inOrder.map((one) => one[k])));
    return { network: [a / tree, b / played], table: [c / tree, d / played], positions: tree + played };
  }

  async close(): Promise<void> {
    await Promise.all(this.helpers.map((helper) => helper.close?.()));
  }

  private ask(requestOf: (helper: number) => Request): Promise<number[][]> {
    return Promise.all(this.helpers.map(async (helper, k) => helper.answer(requestOf(k))));
  }

  /** @returns the items of a helper: they are dealt in rotation */
  private dealt<T>(items: readonly T[], helper: number): readonly T[] {
    return items.filter((_, k) => k % this.helpers.length === helper);
  }

  /** @returns the results of items that were {@link dealt}, in their order */
  private gathered<T>(answers: readonly (readonly T[])[], count: number): T[] {
    return Array.from({ length: count }, (_, k) => answers[k % answers.length][Math.floor(k / answers.length)]);
  }
}
