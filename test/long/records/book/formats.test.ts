import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  type CodePage,
  codePageOf,
  decode,
  encode,
  fittingPage,
  guessCodePage,
} from '../../../../src/core/code-page.ts';
import { UserError } from '../../../../src/core/errors.ts';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import { runToEnd } from '../../../../src/core/steps.ts';
import { Book, movesFrom } from '../../../../src/records/book/book.ts';
import { ByteReader } from '../../../../src/records/book/bytes.ts';
import { addDb, addDbSteps, formatDb, surveyDbSteps } from '../../../../src/records/book/formats/db.ts';
import {
  addLibSteps,
  formatLib,
  guessLibCodePageSteps,
  readLibNodes,
} from '../../../../src/records/book/formats/lib.ts';
import { formatLz4, readLz4, xxh32 } from '../../../../src/records/book/formats/lz4.ts';
import { readRif } from '../../../../src/records/book/formats/rif.ts';
import { addSgf, formatSgfTree } from '../../../../src/records/book/formats/sgf.ts';
import { addGame } from '../../../../src/records/book/games.ts';
import { MARKED, NO_INFO, type PositionInfo, START, WON } from '../../../../src/records/book/info.ts';
import { Line, PASS } from '../../../../src/records/book/key.ts';
import { bookTreeOf, movesTo } from '../../../../src/records/book/tree.ts';
import { bareGame } from '../../../../src/records/notation/saved-game.ts';
import { readSgf } from '../../../../src/records/notation/sgf.ts';
import { casesOf } from '../../../cases.ts';
import { bookText, contentOf, infos, lines } from '../../../unit/records/book/arbitraries.ts';

const bytesOf = (chunks: Iterable<Uint8Array>): Uint8Array =>
  Uint8Array.from([...chunks].flatMap((chunk) => [...chunk]));
const surveyDb = (reader: ByteReader) => runToEnd(surveyDbSteps(reader));
const guessLibCodePage = (reader: ByteReader) => runToEnd(guessLibCodePageSteps(reader));
const addLib = (book: Book, reader: ByteReader, page: CodePage) => runToEnd(addLibSteps(book, reader, page));
const LIB_HEADER = [0xff, 0x52, 0x65, 0x6e, 0x4c, 0x69, 0x62, 0xff, 3, 4, ...new Array(10).fill(0xff)];
const readerOf = (bytes: Uint8Array, size = 7) =>
  new ByteReader(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(size * i, size * i + size)),
  );
const cell = (name: string) => (15 - Number(name.slice(1))) * 15 + name.charCodeAt(0) - 97;
const line = (text: string, rule = 4) =>
  new Line(
    rule,
    15,
    text.split(' ').map((name) => (name === '--' ? PASS : cell(name))),
  );

/** Text that every format keeps: without the control characters that separate, or blanks at the ends. */
const WORDS = fc
  .string({ unit: fc.constantFrom('a', 'b', 'ж', 'Ж', '1', ' ', '?'), maxLength: 8 })
  .map((s) => s.trim());
const COMMENTS = fc
  .array(
    WORDS.filter((word) => word !== ''),
    { maxLength: 3 },
  )
  .map((words) => words.join('\n'));

function treeBooks(change: (info: PositionInfo) => PositionInfo, passes: number): fc.Arbitrary<Book> {
  const entries = fc.array(fc.tuple(lines(15, passes), infos(), WORDS, COMMENTS), { maxLength: 20 });
  return entries.map((list) => {
    const book = new Book(4, 15);
    for (const [plies, info, label, comment] of list) {
      const to = new Line(4, 15);
      for (const ply of plies) {
        to.push(ply);
        book.ensure(to);
      }
      const isStart = plies.length === 0;
      book.set(book.ensure(to), change({ ...info, label: isStart ? '' : label, comment }));
    }
    return book;
  });
}

/** What RenLib keeps. */
const inLib = (info: PositionInfo): PositionInfo => ({
  ...NO_INFO,
  mark: info.mark & (MARKED | START),
  label: info.label,
  comment: info.comment,
});

