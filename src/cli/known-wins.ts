/** The wins in the book of the package (docs/internals/proof.md), which tengen plays by default. */
import readOwnBook from 'tengen:own-book';
import { FREESTYLE } from '../core/rule-code.ts';
import type { KnownWins } from '../protocol/brain.ts';
import { WinReader } from '../records/book/read-wins.ts';

let reader: WinReader | null = null;

export const KNOWN_WINS: KnownWins = {
  rule: FREESTYLE,
  size: 15,
  load(plies) {
    reader ??= new WinReader(readOwnBook());
    return reader.read(plies);
  },
};
