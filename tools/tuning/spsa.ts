/**
 * Simultaneous perturbation stochastic approximation (J. C. Spall, "Implementation of the simultaneous perturbation
 * algorithm for stochastic optimization", IEEE Trans. Aerosp. Electron. Syst. 34, 1998), with the decays of that paper.
 */

export interface Parameter {
  readonly name: string;
  readonly start: number;
  readonly min: number;
  readonly max: number;
  /** Perturbation in the last iteration, to either side. */
  readonly step: number;
  /** Rules in which the parameter matters; undefined: all. */
  readonly rules?: readonly number[];
}

export interface Schedule {
  readonly iterations: number;
  /** Change in the last iteration, in steps per game by which one side outscored the other. */
  readonly rate: number;
}

/** Outcome of some games between both sides of a perturbation. */
export interface Outcome {
  readonly rule: number;
  /** Games won minus games lost by the side moved along the signs. */
  readonly points: number;
}

const STEP_DECAY = 0.101;
const RATE_DECAY = 0.602;
/** Stability constant of the decay of the rate, as a share of the iterations. */
const STABILITY = 0.1;

/** @returns a sign for each parameter, +1 or -1 */
export function drawSigns(count: number, random: () => number): number[] {
  return Array.from({ length: count }, () => (random() < 0.5 ? -1 : 1));
}

/** @param k iteration, from 0 @returns perturbation to either side, in steps of a parameter */
function stepFactor(k: number, { iterations }: Schedule): number {
  return (iterations / (k + 1)) ** STEP_DECAY;
}

/** @returns whole numbers within the ranges: `values` moved along the signs (`side` 1) or against them (-1) */
export function perturbed(
  parameters: readonly Parameter[],
  values: readonly number[],
  signs: readonly number[],
  side: 1 | -1,
  k: number,
  schedule: Schedule,
): number[] {
  return parameters.map((parameter, i) => {
    const moved = values[i] + side * signs[i] * parameter.step * stepFactor(k, schedule);
    return Math.round(clamped(moved, parameter));
  });
}

/** @returns the values after iteration `k`, which had these outcomes */
export function updated(
  parameters: readonly Parameter[],
  values: readonly number[],
  signs: readonly number[],
  outcomes: readonly Outcome[],
  k: number,
  schedule: Schedule,
): number[] {
  const { iterations, rate } = schedule;
  const heldUp = STABILITY * iterations;
  const gain = rate * ((heldUp + iterations) / (heldUp + k + 1)) ** RATE_DECAY;
  return parameters.map((parameter, i) => {
    let points = 0;
    for (const outcome of outcomes) if (concerns(parameter, outcome.rule)) points += outcome.points;
    return clamped(values[i] + (gain / stepFactor(k, schedule)) * parameter.step * signs[i] * points, parameter);
  });
}

/** @returns whether the parameter matters under the rule */
export function concerns(parameter: Parameter, rule: number): boolean {
  return parameter.rules?.includes(rule) ?? true;
}

function clamped(value: number, { min, max }: Parameter): number {
  return Math.min(max, Math.max(min, value));
}
