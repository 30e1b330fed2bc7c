/** The limits of a think as times of the engine's clock. */
import type { ThinkLimits } from './api.ts';
import { NEVER } from './control.ts';
import { EngineError } from './errors.ts';

const DEFAULT_MAXIMUM_MS = 5000;

/** The limits of a think by the engine's clock; {@link NEVER} for none. */
export interface Times {
  readonly optimumAt: number;
  readonly maximumAt: number;
}

/** @throws EngineError `bad-limits` */
export function checkLimits(limits: ThinkLimits): void {
  for (const key of ['maximumMs', 'optimumMs', 'maxDepth', 'maxNodes', 'lines'] as const) {
    const value = limits[key];
    const least = key === 'lines' || key === 'maxDepth' || key === 'maxNodes' ? 1 : 0;
    if (value !== undefined && !(Number.isFinite(value) && value >= least)) {
      throw new EngineError('bad-limits', `${key} ${value}: expected a number of at least ${least}`);
    }
  }
  if (limits.solve === true && (limits.lines ?? 1) > 1) {
    throw new EngineError('bad-limits', `solve with ${limits.lines} lines: expected a single line`);
  }
}

/** @returns when a think has to end, by the clock that `startedAt` is of; {@link NEVER} for no limit */
export function timesOf(limits: ThinkLimits, startedAt: number): Times {
  const isOpen = limits.maxDepth === undefined && limits.maxNodes === undefined && limits.optimumMs === undefined;
  const maximumMs = limits.maximumMs ?? (isOpen ? DEFAULT_MAXIMUM_MS : undefined);
  const maximumAt = timeAt(startedAt, maximumMs);
  return { optimumAt: Math.min(timeAt(startedAt, limits.optimumMs ?? maximumMs), maximumAt), maximumAt };
}

function timeAt(startedAt: number, ms: number | undefined): number {
  return ms === undefined || startedAt + ms >= NEVER ? NEVER : Math.floor(startedAt + ms);
}

/** When an answer must be given, whether the search has come back or not: a little after its own limit. */
export function answerBy(maximumAt: number, startedAt: number): number {
  return maximumAt === NEVER ? NEVER : maximumAt + Math.min(30, 3 + (maximumAt - startedAt) / 10);
}
