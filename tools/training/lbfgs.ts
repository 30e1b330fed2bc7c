/** Limited-memory BFGS (Nocedal 1980), for a smooth convex function; deterministic, no step size to choose. */

const MEMORY = 12;
/** Share of the expected decrease that a step must reach (Armijo). */
const SUFFICIENT = 1e-4;

/** Function to minimize: value at `x`, gradient written into `gradient`. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/**
 * @param x start; overwritten by the result
 * @param curvature second derivatives, approximately: the first Hessian
 * @param onIteration called with the value after each iteration; false ends the minimization
 */
export function minimize(
  objective: Objective,
  x: Float64Array,
  curvature: Float64Array,
  onIteration: (iteration: number, value: number) => boolean,
): void {
  const n = x.length;
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  const gradient = new Float64Array(n);
  let value = objective(x, gradient);
  for (let iteration = 1; ; iteration++) {
    const direction = descent(gradient, steps, changes, curvature);
    const slope = dot(direction, gradient);
    if (slope > -1e-12) return;
    const next = new Float64Array(n);
    const nextGradient = new Float64Array(n);
    let nextValue = Infinity;
    for (let length = 1; length > 1e-6; length /= 2) {
      for (let i = 0; i < n; i++) next[i] = x[i] + length * direction[i];
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + SUFFICIENT * length * slope) break;
    }
    if (nextValue >= value) return;
    const step = next.map((v, i) => v - x[i]);
    const change = nextGradient.map((v, i) => v - gradient[i]);
    if (dot(step, change) > 1e-14) {
      steps.push(step);
      changes.push(change);
      if (steps.length > MEMORY) {
        steps.shift();
        changes.shift();
      }
    }
    x.set(next);
    gradient.set(nextGradient);
    value = nextValue;
    if (!onIteration(iteration, value)) return;
  }
}

/** The two-loop recursion. @returns minus the approximate inverse Hessian times the gradient */
function descent(
  gradient: Float64Array,
  steps: readonly Float64Array[],
  changes: readonly Float64Array[],
  curvature: Float64Array,
): Float64Array {
  const q = Float64Array.from(gradient);
  const share: number[] = [];
  for (let k = steps.length - 1; k >= 0; k--) {
    share[k] = dot(steps[k], q) / dot(steps[k], changes[k]);
    for (let i = 0; i < q.length; i++) q[i] -= share[k] * changes[k][i];
  }
  // The given curvature, rescaled by what the last step revealed about it.
  let scale = 1;
  const last = steps.length - 1;
  if (last >= 0) {
    let weighted = 0;
    for (let i = 0; i < q.length; i++) weighted += changes[last][i] ** 2 / curvature[i];
    scale = dot(steps[last], changes[last]) / weighted;
  }
  for (let i = 0; i < q.length; i++) q[i] *= scale / curvature[i];
  for (let k = 0; k < steps.length; k++) {
    const back = dot(changes[k], q) / dot(steps[k], changes[k]);
    for (let i = 0; i < q.length; i++) q[i] += (share[k] - back) * steps[k][i];
  }
  for (let i = 0; i < q.length; i++) q[i] = -q[i];
  return q;
}
