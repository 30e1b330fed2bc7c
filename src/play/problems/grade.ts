/** The difficulty of a problem, estimated from the effort of finding its solution. */

export interface Effort {
  /** The solver's moves in the solution. */
  readonly moves: number;
  /** How many of them make no four. */
  readonly quiet: number;
  /** How many searches, each with four times the nodes of the one before, fail to find the first move; 0 to 4. */
  readonly glances: number;
  /** Other first moves that make a four. */
  readonly tempting: number;
  /** Whether the task is a win, not a defense. */
  readonly isWin: boolean;
}

const MIN_RATING = 600;
const MAX_RATING = 2600;

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

/** @returns a rating on the scale of the solvers' ratings, a multiple of ten */
export function ratingOf({ moves, quiet, glances, tempting, isWin }: Effort): number {
  const points =
    BASE +
    (isWin ? 0 : FOR_DEFENSE) +
    PER_MOVE * moves +
    PER_QUIET * quiet +
    PER_GLANCE * glances +
    PER_TEMPTING * Math.min(tempting, MAX_TEMPTING);
  return Math.min(MAX_RATING, Math.max(MIN_RATING, Math.round(points / 10) * 10));
}
