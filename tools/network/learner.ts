/** What is learned, and the steps that learn it. Gradients come from the lanes (lanes.ts). */
import { Adam } from './adam.ts';
import { headCount, type Parts, parameterCount, partsOf, type Shape } from './network.ts';
import { roundLines } from './quantise.ts';
import type { RowSource } from './rows.ts';

/**
 * Gradients of a line's own row that are no larger move it in proportion to them, not by a whole step. Measured against
 * a batch of 2,048 positions, where that of a line in one of 200 positions has about this size.
 */
const OWN_GRADIENT = 1e-5;

export class Learner {
  /** Heads and bias as in a network, then what the rows are made of. */
  private readonly learned: Float32Array;
  private readonly gradient: Float32Array;
  /** Steps of what is shared, and of what is single lines' own. */
  private readonly adams: readonly Adam[];
  private readonly network: Float32Array;
  /** Views of the parameters of the network, which are not rounded. */
  readonly parts: Parts;
  /** Where the rows begin, in the network and in what is learned. */
  private readonly rowsAt: number;
  /** How many of the numbers learn, from the first on. */
  private readonly learning: number;

  /** @param isLineLearned false: only heads learn */
  constructor(
    private readonly shape: Shape,
    private readonly source: RowSource,
    isLineLearned: boolean,
  ) {
    this.network = new Float32Array(parameterCount(shape));
    this.parts = partsOf(this.network, shape);
    this.rowsAt = headCount(shape) + shape.channels;
    this.learned = new Float32Array(this.rowsAt + source.size);
    this.learning = isLineLearned ? this.learned.length : headCount(shape);
    this.gradient = new Float32Array(this.learning);
    const shared = Math.min(this.learning, this.rowsAt + source.ownAt);
    this.adams = [new Adam(shared), new Adam(this.learning - shared, OWN_GRADIENT)];
  }

  /** Has {@link parts}, which have been filled in, learned from here on. */
  begin(): void {
    const { learned, network, rowsAt } = this;
    learned.set(network.subarray(0, rowsAt));
    this.source.begin(network.subarray(rowsAt), learned.subarray(rowsAt));
    this.make();
  }

  /** @param gradient of a network's parameters */
  step(gradient: Float32Array, rate: number, decay: number): void {
    const { learned, learning, rowsAt } = this;
    this.gradient.set(gradient.subarray(0, Math.min(learning, rowsAt)));
    if (learning > rowsAt) this.source.gather(gradient.subarray(rowsAt), this.gradient.subarray(rowsAt));
    let at = 0;
    for (const adam of this.adams) {
      const [values, slope] = [learned, this.gradient].map((all) => all.subarray(at, at + adam.size));
      adam.step(values, slope, rate, decay);
      at += adam.size;
    }
    this.make();
  }

  private make(): void {
    const { learned, network, rowsAt, source } = this;
    network.set(learned.subarray(0, rowsAt));
    source.spread(learned.subarray(rowsAt), network.subarray(rowsAt));
  }

  /** Writes the parameters of the network. @param isRounded whether its rows are what the engine's integers would be */
  write(into: Float32Array, isRounded: boolean): void {
    into.set(this.network);
    if (isRounded) roundLines(partsOf(into, this.shape).lines);
  }

  /** Arrays that a run that was stopped goes on from. */
  get state(): readonly Float32Array[] {
    return [this.learned, ...this.adams.flatMap(({ state }) => state)];
  }

  get steps(): number {
    return this.adams[0].steps;
  }

  /** Goes on where {@link state}, which has been filled in, was saved. */
  resume(steps: number): void {
    for (const adam of this.adams) adam.steps = steps;
    this.make();
  }
}
