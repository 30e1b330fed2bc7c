import { winsOf } from './choose.ts';
import type { BookView } from './info.ts';
import { parseBook } from './text.ts';

/** @param text of a book @returns its wins alone @throws UserError if the text is not a book */
export function readWins(text: string): BookView {
  return winsOf(parseBook(text));
}
