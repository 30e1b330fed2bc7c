/**
 * The games of a schedule as tasks: pairs with one opening and exchanged colors, and single games where their number is
 * odd.
 */
import type { Schedule } from '../match/schedule.ts';

export interface Units {
  readonly count: number;
  /** @returns the numbers of a task's games, one or two */
  gamesOf(unit: number): readonly number[];
  /** @returns the task that a game belongs to */
  unitOf(game: number): number;
}

/** Numbers tasks in the order of the schedule. */
export function unitsOf(schedule: Pick<Schedule, 'pairings' | 'total'>): Units {
  const pairings = schedule.pairings.length;
  const rounds = schedule.total / pairings;
  const pairs = Math.floor(rounds / 2) * pairings;
  const singles = schedule.total - pairs * 2;
  return {
    count: pairs + singles,
    gamesOf: (unit) => (unit < pairs ? [unit * 2, unit * 2 + 1] : [unit + pairs]),
    unitOf: (game) => (game < pairs * 2 ? game >> 1 : game - pairs),
  };
}