/** What Rapfi (built 2026-11) made of the book of {@link exchanged} with its own commands; our own data, converted. */
const BY_RAPFI = {
  /** YXDBMERGE of our database into a new one, saved unchanged. */
  raw: [
    '07000000030000000014000000000000636861727365743d225554462d38220300020f0f0500ff000000000500020f0f07070500ff0000',
    '00000700020f0f070706061000ff000000004042545854403535e9bb910900020f0f030407070806110077da8a3300e799bde6a38be5bf',
    '85e8839c0900020f0f0505070706061500ff0000000041207469746c650a616e64206d6f72650b00020f0f05050707030c06060500ff2d',
    '002500',
  ].join(''),
  /** The same in an LZ4 frame. */
  packed: [
    '04224d1844405e92000000b107000000030000000014000100f008636861727365743d225554462d38220300020f0f0500ff1b0010050c',
    '002307070e0012070e00320606101000c04042545854403535e9bb91091b00f10a030407070806110077da8a3300e799bde6a38be5bf85',
    'e8839c1e002005053b0012153b00f40241207469746c650a616e64206d6f72650b2200b0030c06060500ff2d00250000000000d2e693c7',
  ].join(''),
  /** YXDBTOLIB of the same. */
  lib: [
    'ff52656e4c6962ff0300ffffffffffffffffffff78006780b5c9000108e799bde6a38be5bf85e8839c0057313100568900010841207469',
    '746c650a616e64206d6f726500e9bb9100c4c03d404c49000108e799bde6a38be5bf85e8839c0057313100878035c9000108e799bde6a3',
    '8be5bf85e8839c0057313100968900010841207469746c650a616e64206d6f726500e9bb910024c0bd40ac49000108e799bde6a38be5bf',
    '85e8839c0057313100698044c9000108e799bde6a38be5bf85e8839c00573131005a8900010841207469746c650a616e64206d6f726500',
    'e9bb910033c0cc40bb49000108e799bde6a38be5bf85e8839c00573131008900a4c9000108e799bde6a38be5bf85e8839c00573131009a',
    '8900010841207469746c650a616e64206d6f726500e9bb9100b3c02c403b49000108e799bde6a38be5bf85e8839c0057313100',
  ].join(''),
  /** YXLIBTODB of our library in GBK, without values: the texts unchanged, with a record that calls them UTF-8. */
  gbk: [
    '06000000030000000014000000000000636861727365743d225554462d38220500020f0f07070500ff000000000700020f0f070706060f',
    '00ff000000004042545854403535bada0900020f0f0304070708060d00ff00000000b0d7c6e5b1d8caa40900020f0f0505070706061600',
    'ff000000000841207469746c650a616e64206d6f72650b00020f0f05050707030c06060500ff00000000',
  ].join(''),
};

/** A tree without any symmetric position. */
function exchanged(hasValues: boolean): Book {
  const book = new Book(4, 15);
  for (const text of ['h8', 'h8 i9', 'h8 i9 k4', 'h8 i9 j10', 'h8 i9 j10 c12']) book.ensure(line(text));
  book.set(book.at(line('h8 i9 k4')), { comment: '白棋必胜' });
  book.set(book.at(line('h8 i9 j10')), { label: '黑', comment: 'A title\nand more' });
  if (!hasValues) return book;
  book.set(book.at(line('h8 i9 k4')), { value: 31990, depth: 12, mark: WON });
  book.set(book.at(line('h8 i9 j10 c12')), { value: -45, depth: 9, bound: 1 });
  return book;
}

/**
 * @returns the keys of the records of an uncompressed database, without the first, which specifies the character set
 */
function keysOf(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const keys: Uint8Array[] = [];
  for (let at = 4; at < bytes.length; ) {
    const length = view.getUint16(at, true);
    keys.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
    at += 2 + view.getUint16(at, true);
  }
  return keys.slice(1);
}

describe('files written by Rapfi', () => {
  const bytesOfHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
  const readDb = (bytes: Uint8Array) => {
    const book = new Book(4, 15);
    addDb(book, readerOf(bytes), surveyDb(readerOf(bytes)).page);
    return book;
  };

  test('its databases equal ours, the uncompressed ones byte for byte', () => {
    const book = exchanged(true);
    expect(contentOf(readDb(bytesOfHex(BY_RAPFI.packed)))).toEqual(contentOf(book));
    expect(contentOf(readDb(bytesOfHex(BY_RAPFI.raw)))).toEqual(contentOf(book));
    expect(Buffer.from(bytesOf(formatDb([book], false, () => {}))).toString('hex')).toBe(BY_RAPFI.raw);
  });

  test('its libraries are mirrored, in UTF-8, with every comment after an empty title and a proven win as a text', () => {
    const bytes = bytesOfHex(BY_RAPFI.lib);
    expect(guessLibCodePage(readerOf(bytes))).toBe('utf-8');
    const book = new Book(4, 15);
    addLib(book, readerOf(bytes), 'utf-8');
    const expected = exchanged(false);
    expected.set(expected.at(line('h8 i9 k4')), { label: 'W11' });
    expect(contentOf(book)).toEqual(contentOf(expected));
  });

  test('texts of a library in another code page are not taken for UTF-8 although it says so', () => {
    const bytes = bytesOfHex(BY_RAPFI.gbk);
    expect(surveyDb(readerOf(bytes)).page).toBe('gbk');
    expect(contentOf(readDb(bytes))).toEqual(contentOf(exchanged(false)));
  });
});

