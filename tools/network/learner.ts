/** The learned numbers, and the steps that update them. Gradients come from the lanes (lanes.ts). */
import { Adam } from './adam.ts';
import { headCount, type Parts, parameterCount, partsOf, type Shape } from './network.ts';
import { roundLines } from './quantize.ts';
import type { RowSource } from './rows.ts';

/**
 * Gradients of a line's own row up to this size move it in proportion to them, not by a whole step. Determined with a
 * batch of 2,048 positions, where a line that occurs in one of 200 positions has a gradient of about this size.
 */
const OWN_GRADIENT = 1e-5;

export class Learner {
  /** Heads and bias as in a network, then the numbers that the rows are made of. */
  private readonly learned: Float32Array;
  private readonly gradient: Float32Array;
  /** Steps of the shared numbers, and of those of single lines. */
  private readonly adams: readonly Adam[];
  private readonly network: Float32Array;
  /** Views of the parameters of the network, without rounding. */
  readonly parts: Parts;
  /** Start of the rows, in the network and in the learned numbers. */
  private readonly rowsAt: number;
  /** How many of the numbers are updated, from the first on. */
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

  /** Starts learning from the current contents of {@link parts}. */
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

  /** Writes the parameters of the network. @param isRounded whether to round its rows to the engine's integers */
  write(into: Float32Array, isRounded: boolean): void {
    into.set(this.network);
    if (isRounded) roundLines(partsOf(into, this.shape).lines);
  }

  /** The state from which a stopped run resumes. */
  get state(): readonly Float32Array[] {
    return [this.learned, ...this.adams.flatMap(({ state }) => state)];
  }

  get steps(): number {
    return this.adams[0].steps;
  }

  /** Resumes after {@link state} has been restored. */
  resume(steps: number): void {
    for (const adam of this.adams) adam.steps = steps;
    this.make();
  }
}
