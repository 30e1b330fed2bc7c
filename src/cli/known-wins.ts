/** The wins in the book of the package (docs/internals/proof.md), which tengen plays by default. */
import readOwnBook from 'tengen:own-book';
import { FREESTYLE } from '../core/rule-code.ts';
import type { KnownWins } from '../protocol/brain.ts';
import type { BookView } from '../records/book/info.ts';
import { readWins } from '../records/book/read-wins.ts';

let wins: BookView | null = null;

/** Read when a game needs them. */
export const KNOWN_WINS: KnownWins = {
  rule: FREESTYLE,
  size: 15,
  load() {
    wins ??= readWins(readOwnBook());
    return wins;
  },
};