describe('RenLib', () => {
  const libOf = (book: Book) => bytesOf(formatLib(book, null, () => {}));
  const again = (bytes: Uint8Array) => {
    const book = new Book(4, 15);
    addLib(book, readerOf(bytes), guessLibCodePage(readerOf(bytes)));
    return book;
  };

  test('every node, mark, label and comment is restored, passes too', () => {
    fc.assert(
      fc.property(treeBooks(inLib, 5), (book) => {
        const read = new Book(4, 15);
        addLib(read, readerOf(bytesOf(formatLib(book, 'windows-1251', () => {}))), 'windows-1251');
        expect(contentOf(read)).toEqual(contentOf(book));
      }),
      { seed: 11 },
    );
  });

  test('a library that was read and written has the same moves from every position', () => {
    fc.assert(
      fc.property(treeBooks(inLib, 0), (book) => {
        const read = again(libOf(book));
        const tree = bookTreeOf(book);
        for (let index = 0; index < book.count; index++) {
          const at = new Line(4, 15, movesTo(book, tree, index));
          expect(movesFrom(read, at).map((move) => move.cell)).toEqual(movesFrom(book, at).map((move) => move.cell));
        }
      }),
      { seed: 12, numRuns: 40 },
    );
  });

  test('bytes as RenLib writes them: a branch, a mark, a comment with a title, a text on a point', () => {
    const bytes = Uint8Array.from([
      0xff,
      0x52,
      0x65,
      0x6e,
      0x4c,
      0x69,
      0x62,
      0xff,
      3,
      0,
      ...new Array(10).fill(0xff),
      0x78,
      0x00,
      // i9 is in row 7 from the top, column 9; another variation follows.
      0x69,
      0x80 | 0x40 | 0x10 | 0x08,
      0x41,
      0x08,
      0x42,
      0x00,
      0x68,
      0x40 | 0x01,
      0x00,
      0x01,
      0x5a,
      0x00,
    ]);
    const nodes = [...readLibNodes(readerOf(bytes))];
    expect(nodes.map((node) => node.level)).toEqual([0, 1, 1]);
    const book = again(bytes);
    expect(book.info(book.at(line('h8 i9')))).toMatchObject({ mark: MARKED, comment: 'A\bB' });
    expect(book.info(book.at(line('h8 h9')))).toMatchObject({ mark: 0, label: 'Z' });
    // When written again, the moves of a position are in the order of their points.
    const text = bookText(book);
    expect(bookText(again(libOf(book)))).toBe(text);
    expect(libOf(again(libOf(book)))).toEqual(libOf(book));
  });

  test('a position that is not symmetric keeps its orientation', () => {
    const book = new Book(4, 15);
    book.ensure(line('h8 j9 k4 c12'));
    const nodes = [...readLibNodes(readerOf(libOf(book)))].slice(-4).map((node) => node.cell);
    expect(book.at(new Line(4, 15, nodes))).toBe(1);
    expect(again(libOf(book)).at(line('h8 j9 k4 c12'))).toBeGreaterThan(0);
  });

  test('the oldest files have no header, and a high bit ends their comments', () => {
    const book = again(Uint8Array.from([0x78, 0x00, 0x69, 0x40 | 0x20, 0x68, 0xe9]));
    expect(book.info(book.at(line('h8 i9'))).comment).toBe('hi');
  });

  test('a line of a thousand nodes is rejected, a deep one is not too deep', () => {
    const header = libOf(new Book(4, 15)).subarray(0, 20);
    const deep = Uint8Array.from([...header, ...Array.from({ length: 900 }, () => [0, 0]).flat(), 0x78, 0x40]);
    expect(again(deep).count).toBeGreaterThan(2);
    const deeper = Uint8Array.from([...header, ...new Array(4000).fill(0)]);
    expect(() => again(deeper)).toThrow('offset 2022: a line of more than 1000 moves');
  });

  test('lines of a comment are written as a text after an empty title, and read back without it', () => {
    const book = new Book(4, 15);
    book.set(book.ensure(line('h8')), { comment: 'two\nlines' });
    book.set(book.ensure(line('h8 i9')), { comment: 'title\btext\nof two lines' });
    book.set(book.ensure(line('h8 j9')), { comment: 'title' });
    const texts = [...readLibNodes(readerOf(libOf(book)))].map(({ comment }) => decode(comment, 'windows-1252'));
    expect(texts.sort()).toEqual(['\btwo\r\nlines', 'title', 'title\btext\r\nof two lines']);
    expect(contentOf(again(libOf(book)))).toEqual(contentOf(book));
  });

  test.each([
    ['', 'offset 0: no library of RenLib'],
    ['ff52656e4c6962ff0305', 'offset 8: version 3.5, expected 3.4 at most'],
    ['7800', 'offset 2: the file ends, expected a branch to its end'],
    ['78007f', 'offset 3: the file ends within a node'],
    ['7800f040', 'offset 2: position f0, expected a point of 15 by 15'],
    ['7800690841', 'offset 5: the file ends within a comment'],
  ])('%s is rejected', (hex, message) => {
    expect(() => again(Uint8Array.from(Buffer.from(hex, 'hex')))).toThrow(message);
  });

  test('large texts are read in more steps than small ones', () => {
    const chain = (letters: number): number[] =>
      [0x78, 0x77, 0x76, 0x75].flatMap((cell, i) => [
        cell,
        i === 3 ? 0x48 : 0x08,
        ...new Array(letters).fill(0x61),
        0,
        0,
      ]);
    const stepsOf = (letters: number): number[] => {
      const read = () => readerOf(Uint8Array.from([...LIB_HEADER, ...chain(letters)]));
      return [guessLibCodePageSteps(read()), addLibSteps(new Book(0, 15), read(), 'utf-8')].map(
        (steps) => Array.from(steps).length,
      );
    };
    expect(stepsOf(100)).toEqual([0, 0]);
    expect(stepsOf(100_000)).toEqual([4, 4]);
  });

  test('the code page is guessed from a text of any length', () => {
    const node = [0x78, 0x48, ...new Array(500_000).fill(0xe9), 0, 0];
    expect(guessLibCodePage(new ByteReader([Uint8Array.from([...LIB_HEADER, ...node])]))).not.toBe('utf-8');
  });

  test('only boards of 15 by 15 are supported', () => {
    expect(() => bytesOf(formatLib(new Book(0, 20), null, () => {}))).toThrow(
      'a book of 20 by 20: libraries have 15 by 15',
    );
  });
});

