/** The books that the page includes. */
import {
  CARO,
  CARO_EXACT,
  FREESTYLE,
  OMOK,
  RENJU,
  RULE_CODES,
  type RuleCode,
  STANDARD,
} from '../../../core/rule-code.ts';

export interface OwnBook {
  readonly rule: number;
  readonly size: number;
  /** Its file, in `books/` of the package and next to the page. */
  readonly file: string;
}

const BOOKS_BY_RULE: Readonly<Record<RuleCode, readonly Omit<OwnBook, 'rule'>[]>> = {
  [FREESTYLE]: [
    { size: 15, file: 'freestyle-15.tbook' },
    { size: 20, file: 'freestyle-20.tbook' },
  ],
  [STANDARD]: [{ size: 15, file: 'exact-15.tbook' }],
  [RENJU]: [],
  [CARO]: [{ size: 15, file: 'caro-15.tbook' }],
  [CARO_EXACT]: [],
  [OMOK]: [],
};

export const OWN_BOOKS: readonly OwnBook[] = RULE_CODES.flatMap((rule) =>
  BOOKS_BY_RULE[rule].map((book) => ({ rule, ...book })),
);
