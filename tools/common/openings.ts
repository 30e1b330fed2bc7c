/** The openings in test/data/openings. */
import { readFileSync } from 'node:fs';
import { ruleFromCode } from '../../src/core/rule.ts';
import { type Opening, parseOpenings } from '../../src/records/notation/openings.ts';

/** A kind of game; `openings` is a file of test/data/openings without its extension. */
export interface GameKind {
  readonly rule: number;
  readonly size: number;
  readonly openings: string;
}

/** The kinds of game that most people play, one file of openings each. */
export const COMMON_GAMES: readonly (GameKind & { readonly name: string })[] = [
  { name: 'freestyle, 15x15', rule: 0, size: 15, openings: 'freestyle-15' },
  { name: 'freestyle, 20x20', rule: 0, size: 20, openings: 'freestyle-20' },
  { name: 'standard', rule: 1, size: 15, openings: 'standard-15' },
  { name: 'renju', rule: 4, size: 15, openings: 'renju-15' },
  { name: 'caro', rule: 8, size: 15, openings: 'caro-15' },
];

/** @returns all openings of a kind of game, in the order of the file */
export function readOpenings({ rule, size, openings }: GameKind): readonly Opening[] {
  const file = new URL(`../../test/data/openings/${openings}.txt`, import.meta.url);
  return parseOpenings(readFileSync(file, 'utf8'), 'auto', size, ruleFromCode(rule)!).openings;
}
