/** Numbers, durations and choices out of written options. All throw a MatchError with what came and what was expected. */

import { readFileSync } from 'node:fs';
import { withoutByteOrderMark } from '../../core/byte-order-mark.ts';
import { MatchError, reasonOf } from '../../core/errors.ts';
import { suggestion } from '../../core/near.ts';
import { parseDuration } from '../engine-spec.ts';
import type { Pairs } from './written.ts';

export function isOn(values: Pairs, key: string): boolean {
  return values.get(key) === 'on';
}

export function onlyKeys(group: Pairs, where: string, keys: readonly string[]): void {
  for (const key of group.keys())
    if (!keys.includes(key)) {
      throw new MatchError(`${where} ${key}=: expected ${keys.join(', ')}${suggestion(key, keys)}`);
    }
}

/** The first of `allowed` is the default. */
export function choice<T extends string>(pairs: Pairs, key: string, where: string, allowed: readonly T[]): T {
  const text = pairs.get(key) ?? allowed[0];
  const found = allowed.find((word) => word === text.toLowerCase());
  if (found === undefined) throw new MatchError(`${where} ${key}="${text}": expected ${allowed.join(', ')}`);
  return found;
}

export function integer(pairs: Pairs, key: string, fallback: number, least: number, greatest: number): number {
  const text = pairs.get(key);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > greatest) {
    throw new MatchError(`${key} "${text}": expected a whole number from ${least} to ${greatest}`);
  }
  return value;
}

export function number(
  pairs: Pairs,
  key: string,
  where: string,
  fallback: number,
  least = Number.NEGATIVE_INFINITY,
): number {
  const text = pairs.get(key);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < least) {
    throw new MatchError(
      `${where} ${key}="${text}": expected a number${least === Number.NEGATIVE_INFINITY ? '' : ` of at least ${least}`}`,
    );
  }
  return value;
}

export function duration(pairs: Pairs, key: string, where: string, fallback: number): number {
  const text = pairs.get(key);
  if (text === undefined) return fallback;
  const value = parseDuration(text, 'ms');
  if (value === undefined) throw new MatchError(`${where} ${key}="${text}": expected ms or a time such as 2s`);
  return value;
}

/** @returns the text of a file in UTF-8, without the byte order mark that editors may begin it with */
export function readText(file: string): string {
  try {
    return withoutByteOrderMark(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new MatchError(`${file}: ${reasonOf(error)}`);
  }
}
