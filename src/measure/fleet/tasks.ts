/**
 * The games of a schedule as tasks: pairs with one opening and exchanged colors, and single games where their number is
 * odd.
 */
import type { Schedule } from '../match/schedule.ts';

export interface Tasks {
  readonly count: number;
  /** @returns the numbers of a task's games, one or two */
  gamesOf(task: number): readonly number[];
  taskOf(game: number): number;
}

/** Numbers tasks in the order of the schedule. */
export function tasksOf(schedule: Pick<Schedule, 'pairings' | 'total'>): Tasks {
  const pairings = schedule.pairings.length;
  const rounds = schedule.total / pairings;
  const pairs = Math.floor(rounds / 2) * pairings;
  const singles = schedule.total - pairs * 2;
  return {
    count: pairs + singles,
    gamesOf: (task) => (task < pairs ? [task * 2, task * 2 + 1] : [task + pairs]),
    taskOf: (game) => (game < pairs * 2 ? game >> 1 : game - pairs),
  };
}
