/** How strongly the engine plays a person. */

import { MatchError } from '../core/errors.ts';

export interface Level {
  /** 1 to 10. */
  readonly number: number;
  /** Nodes searched for a move; 0: it does not search, but looks at the board as {@link glance} does. */
  readonly nodes: number;
  /** Plies looked ahead at most; null: as far as the nodes go. */
  readonly maxDepth: number | null;
  /** Chance of overlooking a row, 0 to 1. Only levels that do not search have one. */
  readonly oversight: number;
  /** Moves whose scores lie at most this far below the best count as equally good. */
  readonly slack: number;
}

export const LOWEST_LEVEL = 1;
export const HIGHEST_LEVEL = 10;
export const DEFAULT_LEVEL = 5;

/** docs/play.md has what each was measured to be worth. */
const LEVELS: readonly Level[] = [
  looking(1, 0.6),
  looking(2, 0.2),
  searching(3, 1_000, 1, 120),
  searching(4, 1_500, 2, 80),
  searching(5, 3_000, 5, 20),
  searching(6, 5_000, null, 12),
  searching(7, 15_000, null, 8),
  searching(8, 50_000, null, 6),
  searching(9, 200_000, null, 4),
  searching(10, 1_000_000, null, 4),
];

function looking(number: number, oversight: number): Level {
  return { number, nodes: 0, maxDepth: null, oversight, slack: 0 };
}

function searching(number: number, nodes: number, maxDepth: number | null, slack: number): Level {
  return { number, nodes, maxDepth, oversight: 0, slack };
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
