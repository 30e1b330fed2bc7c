/** Writes books to files, whole or not at all. */
import { extname } from 'node:path';
import type { CodePage } from '../../core/code-page.ts';
import { named, UserError } from '../../core/errors.ts';
import { runToEnd } from '../../core/steps.ts';
import { isTaken, requireReplaceable, saveFile, stateOf, writeUnchanged } from '../../platform/node/files.ts';
import { packBook } from '../../records/book/binary.ts';
import type { Book } from '../../records/book/book.ts';
import { nameAside } from '../../records/book/files.ts';
import { formatDb } from '../../records/book/formats/db.ts';
import { formatLib } from '../../records/book/formats/lib.ts';
import { formatSgfTree } from '../../records/book/formats/sgf.ts';
import { formatBook } from '../../records/book/text.ts';

interface SaveOptions {
  readonly page: CodePage | null;
  readonly isRaw: boolean;
  /** Whether to overwrite an existing file. */
  readonly replaces: boolean;
  readonly note: (text: string) => void;
}

/** @throws UserError for a name without a known format, an existing file, or a book that the format cannot hold */
export function saveBook(path: string, book: Book, options: SaveOptions): void {
  checkName(path, options.replaces);
  named(path, () => saveFile(path, piecesOf(path, book, options), options.replaces));
}

/** The file of a book that a long run saves again and again, while a person may edit it. */
export class GrowingFile {
  /** When the file was last read or written. */
  private state: string | null;

  /** @param path of an existing file, which is about to be read */
  constructor(public path: string) {
    this.state = stateOf(path);
  }

  /** If another program has changed the file since, it is left as it is, and the book moves to another file. */
  save(book: Book, note: SaveOptions['note']): void {
    let state = stateOf(this.path);
    const write = () =>
      runToEnd(writeUnchanged(this.path, piecesOf(this.path, book, { page: null, isRaw: false, note }), state));
    while ((state !== null && state !== this.state) || !write()) {
      const aside = nameAside(this.path, isTaken);
      note(`${this.path}: changed by another program and left as it is; the book is now saved as ${aside}`);
      this.path = aside;
      state = null;
    }
    this.state = stateOf(this.path);
  }
}

/** Checks the name before any long work. @throws UserError as {@link saveBook} */
export function checkName(path: string, replaces: boolean): void {
  if (!['.tbook', '.tbk', '.lib', '.db', '.sgf'].includes(extname(path).toLowerCase())) {
    throw new UserError(`"${path}": expected a name that ends with .tbook, .tbk, .lib, .db or .sgf`);
  }
  named(path, () => requireReplaceable(path, replaces));
}

function* piecesOf(
  path: string,
  book: Book,
  { page, isRaw, note }: Omit<SaveOptions, 'replaces'>,
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  switch (extname(path).toLowerCase()) {
    case '.tbook':
      for (const text of formatBook(book)) yield encoder.encode(text);
      return;
    case '.tbk':
      yield packBook(book);
      return;
    case '.sgf':
      // Its readers reject a file of games without a move.
      if (book.count === 1) throw new UserError('a book without moves: use .tbook');
      for (const text of formatSgfTree(book)) yield encoder.encode(text);
      return;
    case '.db':
      yield* formatDb([book], !isRaw, (reduced) => {
        if (reduced > 0) note(`${path}: a database cannot hold the weights, results or marks of ${reduced} positions`);
      });
      return;
    default:
      yield* formatLib(book, page, (written) => {
        note(`${path}: ${written.nodes} nodes, texts encoded as ${written.page}`);
        if (written.lost > 0)
          note(`${path}: ${written.lost} characters that ${written.page} lacks were replaced by "?"`);
      });
  }
}
