/** The worker that reads a book and looks up positions in it, so that a large file does not block the page. */

import { type BookFile, type ReadOptions, viewBookFile } from '../../../records/book/files.ts';
import type { BookView } from '../../../records/book/info.ts';
import { Line } from '../../../records/book/key.ts';
import { lookUp } from '../../../records/book/look-up.ts';
import { answerCalls } from '../../state/worker-calls.ts';

/** Number of leading moves of a game that belong to the book. */
const PLIES = 20;
/** The board size of RenLib libraries, which do not name their rule. */
const LIB_SIZE = 15;
let book: BookView;

const api = {
  /** Reads a book. @param ruleCode of the analyzed game, as its size: used if the file does not name its own */
  async open(name: string, content: Blob, ruleCode: number, boardSize: number) {
    const bytes = new Uint8Array(await content.arrayBuffer());
    book = read({ name, pieces: () => [bytes] }, ruleCode, boardSize);
    const { rule, size, count } = book;
    return { rule, size, count };
  },

  /** Looks up a position of the open book. @see cellsOf */
  async look(cells: readonly number[]) {
    return lookUp(book, new Line(book.rule, book.size, cells));
  },
};
export type BookApi = typeof api;

answerCalls(api);

/** @param rule of the analyzed game @param size of its board @throws UserError */
function read(file: BookFile, rule: number, size: number): BookView {
  const silent = { note() {}, progress() {} };
  const options: ReadOptions = { rule: null, size: null, plies: PLIES, page: null };
  const isLib = /\.lib$/i.test(file.name);
  if (isLib && size === LIB_SIZE) return viewBookFile(file, { ...options, rule }, silent);
  try {
    return viewBookFile(file, options, silent);
  } catch (error) {
    // A database with several kinds of games.
    if (!/\.db$/i.test(file.name)) throw error;
    return viewBookFile(file, { ...options, rule, size }, silent);
  }
}