describe('code pages', () => {
  test.each([
    ['windows-1251', 'хороший ход, белые выигрывают'],
    ['gbk', '白棋必胜，黑方可以这样下'],
    ['shift_jis', 'この手は良いです。カタカナ'],
    ['euc-kr', '백이 이기는 수순입니다'],
    ['big5', '黑先勝，白棋只能防守'],
    ['big5', '王小明'],
    ['gbk', '黑棋'],
    ['shift_jis', '中村茂'],
    ['euc-kr', '홍길동'],
    ['windows-1252', '“Åke” – don’t move'],
    ['windows-1252', 'Vit vinner här, très bien'],
  ] as const)('%s is guessed and written', (page, text) => {
    const { bytes, lost } = encode(text, page);
    expect(lost).toBe(0);
    expect(guessCodePage(bytes)).toBe(page);
    expect(decode(bytes, page)).toBe(text);
    expect(decode(encode(text, fittingPage([text])).bytes, fittingPage([text]))).toBe(text);
  });

  test('characters that a code page lacks are counted', () => {
    expect(encode('aж', 'windows-1252')).toEqual({ bytes: Uint8Array.of(0x61, 0x3f), lost: 1 });
    expect(codePageOf('CP936')).toBe('gbk');
    expect(codePageOf('437')).toBeNull();
  });
});

