/** Reads the wins of a book; loaded with it, as few games need them. */
import { winsOf } from '../../../records/book/choose.ts';
import type { BookView } from '../../../records/book/info.ts';
import { parseBook } from '../../../records/book/text.ts';

/** @throws UserError if the text is not a book */
export function readWins(text: string): BookView {
  return winsOf(parseBook(text));
}
