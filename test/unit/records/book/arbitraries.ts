/** Arbitrary books whose lines branch, transpose and pass. */
import fc from 'fast-check';
import { Book } from '../../../../src/records/book/book.ts';
import type { PositionInfo } from '../../../../src/records/book/info.ts';
import { Line, PASS } from '../../../../src/records/book/key.ts';
import { formatBook } from '../../../../src/records/book/text.ts';

export const bookText = (book: Book): string => [...formatBook(book)].join('');

const TEXT = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', ''));

export function infos(): fc.Arbitrary<PositionInfo> {
  return fc
    .record({
      weight: fc.oneof(fc.constant(0), fc.nat(65535)),
      value: fc.oneof(fc.constant(null), fc.integer({ min: -32000, max: 32000 })),
      bound: fc.constantFrom(0, 1, 2),
      depth: fc.nat(255),
      mark: fc.oneof(fc.constant(0), fc.nat(1023)),
      black: fc.nat(9),
      draws: fc.nat(2),
      white: fc.nat(9),
      label: TEXT,
      comment: TEXT.map((text) => text.replaceAll('a', '\n').replaceAll('b', '\b')),
    })
    .map((info) =>
      info.value === null ? { ...info, bound: 0 as const } : { ...info, bound: info.bound as 0 | 1 | 2 },
    );
}

/** Lines within a corner of the board, so that many transpose. @param passes percentage of moves that are passes */
export function lines(size: number, passes = 0): fc.Arbitrary<number[]> {
  const near = Math.min(size, 4);
  return fc
    .array(fc.record({ x: fc.nat(near - 1), y: fc.nat(near - 1), chance: fc.nat(99) }), { maxLength: 10 })
    .map((points) => {
      const plies: number[] = [];
      for (const { x, y, chance } of points) {
        const cell = chance < passes ? PASS : y * size + x;
        if (cell === PASS || !plies.includes(cell)) plies.push(cell);
      }
      return plies;
    });
}

/** @param isClosed whether the book also contains every position on the way */
export function books(isClosed = false, passes = 5): fc.Arbitrary<Book> {
  return fc
    .record({ rule: fc.constantFrom(0, 1, 4, 8, 9, 16), size: fc.constantFrom(5, 15, 20) })
    .chain(({ rule, size }) =>
      fc.array(fc.tuple(lines(size, passes), infos()), { maxLength: 30 }).map((entries) => {
        const book = new Book(rule, size);
        for (const [plies, info] of entries) {
          const line = new Line(rule, size);
          for (const ply of plies) {
            line.push(ply);
            if (isClosed) book.ensure(line);
          }
          book.set(book.ensure(line), info);
        }
        return book;
      }),
    );
}

/** All contents of a book, in no particular order. */
export function contentOf(book: Book): Map<string, PositionInfo> {
  const content = new Map<string, PositionInfo>();
  for (let index = 0; index < book.count; index++) {
    const { high, low } = book.keyOf(index);
    content.set(`${high} ${low}`, book.info(index));
  }
  return new Map([...content].sort(([a], [b]) => (a < b ? -1 : 1)));
}
