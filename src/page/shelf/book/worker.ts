/** The worker that reads a book and looks up positions in it, so that a large file does not block the page. */

import { messageOf } from '../../../core/errors.ts';
import { type BookFile, type ReadOptions, viewBookFile } from '../../../records/book/files.ts';
import type { BookView } from '../../../records/book/info.ts';
import { Line } from '../../../records/book/key.ts';
import { lookUp } from '../../../records/book/look-up.ts';
import type { FromBookWorker, ToBookWorker } from './messages.ts';

interface Scope {
  onmessage: ((event: { readonly data: ToBookWorker }) => void) | null;
  postMessage(message: FromBookWorker): void;
}

const scope = globalThis as unknown as Scope;
/** Number of leading moves of a game that belong to the book. */
const PLIES = 20;
/** The board size of RenLib libraries, which do not name their rule. */
const LIB_SIZE = 15;
let book: BookView | null = null;

scope.onmessage = ({ data }) => {
  if (data.type === 'open') void open(data);
  else if (book !== null) {
    scope.postMessage({ type: 'shown', id: data.id, shown: lookUp(book, new Line(book.rule, book.size, data.cells)) });
  }
};

async function open({ name, content, rule, size }: Extract<ToBookWorker, { type: 'open' }>): Promise<void> {
  try {
    const bytes = new Uint8Array(await content.arrayBuffer());
    book = read({ name, pieces: () => [bytes] }, rule, size);
    scope.postMessage({ type: 'opened', rule: book.rule, size: book.size, count: book.count });
  } catch (error) {
    scope.postMessage({ type: 'failed', reason: messageOf(error) });
  }
}

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
