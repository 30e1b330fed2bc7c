import { readValue, type ValueType, whole } from '../../core/values.ts';

/** How strongly the engine plays against a person. */
export interface Level {
  /** 1 to 10. */
  readonly number: number;
  /** Elo on Gomocup's freestyle scale, as measured; docs/guide/play.md explains how, and how reliable it is. */
  readonly rating: number;
  /** Nodes searched for a move; 0: no search, but a move by pattern (pattern-move.ts). */
  readonly nodes: number;
  /** Depth limit in plies; null: only the nodes count. */
  readonly maxDepth: number | null;
  /** Probability of overlooking a row, 0 to 1. Only levels that do not search have one. */
  readonly missProbability: number;
  /** Moves whose scores are at most this far below the best count as equally good. */
  readonly equalScoreMargin: number;
}

export const LOWEST_LEVEL = 1;
export const HIGHEST_LEVEL = 10;
export const DEFAULT_LEVEL = 5;

/**
 * The levels, lowest first, chosen so that the ratings are spaced about evenly.
 *
 *     LEVELS.map(({ number, rating }) => `${number}: about ${rating} Elo`);
 */
export const LEVELS: readonly Level[] = [
  looking(1, 160, 0.6),
  looking(2, 410, 0.34),
  looking(3, 710, 0.1),
  looking(4, 910, 0),
  searching(5, 1200, 1_000, 1, 700),
  searching(6, 1520, 2_000, 2, 12),
  searching(7, 1850, 5_000, null, 10),
  searching(8, 2070, 15_000, null, 8),
  searching(9, 2280, 70_000, null, 6),
  searching(10, 2600, 1_000_000, null, 4),
];

function looking(number: number, rating: number, missProbability: number): Level {
  return { number, rating, nodes: 0, maxDepth: null, missProbability, equalScoreMargin: 0 };
}

function searching(
  number: number,
  rating: number,
  nodes: number,
  maxDepth: number | null,
  equalScoreMargin: number,
): Level {
  return { number, rating, nodes, maxDepth, missProbability: 0, equalScoreMargin };
}

/** @throws RangeError for a level that does not exist; {@link readLevel} reads user input */
export function levelOf(number: number): Level {
  const found = LEVELS[number - LOWEST_LEVEL];
  if (found === undefined) throw new RangeError(`level ${number}: expected ${LOWEST_LEVEL} to ${HIGHEST_LEVEL}`);
  return found;
}

export const LEVEL: ValueType<number> = { ...whole(LOWEST_LEVEL, HIGHEST_LEVEL), range: '' };

export function readLevel(text: string): number {
  return readValue(LEVEL, 'level', text);
}

/** @returns for instance `Level 5: about 1,200 Elo on Gomocup's scale` */
export function levelText(number: number): string {
  return `Level ${number}: about ${levelOf(number).rating.toLocaleString('en')} Elo on Gomocup's scale`;
}

/** @returns the lowest and the highest level, for a list of options */
export function levelRange(): string {
  const [lowest, highest] = [levelOf(LOWEST_LEVEL), levelOf(HIGHEST_LEVEL)];
  return `${lowest.number} (beginner, ${lowest.rating} Elo) to ${highest.number} (full strength, ${highest.rating} Elo)`;
}
