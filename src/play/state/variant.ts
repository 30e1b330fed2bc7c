import { UserError } from '../../core/errors.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/limits.ts';
import { RULE, type Rule, ruleFromCode, ruleNameOf } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { readValue, type ValueType } from '../../core/values.ts';

export interface Variant {
  readonly rule: Rule;
  readonly width: number;
  readonly height: number;
}

export const DEFAULT_PLAY_SIZE = 15;

/** The sides of a board, `15` or `15x10`, columns first. */
export const BOARD_SIZE: ValueType<{ readonly width: number; readonly height: number }> = {
  word: 'N|WxH',
  expected: `a side from ${MIN_SIZE} to ${MAX_SIZE}, or two such as 15x10`,
  range: `${MIN_SIZE} to ${MAX_SIZE}`,
  read(text) {
    const match = /^(\d{1,3})(?:\s*[x*×]\s*(\d{1,3}))?$/i.exec(text.trim());
    const [width, height] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    return isSide(width) && isSide(height) ? { width, height } : undefined;
  },
  show: ({ width, height }) => (width === height ? String(width) : `${width}x${height}`),
};

function isSide(side: number): boolean {
  return Number.isInteger(side) && side >= MIN_SIZE && side <= MAX_SIZE;
}

/** @returns the rule code of a name or a number as in INFO rule @throws UserError for anything else */
export function readRule(text: string): number {
  return readValue(RULE, 'rule', text);
}

/** As {@link BOARD_SIZE}. @throws UserError */
export function readSize(text: string): { readonly width: number; readonly height: number } {
  return readValue(BOARD_SIZE, 'size', text);
}

/** @returns five, or the largest length that fits on a board without room for five */
export function usualWinLength(width: number, height: number): number {
  return Math.min(5, Math.max(width, height));
}

/**
 * Combines rule and board.
 * @param winLength null: {@link usualWinLength}
 * @throws UserError if the rule has no such length, tengen no such board, or the board no room for a row
 */
export function variantOf(code: number, width: number, height: number, winLength: number | null): Variant {
  if (!isSide(width) || !isSide(height)) {
    throw new UserError(`board ${width}x${height}: expected sides from ${MIN_SIZE} to ${MAX_SIZE}`);
  }
  const wanted = winLength ?? (code === FREESTYLE ? usualWinLength(width, height) : 5);
  const rule = ruleFromCode(code, wanted);
  if (rule === null) throw new UserError(`win ${wanted}: expected 5, other lengths are possible only in freestyle`);
  if (Math.max(width, height) < wanted) {
    throw new UserError(`size ${width}x${height}: expected a side of at least ${wanted} to make ${wanted} in a row`);
  }
  return { rule, width, height };
}

/** @returns for instance `renju, 15x15` or `freestyle, 4 in a row, 7x6` */
export function variantName({ rule, width, height }: Variant): string {
  const length = rule.winLength === 5 ? '' : `, ${rule.winLength} in a row`;
  return `${ruleNameOf(rule.code)}${length}, ${width}x${height}`;
}
