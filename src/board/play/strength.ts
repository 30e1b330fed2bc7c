/** How strong each level is, as docs/play.md has it measured. */
import { LOWEST_LEVEL } from '../../game/levels.ts';

/** Elo above the level below, from level 2 on. */
export const ELO_ABOVE_LEVEL_BELOW: readonly number[] = [338, 269, 319, 269, 436, 301, 215, 255, 269];

/** @returns Elo above the lowest level, to the nearest fifty: the games were too few for more */
export function eloAboveLowest(level: number): number {
  const sum = ELO_ABOVE_LEVEL_BELOW.slice(0, level - LOWEST_LEVEL).reduce((total, elo) => total + elo, 0);
  return Math.round(sum / 50) * 50;
}
