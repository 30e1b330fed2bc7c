/** Reads books from files of all formats. */
import { piecesOf } from '../../platform/node/files.ts';
import type { Book } from '../../records/book/book.ts';
import {
  type BookFile,
  type ReadOptions,
  type Reporter,
  readBookFile,
  viewBookFile,
} from '../../records/book/files.ts';
import type { BookView } from '../../records/book/info.ts';

function fileAt(path: string): BookFile {
  return { name: path, pieces: () => piecesOf(path) };
}

/** @returns a read-only book @throws UserError, or what the system throws */
export function viewBook(path: string, options: ReadOptions, reporter: Reporter): BookView {
  return viewBookFile(fileAt(path), options, reporter);
}

/** @throws UserError with the line or offset of the error, or what the system throws */
export function loadBook(path: string, options: ReadOptions, reporter: Reporter): Book {
  return readBookFile(fileAt(path), options, reporter);
}
