/** tengen wins with the book of the package, whatever White replies: where the book ends, a small search finds the win. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/random.ts';
import { FREESTYLE } from '../../../src/core/rule-code.ts';
import { candidates, winsOf } from '../../../src/records/book/choose.ts';
import { Line } from '../../../src/records/book/key.ts';
import { cellName, parseBook } from '../../../src/records/book/text.ts';
import { bookTreeOf } from '../../../src/records/book/tree.ts';
import { winAt } from '../../../tools/proof/fill.ts';
import { BOOK_NODES, searched } from '../../../tools/proof.ts';
import { useBuiltKernel } from '../../../tools/tactics/search.ts';

const SIZE = 15;
const REPLIES = 6000;

test('after every reply to a move of the book, the book or a search of 20,000 nodes has a win', () => {
  useBuiltKernel();
  const book = parseBook(readFileSync(new URL('../../../books/freestyle-15.tbook', import.meta.url), 'utf8'));
  const wins = winsOf(book);
  const tree = bookTreeOf(book);
  const random = seededRandom(1);
  const open: string[] = [];
  let searches = 0;
  for (let i = 0; i < REPLIES; i++) {
    const index = Math.floor(random() * book.count);
    const win = winAt(book, tree, index);
    if (win === null || win.replies.length === 0) continue;
    const game = [...win.game, win.replies[Math.floor(random() * win.replies.length)]];
    if (candidates(wins, new Line(FREESTYLE, SIZE, game)).length > 0) continue;
    searches++;
    if (searched(game, BOOK_NODES, {})?.winIn == null) open.push(game.map((cell) => cellName(cell, SIZE)).join(' '));
  }
  expect(open).toEqual([]);
  expect(searches).toBeGreaterThan(1000);
});
