/** The proven wins in the book of the package (docs/internals/proof.md), which tengen plays by default. */
import readOwnBook from 'tengen:own-book';
import { FREESTYLE } from '../core/rule-code.ts';
import type { ProvenWins } from '../protocol/brain.ts';
import { provenWinsOf } from '../records/book/choose.ts';
import type { BookView } from '../records/book/info.ts';
import { parseBook } from '../records/book/text.ts';

let wins: BookView | null = null;

/** Read when a game needs them. */
export const PROVEN_WINS: ProvenWins = {
  rule: FREESTYLE,
  size: 15,
  load() {
    wins ??= provenWinsOf(parseBook(readOwnBook()));
    return wins;
  },
};
