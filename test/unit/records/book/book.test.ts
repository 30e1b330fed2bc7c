import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { SYMMETRIES } from '../../../../src/core/point.ts';
import { isBinaryBook, PackedBook, packBook, unpackBook } from '../../../../src/records/book/binary.ts';
import { Book, movesFrom } from '../../../../src/records/book/book.ts';
import { readBookFile } from '../../../../src/records/book/files.ts';
import { parseValue, valueText, WIN_VALUE } from '../../../../src/records/book/info.ts';
import { composed, inverse, KeyMaker, Line, mix, PASS, tablesOf } from '../../../../src/records/book/key.ts';
import { BookReader, parseBook } from '../../../../src/records/book/text.ts';
import { bookTreeOf, movesTo, walk } from '../../../../src/records/book/tree.ts';
import { books, bookText, contentOf, lines } from './arbitraries.ts';

const at = (name: string, size = 15) => (size - Number(name.slice(1))) * size + name.charCodeAt(0) - 97;
const lineOf = (text: string, rule = 4, size = 15) =>
  new Line(
    rule,
    size,
    text
      .split(' ')
      .filter(Boolean)
      .map((name) => (name === '--' ? PASS : at(name, size))),
  );

const hex = (half: number) => half.toString(16).padStart(8, '0');
const keyText = ({ high, low }: { high: number; low: number }) => hex(high) + hex(low);

