/** Scores are integers from the mover's view; a win in n plies (its five included) is WIN - n. */
export const WIN = 30000;
/** Scores at or beyond this mean a forced win (negated: loss). */
export const WIN_BOUND = 29000;
export const DRAW = 0;
/** Beyond every score. */
export const INFINITE = 32000;

/** @returns score of a win with the five at `ply` plies from the root */
export function winIn(ply: number): number {
  return WIN - ply;
}

/** @returns score of a loss with the opponent's five at `ply` plies from the root */
export function lossIn(ply: number): number {
  return ply - WIN;
}

/** @returns 1 if the score means a forced win or loss */
export function isDecided(score: number): number {
  return score >= WIN_BOUND || score <= -WIN_BOUND ? 1 : 0;
}
