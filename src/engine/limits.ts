/** Checks the limits of a think and converts them to times. */
import type { AbortSignalLike } from '../core/abort-signal.ts';
import { NO_LIMIT_MS } from '../core/limits.ts';
import { shown } from '../core/text.ts';
import type { ThinkLimits } from './api.ts';
import { EngineError } from './errors.ts';
import type { TimePlan } from './time.ts';

const DEFAULT_MAXIMUM_MS = 5000;

export function checkLimits(limits: ThinkLimits): void {
  for (const key of ['maxMs', 'optimumMs', 'maxDepth', 'maxNodes', 'lines'] as const) {
    const value = limits[key];
    const min = key === 'lines' || key === 'maxDepth' || key === 'maxNodes' ? 1 : 0;
    if (value !== undefined && !(Number.isFinite(value) && value >= min)) {
      throw new EngineError('bad-limits', `${key} ${shown(value)}: expected a number of at least ${min}`);
    }
  }
  const { signal } = limits;
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw new EngineError('bad-limits', `signal ${shown(signal)}: expected an AbortSignal`);
  }
  if (limits.solve === true && (limits.lines ?? 1) > 1) {
    throw new EngineError('bad-limits', `solve with ${limits.lines} lines: expected a single line`);
  }
}

export function abortedBy({ reason }: AbortSignalLike): EngineError {
  return new EngineError('cancelled', 'think cancelled by its signal', { cause: reason });
}

/** @returns the limits of a think in whole milliseconds from its start; {@link NO_LIMIT_MS} for no limit */
export function timesOf(limits: ThinkLimits): TimePlan {
  const isOpen = limits.maxDepth === undefined && limits.maxNodes === undefined && limits.optimumMs === undefined;
  const maxMs = wholeMs(limits.maxMs ?? (isOpen ? DEFAULT_MAXIMUM_MS : undefined));
  return { optimumMs: Math.min(wholeMs(limits.optimumMs ?? limits.maxMs), maxMs), maxMs };
}

function wholeMs(ms = NO_LIMIT_MS): number {
  return Math.min(Math.floor(ms), NO_LIMIT_MS);
}

/** How long an answer without a search may take before the fallback is used instead. */
export const IMMEDIATE_GRACE_MS = 50;
/** How long a search may take to stop after a request. */
export const STOP_GRACE_MS = 100;

/** @returns when to answer even if the search has not returned: slightly after its own limit */
export function answerBy(maxMs: number): number {
  return maxMs === NO_LIMIT_MS ? NO_LIMIT_MS : maxMs + Math.min(30, 3 + maxMs / 10);
}
