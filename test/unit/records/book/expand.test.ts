/** How a book grows, with a scripted search. */
import { describe, expect, test } from 'vitest';
import type { Book } from '../../../../src/records/book/book.ts';
import { candidates } from '../../../../src/records/book/choose.ts';
import { type Expansion, expandBook, type Found, type SearchAll } from '../../../../src/records/book/expand.ts';
import { Line } from '../../../../src/records/book/key.ts';
import { formatBook, parseBook } from '../../../../src/records/book/text.ts';

const START = 'tengen-book 1 rule=freestyle size=9\ne5\n e6\n  b2\n f6\nd4\n e4 v=5 d=3\n';
const EXPANSION: Expansion = {
  positions: Number.POSITIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
  even: 100,
  deep: 3,
  ahead: 1,
};
/** e5 e6 b2, of which the search finds nothing. */
const SILENT = new Line(0, 9, [40, 31, 64]);

const textOf = (book: Book) => [...formatBook(book)].join('');

/** Moves around the last stones, with values that depend only on the key; a rotated board has other moves. */
function foundOf(line: Line): Found | null {
  if (line.high === SILENT.high && line.low === SILENT.low) return null;
  const free = Array.from({ length: 81 }, (_, cell) => cell).filter((cell) => !line.has(cell));
  // Few points and values, so that lines transpose and positions are equally close to even.
  const moves = [0, 1, 2].map((i) => ({
    cell: free[(30 + ((line.low >>> (5 * i)) % 12)) % free.length],
    value: ((line.high >>> (4 * i)) % 7) * 10 - 30,
    depth: 5 + ((line.low >>> i) % 3),
  }));
  const different = moves.filter(({ cell }, i) => moves.findIndex((move) => move.cell === cell) === i);
  return { moves: different.sort((a, b) => b.value - a.value), depth: 7 };
}

const searchAll: SearchAll = async (lines) => lines.map(foundOf);

async function grown(book: Book, changes: Partial<Expansion>, search = searchAll): Promise<string> {
  await expandBook(book, { ...EXPANSION, ...changes }, search, () => {});
  return textOf(book);
}

describe('a book that grows', () => {
  test.each([1, 4, 7])(
    '%i at a time: stopped after every round, written and read again, the result is the same',
    async (ahead) => {
      let [text, count] = [START, 0];
      for (let round = 0; round < 20; round++) {
        let isFirst = true;
        const once: SearchAll = async (lines) => {
          if (!isFirst) throw new Error('stopped');
          isFirst = false;
          return lines.map(foundOf);
        };
        const book = parseBook(text);
        const run = expandBook(book, { ...EXPANSION, ahead }, once, (searched) => {
          [text, count] = [textOf(book), count + searched];
        });
        await expect(run).rejects.toThrow('stopped');
      }
      const whole = await grown(parseBook(START), { ahead, positions: count });
      expect(text).toBe(whole);
      expect(parseBook(whole).count).toBeGreaterThan(20);
    },
  );

  test('positions of a round are chosen by the book before it', async () => {
    const sizes: number[] = [];
    const rounds: string[][] = [];
    const book = parseBook(START);
    await grown(book, { ahead: 4, positions: 10 }, async (lines) => {
      sizes.push(lines.length);
      rounds.push(lines.map(({ plies }) => plies.join(' ')));
      return lines.map(foundOf);
    });
    expect(sizes).toEqual([3, 4, 3]); // three leaves at first, and ten in all
    const [first] = rounds;
    expect(new Set(rounds.flat()).size).toBe(10);
    const before = parseBook(START);
    for (const plies of first) {
      expect(Array.from({ length: before.count }, (_, index) => before.lineTo(index).plies.join(' '))).toContain(plies);
    }
  });

  test('it stops at the limit of positions, or if no position is close enough', async () => {
    const counts: number[] = [];
    const book = parseBook(START);
    await expandBook(book, { ...EXPANSION, until: 40 }, searchAll, () => void counts.push(book.count));
    expect(counts.at(-1)).toBeGreaterThanOrEqual(40);
    expect(counts.at(-2)).toBeLessThan(40);
    expect(await grown(parseBook(START), { even: 0, positions: 50 })).toBe(
      await grown(parseBook(START), { even: 0, positions: 51 }),
    );
  });

  test('a value is propagated to searched positions only: elsewhere better moves may be missing', async () => {
    const book = parseBook('tengen-book 1 rule=freestyle size=9\na1\n b1\n  c1\n');
    const searched: number[][] = [];
    const found = [
      { cell: 40, value: 20, depth: 4 },
      { cell: 50, value: 10, depth: 4 },
    ];
    await grown(book, { positions: 2 }, async ([line]) => {
      searched.push([...line.plies]);
      return [{ depth: 5, moves: [found[searched.length - 1]] }];
    });
    const value = (plies: number[]) => book.info(book.at(new Line(0, 9, plies))).value;
    const [opening, reply] = searched;
    expect(reply).toHaveLength(4);
    expect(value([...reply, 50])).toBe(10);
    expect(value(reply)).toBe(-10);
    expect(value(opening)).toBe(10); // -20 by its own search, before that of the reply
    expect(value([72, 73])).toBeNull();
    expect(value([72])).toBeNull();
  });

  test('a position whose moves are all bad is searched before it is valued, and they are not followed', async () => {
    // The value of e5 is from the search of the empty board; its moves are from games.
    const text = ['tengen-book 1 rule=freestyle size=9', 'e5 v=10 d=9', ' e6 v=-600 d=20 r=1/0/3', ' a1 r=1/0/3'];
    const book = parseBook(text.join('\n'));
    const at = (...plies: number[]) => book.info(book.at(new Line(0, 9, plies)));
    const moves = (): number[] => candidates(book, new Line(0, 9, [40])).flatMap(({ cells }) => cells);
    const searched: string[] = [];
    const isOpening = ({ plies }: Line): boolean => plies.length === 1;
    const search: SearchAll = async (lines) =>
      lines.map((line) => {
        searched.push(line.plies.join(' '));
        const found = isOpening(line) ? { cell: 50, value: 5, depth: 19 } : { cell: 60, value: 620, depth: 20 };
        return { depth: 20, moves: [found] };
      });
    await grown(book, { positions: 1 }, search);
    expect(at(40, 72).value).toBe(-620);
    expect(at(40).value).toBe(10);
    expect(moves()).toEqual([]);
    await grown(book, { positions: 1 }, search);
    expect(searched.map((plies) => plies.split(' ').length)).toEqual([2, 1]);
    expect(at(40).value).toBe(-5);
    expect(moves()).toContain(50);
    expect(moves()).not.toContain(31);
    // The search of the new move refutes it, and that of the position again finds nothing better.
    await grown(book, { positions: 1 }, search);
    expect(moves()).toEqual([]);
    await grown(book, { positions: 1 }, search);
    expect(searched.map((plies) => plies.split(' ').length)).toEqual([2, 1, 2, 1]);
    expect(at(40).value).toBe(600);
    // A position that was searched is not searched again.
    await grown(book, {}, async (lines) => lines.map(() => null));
    expect(at(40).value).toBe(600);
  });

  test('an error in the search leaves the book as it was before the round', async () => {
    const book = parseBook(START);
    await grown(book, { ahead: 3, positions: 6 });
    const before = textOf(book);
    const fails: SearchAll = async () => {
      throw new Error('stopped');
    };
    await expect(grown(book, { ahead: 3, positions: 6 }, fails)).rejects.toThrow('stopped');
    expect(textOf(book)).toBe(before);
  });
});
