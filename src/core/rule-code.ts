/** The rules of the game as managers encode them: `INFO rule` is a sum of bits. */

/** More than five in a row does not win. */
export const EXACT_FIVE_BIT = 1;
/** Play continues after a win or a foul: added to one of the rules below. */
export const CONTINUOUS_BIT = 2;
/** Black has forbidden points. */
export const RENJU_BIT = 4;
/** A five between two opposing stones does not win. */
export const CARO_BIT = 8;

/** The five rules tournaments are played under, as sent by INFO rule. */
export const FREESTYLE = 0;
/** Exactly five wins. */
export const STANDARD = 1;
/** Exactly five for Black, who has forbidden points; five or more for White. */
export const RENJU = 4;
/** Five that is not blocked at both ends wins, and so does a longer row. */
export const CARO = 8;
/** The same with exactly five. */
export const CARO_EXACT = 9;

/** All five, in the order that numbers their learned weights. */
export const RULE_CODES = [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT] as const;

/** One of them. Tables by rule are a `Record<RuleCode, ...>`, so that the compiler lists those that lack a new rule. */
export type RuleCode = (typeof RULE_CODES)[number];

export function ruleIndexOf(code: number): number {
  return (RULE_CODES as readonly number[]).indexOf(code);
}

export function isRuleCode(code: number): code is RuleCode {
  return ruleIndexOf(code) >= 0;
}

export const MIN_WIN_LENGTH = 3;
export const MAX_WIN_LENGTH = 6;
