/** The rules in the reader's language. */
import { ruleNameOf } from '../../core/rule.ts';
import { CARO, CARO_EXACT, FREESTYLE, isRuleCode, OMOK, RENJU, type RuleCode, STANDARD } from '../../core/rule-code.ts';
import type { Variant } from '../../play/state/variant.ts';
import { say } from '../lang/languages.ts';
import type { Words } from '../lang/speech.ts';

/** The name of a rule, and in a few words what wins. */
const WORDS: Readonly<Record<RuleCode, readonly [name: keyof Words, wins: keyof Words]>> = {
  [FREESTYLE]: ['freestyle', 'freestyleWins'],
  [STANDARD]: ['standard', 'standardWins'],
  [RENJU]: ['renju', 'renjuWins'],
  [CARO]: ['caro', 'caroWins'],
  [CARO_EXACT]: ['caroExact', 'caroExactWins'],
  [OMOK]: ['omok', 'omokWins'],
};

export function ruleName(code: number): string {
  return isRuleCode(code) ? say(WORDS[code][0]) : ruleNameOf(code);
}

/** @returns these rules as options to choose from */
export function ruleOptions(codes: readonly number[]) {
  return codes.map((code) => ({ value: code, text: ruleName(code) }));
}

/** @returns what wins, in a few words */
export function ruleWins(code: number): string {
  return isRuleCode(code) ? say(WORDS[code][1]) : '';
}

/** @returns for instance `Renju, 15 × 15` */
export function variantText({ rule, width, height }: Variant): string {
  const row = rule.winLength === 5 ? '' : `, ${say('inARow', { count: rule.winLength })}`;
  return `${ruleName(rule.code)}${row}, ${width} × ${height}`;
}