describe('LZ4', () => {
  test('checksums are those of xxHash', () => {
    expect(xxh32(new Uint8Array(0))).toBe(0x02cc5d05);
    expect(xxh32(new TextEncoder().encode('Nobody inspects the spammish repetition'))).toBe(0xe2293b2f);
  });

  test('round trip, in pieces of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.uint8Array({ maxLength: 20 }), fc.nat(400)), { maxLength: 20 }),
        fc.nat(50),
        (parts, size) => {
          const bytes = Uint8Array.from(parts.flatMap(([part, times]) => new Array(times).fill([...part]).flat()));
          const packed = bytesOf(formatLz4([bytes]));
          expect(bytesOf(readLz4(readerOf(packed, size + 1)))).toEqual(bytes);
        },
      ),
      { seed: 13, numRuns: 60 },
    );
  });

  test('a frame of another program: dependent blocks, a match that overlaps itself', () => {
    // Version 1, no checksums, blocks of 64 KiB that need each other: "abcabcabcabcX" and nine more of "c".
    const header = [0x40, 0x40];
    const first = [0x35, 0x61, 0x62, 0x63, 3, 0, 0x10, 0x58];
    const second = [0x14, 0x63, 1, 0, 0x00];
    const bytes = [
      0x04,
      0x22,
      0x4d,
      0x18,
      ...header,
      (xxh32(Uint8Array.from(header)) >>> 8) & 255,
      first.length,
      0,
      0,
      0,
      ...first,
      second.length,
      0,
      0,
      0,
      ...second,
      0,
      0,
      0,
      0,
    ];
    expect(new TextDecoder().decode(bytesOf(readLz4(readerOf(Uint8Array.from(bytes)))))).toBe('abcabcabcabcXccccccccc');
  });

  test('dependent blocks of one byte do not each copy their whole window', () => {
    const header = [0x40, 0x40];
    const blocks: number[] = [];
    const plain = Array.from({ length: 65536 }, (_, i) => (i * i) >> 4).map((value) => value & 255);
    const count = 75_000;
    for (let i = 0; i < 3; i++) blocks.push(0, 0, 1, 0x80, ...plain);
    for (let i = 0; i < count; i++) blocks.push(1, 0, 0, 0x80, i & 127);
    // One literal byte, nine from 65535 bytes back, one more literal byte.
    blocks.push(6, 0, 0, 0, 0x15, 200, 0xff, 0xff, 0x10, 201);
    const check = (xxh32(Uint8Array.from(header)) >>> 8) & 255;
    const bytes = Uint8Array.from([0x04, 0x22, 0x4d, 0x18, ...header, check, ...blocks, 0, 0, 0, 0]);
    let copied = 0;
    const { set } = Uint8Array.prototype;
    vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function (this: Uint8Array, from, at) {
      copied += from.length;
      set.call(this, from, at);
    });
    let last = new Uint8Array(0);
    for (const block of readLz4(new ByteReader([bytes]))) last = Uint8Array.from(block);
    vi.restoreAllMocks();
    const first = (count - 65534) & 127;
    expect([...last]).toEqual([200, ...Array.from({ length: 9 }, (_, i) => (first + i) & 127), 201]);
    expect(copied).toBeLessThan(4 * bytes.length);
  });
});

