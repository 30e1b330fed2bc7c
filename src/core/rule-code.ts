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

/** All five, in the order in which what was learned for them is numbered. */
export const RULE_CODES: readonly number[] = [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT];

/** Shortest and longest row an m,n,k game may ask for. */
export const MIN_WIN_LENGTH = 3;
export const MAX_WIN_LENGTH = 6;
