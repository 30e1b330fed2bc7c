/** Books from files of all kinds. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Book } from '../../book/book.ts';
import { type BookFile, type ReadOptions, type Reporter, readBookFile, viewBookFile } from '../../book/files.ts';
import type { BookView } from '../../book/info.ts';

const PIECE = 1 << 20;

/** @returns the bytes of a file, read as they are asked for */
function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(PIECE);
      const length = readSync(file, piece, 0, PIECE, null);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

function fileAt(path: string): BookFile {
  return { name: path, pieces: () => piecesOf(path) };
}

/** @returns a book to be looked at only @throws MatchError, or what the system throws */
export function viewBook(path: string, options: ReadOptions, reporter: Reporter): BookView {
  return viewBookFile(fileAt(path), options, reporter);
}

/** @throws MatchError with line or offset where the file is broken, or what the system throws */
export function loadBook(path: string, options: ReadOptions, reporter: Reporter): Book {
  return readBookFile(fileAt(path), options, reporter);
}