describe('databases of Yixin and Rapfi', () => {
  const read = (bytes: Uint8Array, rule = 4, size = 15) => {
    const book = new Book(rule, size);
    addDb(book, readerOf(bytes, 1000), 'windows-1252');
    return book;
  };
  /** What a database keeps. */
  const inDb = (info: PositionInfo): PositionInfo => ({
    ...NO_INFO,
    value:
      info.value === null || info.value === 0 ? null : Math.sign(info.value) * Math.min(29000, Math.abs(info.value)),
    bound: info.value === null || info.value === 0 ? 0 : info.bound,
    depth: info.depth,
    mark: info.mark & WON,
    label: info.label.replaceAll(' ', '_'),
    comment: info.comment,
  });

  test.each([false, true])('round trip, compressed: %s', (isPacked) => {
    fc.assert(
      fc.property(treeBooks(inDb, 0), (book) => {
        const bytes = bytesOf(formatDb([book], isPacked, () => {}));
        expect(contentOf(read(bytes))).toEqual(contentOf(book));
        expect(bytesOf(formatDb([read(bytes)], isPacked, () => {}))).toEqual(bytes);
      }),
      { seed: 14, numRuns: 60 },
    );
  });

  test('a position is stored in the symmetry with the least stones, and positions are sorted by stone count, then by stones', () => {
    const turns = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) => ([x, y]: number[]) => {
      const [a, b] = (turn & 4) === 0 ? [x, y] : [y, x];
      return [(turn & 1) === 0 ? a : 14 - a, (turn & 2) === 0 ? b : 14 - b];
    });
    /** Stones as letters, so that texts compare in the same way. */
    const lettersOf = (stones: number[][]) =>
      stones
        .map(([x, y]) => String.fromCharCode(x * 256 + y))
        .sort()
        .join('');
    fc.assert(
      fc.property(treeBooks(inDb, 0), (book) => {
        const keys = keysOf(bytesOf(formatDb([book], false, () => {}))).map((key) => {
          const stones = Array.from({ length: (key.length - 3) / 2 }, (_, i) => [key[3 + 2 * i], key[4 + 2 * i]]);
          const half = Math.ceil(stones.length / 2);
          const ways = turns.map((turn) =>
            [stones.slice(0, half), stones.slice(half)].map((part) => lettersOf(part.map(turn))).join(''),
          );
          const here = stones.map(([x, y]) => String.fromCharCode(x * 256 + y)).join('');
          expect(here).toBe([...ways].sort()[0]);
          return String.fromCharCode(here.length) + here;
        });
        expect(keys).toEqual([...keys].sort());
      }),
      { seed: 16, numRuns: 60 },
    );
  });

  test('records with large texts are read in more steps than small ones', () => {
    const stepsOf = (letters: number): number[] => {
      const book = new Book(0, 15);
      const line = new Line(0, 15);
      for (const cell of [112, 113, 114]) {
        line.push(cell);
        book.set(book.ensure(line), { comment: 'a'.repeat(letters) });
      }
      const read = () => readerOf(bytesOf(formatDb([book], false, () => {})));
      return [surveyDbSteps(read()), addDbSteps(() => new Book(0, 15), read(), 'utf-8')].map(
        (steps) => Array.from(steps).length,
      );
    };
    const [small, large] = [stepsOf(10), stepsOf(60_000)];
    expect(small).toEqual([0, 0]);
    for (const steps of large) expect(steps).toBeGreaterThan(0);
  });

  test('forced wins, passes and every record of their own', () => {
    const book = new Book(1, 20);
    const far = new Line(1, 20, [0, 25, PASS, 44, 399]);
    book.set(book.ensure(far), { value: 31991, depth: 3, mark: WON });
    const bytes = bytesOf(formatDb([book], false, () => {}));
    expect([...surveyDb(readerOf(bytes)).kinds.keys()]).toEqual(['standard 20x20']);
    expect(contentOf(read(bytes, 1, 20))).toEqual(contentOf(book));
  });

  test('the code page of a database that does not specify it is guessed', () => {
    // White's stone at i9 with the comment "白棋必胜" in GBK.
    const record = '0700000f0f07070806' + '0d00ff00000000b0d7c6e5b1d8caa4';
    const bytes = Uint8Array.from(Buffer.from(`01000000${record}`, 'hex'));
    const { page, kinds } = surveyDb(readerOf(bytes));
    expect([page, ...kinds.keys()]).toEqual(['gbk', 'freestyle 15x15']);
    const book = new Book(0, 15);
    addDb(book, readerOf(bytes), page);
    expect(book.info(book.at(line('h8 i9', 0))).comment).toBe('白棋必胜');
  });

  test('endless copies of the same position are rejected', () => {
    const [count, record] = [70_000, [3, 0, 0, 15, 15, 0, 0]];
    const bytes = new Uint8Array(4 + record.length * count);
    new DataView(bytes.buffer).setUint32(0, count, true);
    for (let at = 4; at < bytes.length; at += record.length) bytes.set(record, at);
    expect(() => addDb(new Book(0, 15), new ByteReader([bytes]), 'utf-8')).toThrow(
      'record 65545: 65545 records of 1 positions so far, expected one of each',
    );
  });

  test('a text that is too long is cut after a whole character', () => {
    const book = new Book(0, 15);
    book.set(book.ensure(line('h8', 0)), { comment: `x${'黑'.repeat(30_000)}` });
    let reduced = 0;
    const bytes = bytesOf(formatDb([book], false, (count) => (reduced = count)));
    expect(reduced).toBe(1);
    expect(read(bytes, 0).info(1).comment).toBe(`x${'黑'.repeat(21_843)}`);
  });

  test('bytes as other programs write them, with records of another rule', () => {
    // h8, i9 and j8 under freestyle on 15 by 15: White to move, 30 points for White, depth 12, exact.
    const key = [0, 15, 15, 7, 7, 9, 7, 8, 6];
    const record = [0xff, 30, 0, (12 << 2) | 3, 0, ...new TextEncoder().encode('@BTXT@76A\nA9BC\bnote')];
    const other = [2, 15, 15, 7, 7];
    const bytes = Uint8Array.from([
      2,
      0,
      0,
      0,
      key.length,
      0,
      ...key,
      record.length,
      0,
      ...record,
      other.length,
      0,
      ...other,
      0,
      0,
    ]);
    const book = new Book(0, 15);
    expect(addDb(book, readerOf(bytes), 'windows-1252')).toEqual(new Map([['renju 15x15', 1]]));
    expect(book.info(book.at(line('h8 i9 j8', 0)))).toMatchObject({ value: -30, depth: 12, bound: 0, comment: 'note' });
    expect(book.info(book.at(line('h8 i9 j8 h9', 0)))).toMatchObject({ label: 'A' });
    expect(book.info(book.at(line('h8 i9 j8 k6', 0)))).toMatchObject({ label: 'BC' });
  });

  test.each([
    ['01000000', 'offset 4: the file ends within a record'],
    ['0100000005000007 0f0707 0000'.replaceAll(' ', ''), 'offset 4: record 1 of 1: rule 0'],
    ['010000000500090f0f07070000', 'offset 4: record 1 of 1: rule 9, expected 0 to 2'],
    ['010000000500000f0f0f070000', 'offset 4: record 1 of 1: a stone at 15,7 on 15 by 15'],
    ['010000000700000f0f070707070000', 'offset 4: record 1 of 1: two stones at 7,7'],
    ['0000000001', 'offset 4: more bytes after the last of 0 records'],
    [`ffffffff${'0000'.repeat(70_000)}`, 'offset 131076: more than 65536 empty records'],
    ['04224d1864', 'offset 5: the file ends within an LZ4 header'],
  ])('%s is rejected', (hex, message) => {
    const expected = message.endsWith('rule 0') ? /record 1 of 1: a stone at|1 stones on/ : message;
    expect(() => read(Uint8Array.from(Buffer.from(hex, 'hex')))).toThrow(expected);
  });

  test('caro has no databases', () => {
    expect(() => formatDb([new Book(8, 15)], false, () => {})).toThrow(
      'rule caro: databases have freestyle, standard and renju',
    );
  });
});

