/** Reads a book in either form. */
import { isBinaryBook, PackedBook } from './binary.ts';
import type { BookView } from './info.ts';
import { parseBook } from './text.ts';

/**
 * Reads a book, in its text form or its compact one.
 * @throws UserError with the line or offset of a fault
 */
export function readBook(source: string | Uint8Array): BookView {
  if (typeof source === 'string') return parseBook(source);
  return isBinaryBook(source) ? new PackedBook(source) : parseBook(new TextDecoder().decode(source));
}
