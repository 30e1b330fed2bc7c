import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { packBook, readBook } from '../../../../src/records/book/binary.ts';
import type { Book } from '../../../../src/records/book/book.ts';
import { candidates, chooseCandidate, winsOf } from '../../../../src/records/book/choose.ts';
import { Line } from '../../../../src/records/book/key.ts';
import { parseBook } from '../../../../src/records/book/text.ts';

const book = (lines: string) => parseBook(`tengen-book 1 rule=freestyle size=15\n${lines}`);
const cell = (name: string) => (15 - Number(name.slice(1))) * 15 + name.charCodeAt(0) - 97;
const line = (text: string) => new Line(0, 15, text.split(' ').filter(Boolean).map(cell));
/** Candidates by their first cell. */
const names = (made: Book, moves: string, margin?: number) =>
  candidates(made, line(moves), margin).map(({ cells, share }) => {
    const at = Math.min(...cells);
    return `${String.fromCharCode(97 + (at % 15))}${15 - Math.floor(at / 15)} ${share}`;
  });

describe('what a book recommends', () => {
  test.each([
    ['by weight', 'h8\n h9 w=3\n j8 w=1 v=-10\n i10', ['h9 3', 'h10 1']],
    ['by value within the margin, if there are no weights', 'h8\n h9 v=10\n i10 v=-20\n j12 v=-31', ['g10 1', 'h9 1']],
    ['the shortest wins go before everything', 'h8\n h9 w=9\n i10 v=+M5\n j12 +', ['g10 1']],
    ['wins without a length are alike', 'h8\n h9 w=9\n i10 +\n j12 +', ['f12 1', 'g10 1']],
    ['never what is refused', 'h8\n h9 x w=9\n i10 ? v=200\n j12 - w=2\n k12 w=3 v=-M6\n l12 n\n m12 w=1', ['d13 1']],
    ['by the results of games for the side to move', 'h8\n h9 r=3/1/2\n i10 r=5/0/0', ['h9 2.5']],
    ['by marks', 'h8\n h9 !\n i10 *\n j12', ['g10 1', 'h9 1']],
    ['nothing where nothing is said', 'h8\n h9\n i10 # refuted', []],
  ])('%s', (_, text, expected) => {
    expect(names(book(text), 'h8').sort()).toEqual([...expected].sort());
  });

  test('of the wins alone, only those', () => {
    const wins = winsOf(book('h8\n h9 w=9\n i10 v=+M5\n j12 + v=+M7\n  j13 + v=30'));
    expect(candidates(wins, line('h8')).map(({ info }) => info.value)).toEqual([31_995]);
    expect(candidates(wins, line('h8 j12')).map(({ info }) => info.value)).toEqual([30]);
    expect(candidates(wins, line(''))).toEqual([]);
  });

  test('the margin is a parameter', () => {
    expect(names(book('h8\n h9 v=10\n i10 v=-20'), 'h8', 10)).toEqual(['h9 1']);
    expect(names(book('h8\n h9 w=10 v=10\n i10 w=10 v=-200'), 'h8')).toEqual(['h9 10']);
  });

  test('values far below even count only if the position has a value: better moves may be missing', () => {
    expect(names(book('h8\n h9 v=-60\n i10 v=-70'), 'h8')).toEqual([]);
    expect(names(book('h8\n h9 v=-60\n i10 v=-70'), 'h8', 60)).toEqual(['h9 1']);
    expect(names(book('h8\n h9 v=-30\n i10 v=-41'), 'h8')).toEqual(['h9 1']);
    expect(names(book('h8 v=60\n h9 v=-60\n i10 v=-70'), 'h8').sort()).toEqual(['g10 1', 'h9 1']);
    expect(names(book('h8\n h9 v=-60\n i10 v=-70 r=4/0/0'), 'h8')).toEqual([]);
    expect(names(book('h8\n h9 v=-60 r=0/0/4'), 'h8')).toEqual([]);
    expect(names(book('a1 v=-300'), '')).toEqual([]); // the empty board has no value
  });

  test.each([
    ['one game', 'h8\n h9 v=-600 d=20 r=0/0/1'],
    ['a mark', 'h8\n h9 ! v=-600 d=20'],
    ['a weight', 'h8\n h9 w=5 v=-600 d=20'],
    ['the only move, since refuted', 'h8 v=600 d=21\n h9 v=-600 d=20 r=0/0/9'],
    ['moves far below the value of the position', 'h8 v=-30 d=20\n h9 w=1 v=-600 d=20\n i10 w=1 v=-620 d=20'],
  ])('not a lost move with %s', (_, text) => expect(names(book(text), 'h8')).toEqual([]));

  test('the best of several bad moves, where all are known', () => {
    expect(names(book('h8 v=200 d=21\n h9 w=1 v=-200 d=20\n i10 w=1 v=-300 d=20'), 'h8')).toEqual(['h9 1']);
  });

  test('all images of a move in a symmetric position', () => {
    expect(candidates(book('h8\n i9 w=1'), line('h8'))[0].cells).toHaveLength(4);
    expect(candidates(book('h8\n i9 w=1'), line('g8'))).toEqual([]);
  });

  test('moves are drawn by their shares, and the same seed gives the same draws', () => {
    const moves = candidates(book('h8\n h9 w=30\n i10 w=10'), line('h8'));
    const draw = (seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: 400 }, () => chooseCandidate(moves, random())!.share);
    };
    expect(draw(1)).toEqual(draw(1));
    const often = draw(1).filter((share) => share === 30).length;
    expect(often).toBeGreaterThan(260);
    expect(often).toBeLessThan(340);
    expect(chooseCandidate([], 0.5)).toBeNull();
  });

  test('a compact book gives the same moves', () => {
    const made = book('h8\n h9 w=3\n j9 w=1 v=-10 # a');
    expect(candidates(readBook(packBook(made)), line('h8'))).toEqual(candidates(made, line('h8')));
  });
});
