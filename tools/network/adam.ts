/** Adam, with the mean gradient of a batch. */

const FIRST = 0.9;
const SECOND = 0.999;
const TINY = 1e-8;

export class Adam {
  private readonly mean: Float32Array;
  private readonly square: Float32Array;
  steps = 0;

  /** @param tiny root mean square of a gradient below which steps become proportional to it */
  constructor(
    readonly size: number,
    private readonly tiny = TINY,
  ) {
    this.mean = new Float32Array(size);
    this.square = new Float32Array(size);
  }

  /** The state from which a stopped run resumes, in addition to {@link steps}. */
  get state(): readonly Float32Array[] {
    return [this.mean, this.square];
  }

  /**
   * Moves `values` against the gradient, and clears the gradient.
   * @param decay share subtracted from each value, times the rate
   */
  step(values: Float32Array, gradient: Float32Array, rate: number, decay: number): void {
    this.steps++;
    const firstScale = 1 / (1 - FIRST ** this.steps);
    const secondScale = 1 / (1 - SECOND ** this.steps);
    const { mean, square, tiny } = this;
    for (let i = 0; i < this.size; i++) {
      const g = gradient[i];
      gradient[i] = 0;
      const m = FIRST * mean[i] + (1 - FIRST) * g;
      const s = SECOND * square[i] + (1 - SECOND) * g * g;
      mean[i] = m;
      square[i] = s;
      values[i] -= rate * ((m * firstScale) / (Math.sqrt(s * secondScale) + tiny) + decay * values[i]);
    }
  }
}
