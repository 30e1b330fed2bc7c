/** How hard a problem is, estimated by what it takes to find its solution. */

export interface Effort {
  /** Own moves of the solution. */
  readonly moves: number;
  /** How many of them make no four. */
  readonly quiet: number;
  /** How many searches, each four times as long as the one before, fail to find the first move; 0 to 4. */
  readonly glances: number;
  /** Other first moves that make a four. */
  readonly tempting: number;
  /** A win, not a defense. */
  readonly isWin: boolean;
}

const LEAST = 600;
const MOST = 2600;

/**
 * Points for each part of the effort. Estimates: no solvers have been measured. A defense is as hard as the win that it
 * prevents, which its own single move does not show.
 */
const BASE = 560;
const FOR_DEFENSE = 350;
const PER_MOVE = 85;
const PER_QUIET = 90;
const PER_GLANCE = 130;
const PER_TEMPTING = 15;
const MAX_TEMPTING = 12;

/** @returns a rating on the scale of the solvers', a multiple of ten */
export function ratingOf({ moves, quiet, glances, tempting, isWin }: Effort): number {
  const points =
    BASE +
    (isWin ? 0 : FOR_DEFENSE) +
    PER_MOVE * moves +
    PER_QUIET * quiet +
    PER_GLANCE * glances +
    PER_TEMPTING * Math.min(tempting, MAX_TEMPTING);
  return Math.min(MOST, Math.max(LEAST, Math.round(points / 10) * 10));
}
