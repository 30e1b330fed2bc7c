/** How strongly the engine plays a person. */
import { MatchError } from '../core/errors.ts';

export interface Level {
  /** 1 to 10. */
  readonly number: number;
  /** Nodes searched for a move. */
  readonly nodes: number;
  /** Plies looked ahead at most; null: as far as the nodes go. */
  readonly maxDepth: number | null;
  /** Chance of a careless move, one of those near the stones, 0 to 1. Only levels that promise nothing have one. */
  readonly carelessness: number;
  /** Moves whose scores lie at most this far below the best count as equally good. */
  readonly slack: number;
  /** It takes every win in one and stops every win in one of the opponent that can be stopped. */
  readonly isWatchful: boolean;
}

export const LOWEST_LEVEL = 1;
export const HIGHEST_LEVEL = 10;
export const DEFAULT_LEVEL = 5;

/** docs/play.md has what each was measured to be worth. */
const LEVELS: readonly Level[] = [
  level(1, 1_000, 1, 0.3, 200),
  level(2, 1_000, 1, 0.1, 150),
  level(3, 1_000, 1, 0, 120),
  level(4, 1_500, 2, 0, 80),
  level(5, 3_000, 5, 0, 20),
  level(6, 5_000, null, 0, 12),
  level(7, 15_000, null, 0, 8),
  level(8, 50_000, null, 0, 6),
  level(9, 200_000, null, 0, 4),
  level(10, 1_000_000, null, 0, 4),
];

function level(number: number, nodes: number, maxDepth: number | null, carelessness: number, slack: number): Level {
  return { number, nodes, maxDepth, carelessness, slack, isWatchful: carelessness === 0 };
}

/** @throws RangeError for a level that does not exist; {@link readLevel} is for what people type */
export function levelOf(number: number): Level {
  const found = LEVELS[number - LOWEST_LEVEL];
  if (found === undefined) throw new RangeError(`level ${number}: expected ${LOWEST_LEVEL} to ${HIGHEST_LEVEL}`);
  return found;
}

/** @throws MatchError */
export function readLevel(text: string): number {
  const value = /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= LOWEST_LEVEL && value <= HIGHEST_LEVEL) return value;
  throw new MatchError(`level "${text}": expected ${LOWEST_LEVEL} to ${HIGHEST_LEVEL}`);
}
