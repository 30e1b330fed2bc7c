/** Runs whose games repeat an opening, so that the fleet has to play some of them again. */
import type { Kernel } from '../../src/engine/runtime/kernel.ts';
import { playRange, productOf, type SelfPlayRun } from '../../src/measure/selfplay/product.ts';

const MOST_TRIES = 200;

/**
 * Openings come from searches, so whether a given seed repeats one depends on the search.
 * @param kernel from startGenerator()
 * @param repeats least number of games whose opening an earlier game has
 * @returns the run with the first seed, from its own on, that gives that many
 */
export function repeatingRun(kernel: Kernel, run: SelfPlayRun, repeats = 1): SelfPlayRun {
  for (let seed = run.seed; seed < run.seed + MOST_TRIES; seed++) {
    const tried = { ...run, seed };
    const openings: number[] = [];
    playRange(kernel, productOf(tried), 0, run.games, ({ opening }) => openings.push(opening));
    if (openings.length - new Set(openings).size >= repeats) return tried;
  }
  throw new Error(
    `${MOST_TRIES} seeds from ${run.seed} on: expected one with which ${run.games} games repeat ${repeats} openings`,
  );
}
