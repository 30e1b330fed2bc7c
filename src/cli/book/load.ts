/** Books from files of all kinds. */
import type { Book } from '../../book/book.ts';
import { type BookFile, type ReadOptions, type Reporter, readBookFile, viewBookFile } from '../../book/files.ts';
import type { BookView } from '../../book/info.ts';
import { piecesOf } from '../../platform/node/files.ts';

function fileAt(path: string): BookFile {
  return { name: path, pieces: () => piecesOf(path) };
}

/** @returns a book to be looked at only @throws UserError, or what the system throws */
export function viewBook(path: string, options: ReadOptions, reporter: Reporter): BookView {
  return viewBookFile(fileAt(path), options, reporter);
}

/** @throws UserError with line or offset where the file is broken, or what the system throws */
export function loadBook(path: string, options: ReadOptions, reporter: Reporter): Book {
  return readBookFile(fileAt(path), options, reporter);
}
