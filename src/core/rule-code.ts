/** The rules of the game as managers encode them: `INFO rule` is a sum of bits. */

/** More than five in a row does not win. */
export const EXACT_FIVE_BIT = 1;
/** Play continues after a win or a foul: added to one of the rules below. */
export const CONTINUOUS_BIT = 2;
/** Black has forbidden points. */
export const RENJU_BIT = 4;
/** A five between two opposing stones does not win. */
export const CARO_BIT = 8;
/** Double-threes are forbidden to both sides. Not a bit of Gomocup's. */
export const OMOK_BIT = 16;

/** The rules by the codes that INFO rule sends: the five of tournaments, and omok. */
export const FREESTYLE = 0;
/** Exactly five wins. */
export const STANDARD = 1;
/** Exactly five for Black, who has forbidden points; five or more for White. */
export const RENJU = 4;
/** Five that is not blocked at both ends wins, and so does a longer row. */
export const CARO = 8;
/** The same with exactly five. */
export const CARO_EXACT = 9;
/** Five or more; a double-three is forbidden to both sides. */
export const OMOK = 16;

/** Those that tournaments are played under, in the order that numbers their learned weights. */
export const TOURNAMENT_CODES = [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT] as const;

/** All rules, in the order in which they are listed for people. */
export const RULE_CODES = [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT, OMOK] as const;

/** One of them. Tables by rule are a `Record<RuleCode, ...>`, so that the compiler lists those that lack a new rule. */
export type RuleCode = (typeof RULE_CODES)[number];

/** @returns the number of the learned weights of a rule, which omok shares with freestyle; -1 for an unknown code */
export function ruleIndexOf(code: number): number {
  return (TOURNAMENT_CODES as readonly number[]).indexOf(code === OMOK ? FREESTYLE : code);
}

export function isRuleCode(code: number): code is RuleCode {
  return ruleIndexOf(code) >= 0;
}

export const MIN_WIN_LENGTH = 3;
export const MAX_WIN_LENGTH = 6;
