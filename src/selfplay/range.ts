/** Some games of a run, played apart from the others. */
import type { GenerateOptions } from './generate.ts';
import { canonicalHash, generateGame } from './generate.ts';
import type { SelfPlayGame } from './record.ts';

/** A run of self-play as it is asked for. */
export interface SelfPlayRun extends GenerateOptions {
  /** Games in the end. */
  readonly games: number;
  /** By the hand-set weights, not the learned ones. */
  readonly handset: boolean;
}

/** @returns what tells the opening of a game from others, see canonicalHash() */
export function openingOf({ size, plies, openingPlies }: SelfPlayGame): number {
  return canonicalHash(size, plies.slice(0, openingPlies));
}

/**
 * Plays games as if each were the first of its run. Where its opening is new to the run it is the game of the run.
 * To be called after startGenerator().
 */
export function playRange(
  options: GenerateOptions,
  first: number,
  count: number,
  onGame: (game: SelfPlayGame) => void,
): void {
  for (let index = first; index < first + count; index++) onGame(generateGame(options, index, () => true));
}

/**
 * Plays those games of a range again whose opening is taken by an earlier one, with the opening that the run gives them.
 * To be called after startGenerator().
 * @param openings of the games of the range, as playRange() gave them @param taken those of all games before the range
 */
export function redrawRange(
  options: GenerateOptions,
  first: number,
  openings: readonly number[],
  taken: Iterable<number>,
  onGame: (game: SelfPlayGame) => void,
): void {
  const seen = new Set(taken);
  for (const [i, opening] of openings.entries()) {
    if (seen.has(opening)) {
      const game = generateGame(options, first + i, (size, moves) => !seen.has(canonicalHash(size, moves)));
      seen.add(openingOf(game));
      onGame(game);
    } else seen.add(opening);
  }
}
