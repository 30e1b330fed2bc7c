/** The rules in the reader's language. */
import { ruleNameOf } from '../../core/rule.ts';
import { CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD } from '../../core/rule-code.ts';
import type { Variant } from '../../game/state/variant.ts';
import type { Forbidden, ForbiddenKind } from '../../rules/index.ts';
import type { Words } from '../lang/en.ts';
import { say } from '../lang/languages.ts';

const NAMES: Readonly<Record<number, keyof Words>> = {
  [FREESTYLE]: 'freestyle',
  [STANDARD]: 'standard',
  [RENJU]: 'renju',
  [CARO]: 'caro',
  [CARO_EXACT]: 'caroExact',
};

const WINS: Readonly<Record<number, keyof Words>> = {
  [FREESTYLE]: 'freestyleWins',
  [STANDARD]: 'standardWins',
  [RENJU]: 'renjuWins',
  [CARO]: 'caroWins',
  [CARO_EXACT]: 'caroExactWins',
};

export function ruleName(code: number): string {
  return NAMES[code] === undefined ? ruleNameOf(code) : say(NAMES[code]);
}

/** @returns what wins, in a few words */
export function ruleWins(code: number): string {
  return WINS[code] === undefined ? '' : say(WINS[code]);
}

/** @returns for instance `Renju, 15 × 15` */
export function variantText({ rule, width, height }: Variant): string {
  const row = rule.winLength === 5 ? '' : `, ${say('inARow', { count: rule.winLength })}`;
  return `${ruleName(rule.code)}${row}, ${width} × ${height}`;
}

const FOULS: Readonly<Record<ForbiddenKind, keyof Words>> = {
  overline: 'overline',
  'double-four': 'doubleFour',
  'double-three': 'doubleThree',
};

/** @returns for instance `forbidden: double three` */
export function foulText({ kinds }: Pick<Forbidden, 'kinds'>): string {
  return say('forbiddenAs', { kinds: kinds.map((kind) => say(FOULS[kind])).join(', ') });
}
