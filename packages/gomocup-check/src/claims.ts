/** Which rules and sizes a brain is tested with. */
import { RULE } from '../../../src/core/rule.ts';
import { isRuleCode, type RuleCode } from '../../../src/core/rule-code.ts';
import type { ValueType } from '../../../src/core/values.ts';

/** What a brain claims to play; null: it says nothing, so everything usual is tested. */
export interface Claims {
  readonly rules: readonly RuleCode[] | null;
  readonly sizes: readonly number[] | null;
}

export const NO_CLAIMS: Claims = { rules: null, sizes: null };

/** Smallest and largest board of the managers: Piskvork has 5, c-gomoku-cli 22. */
const MIN_MANAGER_SIZE = 5;
const MAX_MANAGER_SIZE = 22;

/** Names or codes with commas between them: `freestyle,renju` or `0,4`. */
export const RULES: ValueType<readonly RuleCode[]> = {
  word: 'RULE,RULE,...',
  expected: `${RULE.expected}, or several separated by commas`,
  range: '',
  read(text) {
    const codes = wordsOf(text).map((word) => RULE.read(word));
    return codes.length > 0 && codes.every((code) => code !== undefined && isRuleCode(code))
      ? (codes as RuleCode[])
      : undefined;
  },
};

/** Sizes and ranges with commas between them: `15,20` or `5-20`. */
export const SIZES: ValueType<readonly number[]> = {
  word: 'N,N-N,...',
  expected: `sizes from ${MIN_MANAGER_SIZE} to ${MAX_MANAGER_SIZE}, such as 15,20 or 10-20`,
  range: '',
  read(text) {
    const ranges = wordsOf(text).map(rangeOf);
    return ranges.length > 0 && ranges.every((range) => range !== null) ? ranges.flat() : undefined;
  },
};

/** @param about the answer to ABOUT, keys in lower case @returns what its keys `rules` and `sizes` say */
export function claimsOf(about: Readonly<Record<string, string>>): Claims {
  return { rules: RULES.read(about.rules ?? '') ?? null, sizes: SIZES.read(about.sizes ?? '') ?? null };
}

/** @returns `wanted` if the brain claims it or claims nothing, else the largest size that it claims */
export function playableSize({ sizes }: Claims, wanted: number): number {
  return sizes === null || sizes.includes(wanted) ? wanted : Math.max(...sizes);
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function rangeOf(word: string): number[] | null {
  const found = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(word);
  if (found === null) return null;
  const [first, last] = [Number(found[1]), Number(found[2] ?? found[1])];
  if (first < MIN_MANAGER_SIZE || last > MAX_MANAGER_SIZE || last < first) return null;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