describe('keys', () => {
  test('match the definition of the format, computed another way', () => {
    const line = lineOf('h8 i9 g7', 4);
    const size = 15;
    const stones: [number, number, number][] = [
      [1, 7, 7],
      [2, 8, 6],
      [1, 6, 8],
    ];
    const turns = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
      stones.reduce((hash, [color, px, py]) => {
        let [x, y] = turn & 4 ? [py, px] : [px, py];
        if (turn & 1) x = size - 1 - x;
        if (turn & 2) y = size - 1 - y;
        return hash ^ mix(BigInt(color * 65536 + y * 256 + x));
      }, 0n),
    );
    const least = turns.reduce((a, b) => (b < a ? b : a));
    const key = least ^ mix(0x100000000n + BigInt(4 * 65536 + size * 256 + 2));
    expect(keyText(line)).toBe(key.toString(16).padStart(16, '0'));
  });

  test('do not change: books outlive versions', () => {
    const line = lineOf('h8 i9 g7 -- j10', 4);
    expect(mix(0n).toString(16)).toBe('e220a8397b1dcdaf');
    expect(keyText(line)).toMatchInlineSnapshot(`"2ea4bf049eeefe7e"`);
  });

  test('are the same for every order of moves and every symmetry of the board', () => {
    fc.assert(
      fc.property(lines(15), fc.nat(7), fc.nat(), (plies, symmetry, seed) => {
        const { image, cells } = tablesOf(15);
        const turn = (cell: number) => image[symmetry * cells + cell];
        const blacks = plies.filter((_, ply) => ply % 2 === 0);
        const whites = plies.filter((_, ply) => ply % 2 === 1);
        const by = seed % Math.max(1, blacks.length);
        const moved = [...blacks.slice(by), ...blacks.slice(0, by)];
        const other = plies.map((_, ply) =>
          turn(ply % 2 === 0 ? moved[ply / 2] : whites[whites.length - (ply + 1) / 2]),
        );
        const [one, two] = [new Line(0, 15, plies), new Line(0, 15, other)];
        expect([two.high, two.low]).toEqual([one.high, one.low]);
      }),
      { seed: 1 },
    );
  });

  test('differ by rule, size, color and side to move', () => {
    const keys = [
      lineOf('h8 i9', 4),
      lineOf('h8 i9', 0),
      lineOf('h8 i9', 4, 20),
      lineOf('i9 h8', 4),
      lineOf('h8 i9 --', 4),
      lineOf('h8 -- i9', 4),
    ].map(keyText);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('symmetries compose and invert', () => {
    const { image, cells } = tablesOf(7);
    for (let a = 0; a < SYMMETRIES; a++) {
      expect(composed(a, inverse(a))).toBe(0);
      for (let b = 0; b < SYMMETRIES; b++) {
        for (let cell = 0; cell < cells; cell++) {
          expect(image[composed(a, b) * cells + cell]).toBe(image[b * cells + image[a * cells + cell]]);
        }
      }
    }
  });

  test('a symmetric position has several frames', () => {
    const maker = new KeyMaker(0, 15);
    maker.toggle(1, at('h8'));
    maker.make(2);
    expect(maker.symmetries).toBe(255);
    maker.toggle(2, at('i9'));
    maker.make(1);
    expect([...maker.symmetries.toString(2)].filter((bit) => bit === '1')).toHaveLength(2);
  });
});

describe('a book in memory', () => {
  test('finds transpositions, and all images of a move', () => {
    const book = new Book(0, 15);
    book.set(book.ensure(lineOf('h8 i9', 0)), { weight: 5 });
    expect(
      movesFrom(book, lineOf('h8', 0))
        .map(({ cell }) => cell)
        .sort(),
    ).toEqual(['g7', 'g9', 'i7', 'i9'].map((name) => at(name)).sort());
    expect(book.info(book.at(lineOf('h8 g7', 0))).weight).toBe(5);
    expect(book.at(lineOf('h8 i8', 0))).toBe(-1);
  });

  test('grows, and keeps its contents', () => {
    const book = new Book(0, 20);
    const line = new Line(0, 20);
    for (let a = 0; a < 60; a++) {
      for (let b = 60; b < 120; b++) {
        line.push(a);
        line.push(b);
        book.set(book.ensure(line), { weight: 1 + ((a * 7 + b) % 100), comment: a === b - 60 ? `${a}` : '' });
        line.cutTo(0);
      }
    }
    for (let a = 0; a < 60; a += 7) {
      const index = book.at(new Line(0, 20, [a, a + 60]));
      expect(book.info(index).comment).not.toBe('');
      expect(book.lineTo(index).high).toBe(book.keyOf(index).high);
    }
    expect(book.count).toBeGreaterThan(1024);
  });

  test('a size that no board has is rejected', () => {
    expect(() => new Book(0, 30)).toThrow('board of 30: expected a side of 3 to 22');
  });
});

describe('the tree of a book', () => {
  test('contains every position once, at the moves that lead to it', () => {
    fc.assert(
      fc.property(books(), (book) => {
        const tree = bookTreeOf(book);
        const steps = [...walk(tree)];
        expect(steps.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
          Array.from({ length: book.count }, (_, i) => i),
        );
        for (const { index } of steps) {
          const line = new Line(book.rule, book.size, movesTo(book, tree, index));
          expect(book.at(line)).toBe(index);
        }
      }),
      { seed: 2 },
    );
  });
});

describe('the text form', () => {
  test('reads as a tree', () => {
    const book = new Book(4, 15);
    book.about = 'Openings of mine\nand others';
    book.set(book.ensure(lineOf('h8')), { weight: 10 });
    book.set(book.ensure(lineOf('h8 i9')), { mark: 1, value: 12, depth: 20, comment: 'the usual\nreply' });
    book.set(book.ensure(lineOf('h8 i9 g7')), { mark: 4, value: -31991, bound: 2 });
    book.set(book.ensure(lineOf('h8 i9 g8')), { mark: 16, value: 31991, weight: 2 });
    book.set(book.ensure(lineOf('h8 i9 g9')), { mark: 17, value: 31991 });
    book.set(book.ensure(lineOf('h8 h9')), { black: 3, white: 2, label: 'A 1' });
    expect(bookText(book)).toMatchInlineSnapshot(`
      "tengen-book 1 rule=renju size=15
      # Openings of mine
      # and others
      h8 w=10
       g9 ! v=12 d=20 # the usual\\nreply
        i9 !+ v=+M9
        i8 +M9 w=2
        i7 x v<=-M9
       h9 r=3/0/2 t=A\\s1
      "
    `);
  });

  test('joins positions that have one move and no data with the next', () => {
    const text = 'tengen-book 1 rule=renju size=15\nh8,h9\n g10\n g9,h7,g8 w=1\n  i8,--\n   j9\n   j8\n';
    const book = parseBook(text);
    expect(bookText(book)).toBe(text);
    for (const line of ['h8', 'h8 h9', 'h8 h9 g9', 'h8 h9 g9 h7', 'h8 h9 g9 h7 g8 i8'])
      expect([line, book.at(lineOf(line)) >= 0]).toEqual([line, true]);
    // Moves after a blank alone skip the positions between them.
    const skipping = parseBook(text.replaceAll(',', ' '));
    expect(skipping.at(lineOf('h8 h9 g9'))).toBe(-1);
    expect(skipping.at(lineOf('h8 h9 g9 h7 g8'))).toBeGreaterThan(0);
    expect(book.count - skipping.count).toBe(4);
  });

  test('round trip, and the same text for the same book', () => {
    fc.assert(
      fc.property(books(), (book) => {
        const text = bookText(book);
        const again = parseBook(text);
        expect(contentOf(again)).toEqual(contentOf(book));
        expect(bookText(again)).toBe(text);
      }),
      { seed: 3 },
    );
  });

  test.each([
    ['', 'line 1: the file is empty'],
    ['tengen-book 2 rule=renju size=15', 'line 1: version 2, expected 1'],
    ['tengen-book 1 rule=chess size=15', 'line 1 "tengen-book 1 rule=chess size=15": expected "tengen-book 1'],
    ['tengen-book 1 rule=renju size=15\nh8\n   i9', 'line 3 "i9": expected indentation of 1 at most'],
    ['tengen-book 1 rule=renju size=15\nh16', 'line 2 "h16": expected a point of the board of 15 by 15'],
    ['tengen-book 1 rule=renju size=15\nh8\n h8', 'line 3 "h8": expected an empty point'],
    ['tengen-book 1 rule=renju size=15\nh8 w=70000', 'line 2 "w=70000": expected a number from 0 to 65535'],
    ['tengen-book 1 rule=renju size=15\nh8 good', 'line 2 "good": expected marks'],
    ['tengen-book 1 rule=renju size=15\nh8\n i9\n g7', 'line 4 "g7": expected a position that is not in line 3'],
    ['tengen-book 1 rule=renju size=15\nh8 +M9999', 'line 2 "+M9999": expected a proven win such as +M9'],
    ['tengen-book 1 rule=renju size=15\nh8,i9\nh8', 'line 3 "h8": expected a position that is not in line 2'],
    ['tengen-book 1 rule=renju size=15\nh8,,i9', 'line 2 "": expected a point of the board of 15 by 15'],
  ])('%j is rejected', (text, message) => {
    expect(() => parseBook(text)).toThrow(message);
  });

  test('a long line that arrives in pieces is searched once', () => {
    const reader = new BookReader();
    const split = vi.spyOn(String.prototype, 'split');
    reader.push('tengen-book 1 rule=4 size=15\nh8 # ');
    for (let i = 0; i < 1000; i++) reader.push('x'.repeat(100));
    const searched = split.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
    split.mockRestore();
    expect(searched).toBeLessThan(200_000);
    expect(reader.end().info(1).comment).toBe('x'.repeat(100_000));
  });

  test('Windows line ends and blank lines are accepted', () => {
    expect(parseBook('\ufefftengen-book 1 rule=4 size=15\r\n\r\nh8 w=3 # a\r\n').info(1)).toMatchObject({
      weight: 3,
      comment: 'a',
    });
  });
});

describe('many texts of one position', () => {
  test('are all kept, each once', () => {
    const book = new Book(0, 15);
    const words = Array.from({ length: 20_000 }, (_, i) => `word ${i}`);
    for (const word of [...words, ...words]) {
      book.addComment(0, word);
      book.addLabel(0, word);
    }
    const { comment, label } = book.info(0);
    expect(comment.split('\n')).toEqual(words);
    expect(label.split('/')).toEqual(words);
  });

  test('are not searched completely for each addition', () => {
    const book = new Book(0, 15);
    const search = vi.spyOn(String.prototype, 'includes');
    for (let i = 0; i < 1000; i++) book.addComment(0, `word ${i}`);
    const searches = search.mock.calls.length;
    search.mockRestore();
    expect(searches).toBeLessThan(100);
  });

  test('a value set in between counts', () => {
    const book = new Book(0, 15);
    for (let i = 0; i < 100; i++) book.addComment(0, `word ${i}`);
    book.set(0, { comment: 'new' });
    for (const word of ['new', 'word 7', 'word 7']) book.addComment(0, word);
    expect(book.info(0).comment).toBe('new\nword 7');
  });
});

describe('the compact form', () => {
  test('has the contents of the book', () => {
    fc.assert(
      fc.property(books(), (book) => {
        const packed = new PackedBook(packBook(book));
        expect([packed.rule, packed.size]).toEqual([book.rule, book.size]);
        for (let index = 1; index < book.count; index++) {
          const { high, low } = book.keyOf(index);
          expect(packed.info(packed.find(high, low))).toEqual(book.info(index));
        }
        expect(packed.find(1, 2)).toBe(-1);
      }),
      { seed: 4 },
    );
  });

  test('is restored completely if its positions follow each other', () => {
    fc.assert(
      fc.property(books(true, 0), (book) => {
        const { book: again, unreached } = unpackBook(new PackedBook(packBook(book)));
        expect(unreached).toBe(0);
        expect(contentOf(again)).toEqual(contentOf(book));
      }),
      { seed: 5 },
    );
  });

  test('overlapping texts are rejected', () => {
    const book = new Book(0, 15);
    for (const move of ['h8', 'h8 i9', 'h8 i9 j10']) book.set(book.ensure(lineOf(move, 0)), { comment: 'a text' });
    const bytes = packBook(book);
    const view = new DataView(bytes.buffer);
    const tableAt = 32 + 16 * view.getUint32(12, true);
    const changed = (row: number, start: number): Uint8Array => {
      const copy = bytes.slice();
      const target = new DataView(copy.buffer);
      target.setUint32(tableAt + 8 * row + 4, start, true);
      let hash = 0x811c9dc5;
      for (const byte of copy.subarray(32)) hash = Math.imul(hash ^ byte, 0x01000193);
      target.setUint32(28, hash >>> 0, true);
      return copy;
    };
    expect(new PackedBook(changed(1, 7)).count).toBe(3);
    expect(() => new PackedBook(changed(2, 6))).toThrow(`offset ${tableAt + 20}: a text at 6, expected 7 to 21`);
    expect(() => new PackedBook(changed(1, 22))).toThrow(`offset ${tableAt + 12}: a text at 22, expected 0 to 21`);
  });

  test('a changed or truncated file is rejected', () => {
    const book = new Book(0, 15);
    book.set(book.ensure(lineOf('h8', 0)), { weight: 3, comment: 'first' });
    const bytes = packBook(book);
    expect(isBinaryBook(bytes)).toBe(true);
    for (let i = 0; i < bytes.length; i++) {
      const changed = bytes.slice();
      changed[i] ^= 0x41;
      // Rule and size precede the checksummed part; another rule is another book, not an error.
      if (i !== 10 && i !== 11) expect(() => new PackedBook(changed), `byte ${i}`).toThrow(/^offset \d+: /);
      if (i > 0) expect(() => new PackedBook(bytes.subarray(0, i))).toThrow(/^offset \d+: /);
    }
  });
});

test('every value that may be written can be read', () => {
  for (let value = 1 - WIN_VALUE; value < WIN_VALUE; value++) expect(parseValue(valueText(value))).toBe(value);
  expect(parseValue('+M1001')).toBe(null);
});

test('a text book is one under any name', () => {
  const text = 'tengen-book 1 rule=renju size=15\nh8 v=+M1000\n h9 v=-M1000\n';
  const file = { name: 'f.txt', pieces: () => [new TextEncoder().encode(text)] };
  const reporter = { note: () => {}, progress: () => {} };
  const book = readBookFile(file, { rule: null, size: null, plies: 1000, page: null }, reporter);
  expect(bookText(book)).toBe(text);
});
