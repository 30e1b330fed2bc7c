/**
 * The rules of the game as managers number them: `INFO rule` is a sum of bits.
 */

export const EXACT_FIVE_BIT = 1;
export const CONTINUOUS_BIT = 2;
export const RENJU_BIT = 4;
export const CARO_BIT = 8;

/** The five rules tournaments are played under, as sent by INFO rule. */
export const FREESTYLE = 0;
export const STANDARD = 1;
export const RENJU = 4;
export const CARO = 8;
export const CARO_EXACT = 9;

/** A rule, taken apart. Immutable. */
export interface Rule {
  /** The sum of bits this rule was made from. */
  readonly code: number;
  /** Stones in a row that win, 3 to 6; 5 but for freestyle m,n,k games. */
  readonly winLength: number;
  /** Longer rows do not win, for either side (codes 1 and 9). In renju this holds for Black only: see {@link renju}. */
  readonly exactFive: boolean;
  /** Black wins with exactly five and has forbidden points; White wins with five or more. */
  readonly renju: boolean;
  /** A row of exactly five between two opposing stones does not win. */
  readonly caro: boolean;
  /** Play goes on after a win (GUI only). */
  readonly continuous: boolean;
}

/** Shortest and longest row an m,n,k game may ask for. */
export const MIN_WIN_LENGTH = 3;
export const MAX_WIN_LENGTH = 6;

/**
 * Decodes what INFO rule carries.
 * @param code sum of 1 exact five, 2 continuous, 4 renju, 8 caro
 * @param winLength stones in a row that win, 3 to 6; other than 5 only under freestyle
 * @returns the rule, or null for a code or a combination that no manager means (renju with caro, bits above 8, a win
 * length under another rule than freestyle)
 */
export function ruleFromCode(code: number, winLength = 5): Rule | null {
  if (!Number.isInteger(code) || code < 0 || code > 15) return null;
  if (!Number.isInteger(winLength) || winLength < MIN_WIN_LENGTH || winLength > MAX_WIN_LENGTH) return null;
  const renju = (code & RENJU_BIT) !== 0;
  const caro = (code & CARO_BIT) !== 0;
  const exactFive = !renju && (code & EXACT_FIVE_BIT) !== 0;
  if (renju && caro) return null;
  if (winLength !== 5 && (renju || caro || exactFive)) return null;
  return { code, winLength, exactFive, renju, caro, continuous: (code & CONTINUOUS_BIT) !== 0 };
}