describe('SGF', () => {
  test('round trip of trees', () => {
    fc.assert(
      fc.property(
        treeBooks((info) => info, 0),
        (book) => {
          const read = new Book(4, 15);
          addSgf(read, readSgf([...formatSgfTree(book)].join('')));
          expect(contentOf(read)).toEqual(contentOf(book));
        },
      ),
      { seed: 15, numRuns: 60 },
    );
  });

  test('ten thousand nested branches', () => {
    const text = `(;SZ[15]${'(;B[hh]'.repeat(1)}${'('.repeat(10_000)};W[ii]${')'.repeat(10_000)}))`;
    const book = new Book(4, 15);
    addSgf(book, readSgf(text));
    expect(book.at(line('h8 i7'))).toBeGreaterThan(0);
  });

  test('other properties are counted, and stones on stones are skipped with their continuations', () => {
    const book = new Book(0, 15);
    const text = '(;GM[4]SZ[15]KM[0];B[hh]TR[ii](;W[hh];B[ii])(;W[ii]C[two\nlines]))';
    const faults: string[] = [];
    const report = addSgf(book, readSgf(text, { onFault: (reason) => faults.push(reason) }));
    expect(faults).toEqual(['move 2, H8: already occupied by a black stone']);
    expect(report).toEqual({
      cut: 0,
      dropped: new Map([
        ['KM', 1],
        ['TR', 1],
      ]),
      others: new Map(),
    });
    expect(book.info(book.at(line('h8 i7', 0))).comment).toBe('two\nlines');
  });
});

describe('RIF', () => {
  const RIF = `<?xml version="1.0" encoding="utf-8"?><database><!-- <game> -->
    <rules><rule id="3" name="Soosyrv-8" category="1"/><rule id="9" name="swap2" category="2"/></rules>
    <players><player id="5" name="Ando" surname="Meritee" /><player id='6' name='B &amp; C' surname=''/></players>
    <games>
    <game id="1" rule="3" black="5" white="6" bresult="0.5"><move>h8 i9 j8</move></game>
    <game id="2" rule="9" black="6" white="5" bresult="1"><move>a1 o15</move></game>
    <game id="3" rule="3" bresult="?"><move>xx</move></game>
    <game id="4" rule="3" bresult="0"><move>h8 i9 pass</move></game>
    </games></database>`;

  test.each([1, 7, 10_000])('games in pieces of %i characters', (size) => {
    const skipped: string[] = [];
    const pieces = Array.from({ length: Math.ceil(RIF.length / size) }, (_, i) => RIF.slice(size * i, size * i + size));
    const games = [...readRif(pieces, { gomokuRule: 0, onSkip: (id, reason) => skipped.push(`${id}: ${reason}`) })];
    expect(games.map(({ black, white, result, rule, moves }) => [black, white, result, rule, moves.length])).toEqual([
      ['Meritee Ando', 'B & C', 'draw', 4, 3],
      ['B & C', 'Meritee Ando', 'black', 0, 2],
      [null, null, 'white', 4, 2],
    ]);
    expect(skipped).toEqual(['3: moves "xx": expected such as h8 i9']);
  });

  test('a tag of a million letters, blanks or quotation marks takes time proportional to its length', () => {
    const games = (text: string) => [...readRif([text], { gomokuRule: 0, onSkip: () => {} })];
    const fillers = ['a', ' ', 'a ', 'a= ', 'a="', "a='", '=', '&', '"', 'a   ='].map((part) =>
      part.repeat(Math.floor(1_000_000 / part.length)),
    );
    for (const filler of fillers) {
      const found = games(`<database><game ${filler}" bresult="1"><move>h8</move></game></database>`);
      expect(found).toHaveLength(1);
    }
  });

  test('a file that is not a collection is rejected', () => {
    const read = (text: string) => [...readRif([text], { gomokuRule: 0, onSkip: () => {} })];
    expect(() => read('<html></html>')).toThrow('<html>: expected a collection of RenjuNet');
    expect(() => read('no')).toThrow('no XML');
    expect(() => read('<database><game id="1"')).toThrow('offset 10: the file ends within a tag');
    expect(() => read(`<database>${'x'.repeat(2_000_000)}`)).toThrow('characters without a tag');
  });
});

