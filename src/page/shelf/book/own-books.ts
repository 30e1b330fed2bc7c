/** The books that the page includes. */
import { CARO, FREESTYLE, STANDARD } from '../../../core/rule-code.ts';

export interface OwnBook {
  readonly rule: number;
  readonly size: number;
  /** Its file, in `books/` of the package and next to the page. */
  readonly file: string;
}

/** The book with wins of Black (docs/internals/proof.md), which the highest level plays. */
export const BOOK_OF_WINS: OwnBook = { rule: FREESTYLE, size: 15, file: 'freestyle-15.tbook' };

export const OWN_BOOKS: readonly OwnBook[] = [
  BOOK_OF_WINS,
  { rule: FREESTYLE, size: 20, file: 'freestyle-20.tbook' },
  { rule: STANDARD, size: 15, file: 'exact-15.tbook' },
  { rule: CARO, size: 15, file: 'caro-15.tbook' },
];
