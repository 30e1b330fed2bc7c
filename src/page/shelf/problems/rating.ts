/** The rating of a solver by Glicko-2, in which every problem is an opponent. */
import rate from 'glicko2-lite';
import type { SolverRating } from '../../../play/problems/practice.ts';

/** Glicko-2's constraint on the volatility. */
const TAU = 0.5;
/** The problems' ratings are estimates. */
const PROBLEM_DEVIATION = 150;
/** Keeps the rating responsive after many problems. */
const MIN_DEVIATION = 45;

/** @param opponents of one rating period; score 1 won, 0 lost */
export function rated(
  { rating, deviation, volatility }: SolverRating,
  opponents: readonly { readonly rating: number; readonly deviation: number; readonly score: number }[],
): SolverRating {
  const games = opponents.map((one): [number, number, number] => [one.rating, one.deviation, one.score]);
  const after = rate(rating, deviation, volatility, games, { tau: TAU });
  return { rating: after.rating, deviation: after.rd, volatility: after.vol };
}

/** @param problem its rating @returns the rating after one problem */
export function afterProblem(rating: SolverRating, problem: number, isSolved: boolean): SolverRating {
  const after = rated(rating, [{ rating: problem, deviation: PROBLEM_DEVIATION, score: isSolved ? 1 : 0 }]);
  return { ...after, deviation: Math.max(MIN_DEVIATION, after.deviation) };
}