describe('games', () => {
  test('are counted by position, with their results', () => {
    const book = new Book(0, 15);
    const game = (text: string, result: 'black' | 'white' | null) => ({
      ...bareGame(
        15,
        line(text, 0).plies.map((at) => ({ x: at % 15, y: Math.floor(at / 15) })),
        0,
      ),
      result,
    });
    expect(addGame(book, game('h8 i9 j8', 'black'), 2)).toBeNull();
    expect(addGame(book, game('h8 g7', 'white'), 20)).toBeNull();
    expect(addGame(book, game('h8 h9', null), 20)).toBeNull();
    expect(addGame(book, { ...game('h8', null), size: 20 }, 20)).toBe('a board of 20, not of 15');
    expect(addGame(book, { ...game('h8', null), rule: 4 }, 20)).toBe('rule 4, not 0');
    expect(book.info(book.at(line('h8 i9', 0)))).toMatchObject({ black: 1, draws: 0, white: 1 });
    expect(book.at(line('h8 i9 j8', 0))).toBe(-1);
  });
});

/** Bytes changed, removed, inserted or truncated at random. */
function mutated(bytes: Uint8Array, random: () => number): Uint8Array {
  const list = [...bytes];
  const below = integersBelow(random);
  const changes = 1 + below(4);
  for (let i = 0; i < changes && list.length > 0; i++) {
    const at = below(list.length);
    const what = random();
    if (what < 0.5) list[at] = below(256);
    else if (what < 0.65) list.splice(at, 1 + below(4));
    else if (what < 0.8) list.splice(at, 0, ...Array.from({ length: 4 }, () => below(256)));
    else if (what < 0.9) list[at] ^= 1 << below(8);
    else list.length = at;
  }
  return Uint8Array.from(list);
}

describe('corrupted files are read, or rejected with a reason', () => {
  // 100,000 in total with TENGEN_SLOW=1.
  const rounds = casesOf(600, 20_000);
  const sample = new Book(4, 15);
  for (const [i, moves] of ['h8', 'h8 i9', 'h8 i9 j8 g7', 'h8 h9 k4', 'h8 h9 k4 c12 d4'].entries()) {
    sample.set(sample.ensure(line(moves)), { value: 10 * i, mark: MARKED, label: `L${i}`, comment: `note ${i}\nmore` });
  }
  const rif =
    '<database><rules><rule id="1" category="1"/></rules><game id="1" rule="1" bresult="1"><move>h8 i9</move></game></database>';
  const cases: [string, Uint8Array, (bytes: Uint8Array) => void][] = [
    ['lib', bytesOf(formatLib(sample, null, () => {})), (bytes) => addLib(new Book(4, 15), readerOf(bytes), 'gbk')],
    ['db', bytesOf(formatDb([sample], false, () => {})), (bytes) => addDb(new Book(4, 15), readerOf(bytes), 'gbk')],
    [
      'packed db',
      bytesOf(formatDb([sample], true, () => {})),
      (bytes) => addDb(new Book(4, 15), readerOf(bytes), 'gbk'),
    ],
    [
      'sgf',
      new TextEncoder().encode([...formatSgfTree(sample)].join('')),
      (bytes) => addSgf(new Book(4, 15), readSgf(new TextDecoder().decode(bytes))),
    ],
    [
      'rif',
      new TextEncoder().encode(rif),
      (bytes) => {
        for (const _ of readRif([new TextDecoder().decode(bytes)], { gomokuRule: 0, onSkip: () => {} }));
      },
    ],
  ];

  test.each(cases)('%s', (_, bytes, read) => {
    const random = seededRandom(26);
    read(bytes);
    let refused = 0;
    for (let round = 0; round < rounds; round++) {
      const broken = mutated(bytes, random);
      try {
        read(broken);
      } catch (error) {
        if (!(error instanceof UserError)) {
          throw new Error(`round ${round}: ${Buffer.from(broken).toString('hex')}`, { cause: error });
        }
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(rounds / 20);
  });
});
