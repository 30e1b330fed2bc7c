/** What a writer of books writes, its reader reads: for all values, marks, bounds and texts, rules and sizes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { saveBook } from '../../../../src/cli/book/save.ts';
import type { CodePage } from '../../../../src/core/code-page.ts';
import { readOutcome } from '../../../../src/measure/fleet/wire.ts';
import { Book } from '../../../../src/records/book/book.ts';
import { expandBook } from '../../../../src/records/book/expand.ts';
import { readBookFile } from '../../../../src/records/book/files.ts';
import { isDbRule } from '../../../../src/records/book/formats/db.ts';
import { WIN_VALUE } from '../../../../src/records/book/info.ts';
import { parseBook } from '../../../../src/records/book/text.ts';
import { temporaryFolder } from '../../../folder.ts';
import { books, bookText, contentOf } from './arbitraries.ts';

const folder = temporaryFolder();

/** @returns the book, written to a file and read as any file is */
function reread(book: Book, ending: string, isRaw = false): Book {
  const path = join(folder, `book${ending}`);
  // The code page of a library is a guess; other forms know theirs.
  const page: CodePage | null = ending === '.lib' ? 'utf-8' : null;
  saveBook(path, book, { page, isRaw, replaces: true, note: () => {} });
  const file = { name: path, pieces: () => [new Uint8Array(readFileSync(path))] };
  const options = { rule: ending === '.lib' ? book.rule : null, size: null, plies: 1000, page };
  return readBookFile(file, options, { note: () => {}, progress: () => {} });
}

describe('every book that can be written', () => {
  test.each([
    ['.tbook', books()],
    ['.tbk', books(true, 0)],
  ])('%s: is the same when it is read', (ending, all) => {
    fc.assert(
      fc.property(all, (book) => {
        const read = reread(book, ending);
        expect([read.rule, read.size]).toEqual([book.rule, book.size]);
        expect(contentOf(read)).toEqual(contentOf(book));
      }),
    );
  });

  // These forms drop what they have no room for.
  test.each([
    ['.lib', false],
    ['.db', false],
    ['.db', true],
    ['.sgf', false],
  ])('%s, raw %s: can be read, and is the same when it is written and read again', (ending, isRaw) => {
    fc.assert(
      fc.property(
        books(ending === '.sgf', ending === '.sgf' ? 0 : 5).filter(
          ({ rule, size, count }) =>
            (ending !== '.lib' || size === 15) &&
            (ending !== '.db' || isDbRule(rule)) &&
            (ending !== '.sgf' || count > 1),
        ),
        (book) => {
          const once = reread(book, ending, isRaw);
          expect([once.rule, once.size]).toEqual([book.rule, book.size]);
          expect(once.count).toBeGreaterThanOrEqual(book.count);
          expect(contentOf(reread(once, ending, isRaw))).toEqual(contentOf(once));
        },
      ),
    );
  });
});

test('a book without moves is not written as sgf, which is read as games', () => {
  const path = join(folder, 'empty.sgf');
  const options = { page: null, isRaw: false, replaces: true, note: () => {} };
  expect(() => saveBook(path, new Book(0, 15), options)).toThrow('a book without moves: use .tbook');
  expect(existsSync(path)).toBe(false);
});

test('every result of a worker that a coordinator accepts is in a book that can be read', async () => {
  const value = fc.integer({ min: 1 - WIN_VALUE, max: WIN_VALUE - 1 });
  const move = fc.record({ cell: fc.nat(224), value, depth: fc.nat(255) });
  const moves = fc.uniqueArray(move, { minLength: 1, maxLength: 9, selector: ({ cell }) => cell });
  await fc.assert(
    fc.asyncProperty(moves, fc.nat(255), fc.constantFrom(0, 1, 4, 8, 9, 16), async (all, depth, rule) => {
      const sent = JSON.parse(JSON.stringify({ kind: 'position', found: { moves: all, depth } }));
      const outcome = readOutcome(sent);
      const found = outcome.kind === 'position' ? outcome.found : null;
      const book = new Book(rule, 15);
      const once = { positions: 1, until: Number.POSITIVE_INFINITY, even: 100, deep: 3, ahead: 1 };
      await expandBook(
        book,
        once,
        async (lines) => lines.map(() => found),
        () => {},
      );
      expect(book.count).toBeGreaterThan(1);
      expect(contentOf(parseBook(bookText(book)))).toEqual(contentOf(book));
    }),
  );
});
