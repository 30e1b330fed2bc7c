import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SYMMETRIES } from '../../../../src/core/point.ts';
import { FREESTYLE } from '../../../../src/core/rule-code.ts';
import { movesFrom } from '../../../../src/records/book/book.ts';
import { candidates, winsOf } from '../../../../src/records/book/choose.ts';
import { type PositionInfo, WIN_VALUE, WON } from '../../../../src/records/book/info.ts';
import { Line, tablesOf } from '../../../../src/records/book/key.ts';
import { WinReader } from '../../../../src/records/book/read-wins.ts';
import { parseBook } from '../../../../src/records/book/text.ts';
import { bookTreeOf, movesTo } from '../../../../src/records/book/tree.ts';

const SIZE = 15;
const CENTER = (SIZE * SIZE - 1) / 2;
const text = readFileSync(new URL('../../../../books/freestyle-15.tbook', import.meta.url), 'utf8');
const book = parseBook(text);
const wins = winsOf(book);

/** @returns a winning move of the book, or undefined */
function answerTo(game: readonly number[]): number | undefined {
  return candidates(wins, new Line(FREESTYLE, SIZE, game))[0]?.cells[0];
}

test('the book of the package has a win after every first and second reply to a stone on the center', () => {
  const cells = [...Array(SIZE * SIZE).keys()];
  // White's first stones, one of each set of symmetric ones.
  const firsts = cells.filter((cell) => {
    const [x, y] = [cell % SIZE, Math.floor(cell / SIZE)];
    return x <= 7 && y <= x && cell !== CENTER;
  });
  expect(firsts).toHaveLength(35);
  for (const first of firsts) {
    const move = answerTo([CENTER, first]);
    if (move === undefined) throw new Error(`no move after ${first}`);
    const game = [CENTER, first, move];
    const open = cells.filter((cell) => !game.includes(cell) && answerTo([...game, cell]) === undefined);
    expect([first, open]).toEqual([first, []]);
  }
});

test('a win takes at least two plies more than the win after any reply', () => {
  const tree = bookTreeOf(book);
  const pliesOf = (info: PositionInfo): number => WIN_VALUE - (info.value ?? 0);
  let replies = 0;
  for (let index = 1; index < book.count; index++) {
    const info = book.info(index);
    if ((info.mark & WON) === 0) continue;
    const game = movesTo(book, tree, index);
    for (const { cell } of movesFrom(book, new Line(FREESTYLE, SIZE, game))) {
      const [answer] = candidates(wins, new Line(FREESTYLE, SIZE, [...game, cell]));
      if (answer === undefined) continue;
      replies++;
      if (pliesOf(answer.info) + 2 > pliesOf(info)) throw new Error(`${game} ${cell}: ${pliesOf(info)} plies`);
    }
  }
  expect(replies).toBeGreaterThan(10_000);
});

test('a game reads the wins that it needs, whatever the order of its moves and the orientation of the board', () => {
  const tree = bookTreeOf(book);
  const { cells, image } = tablesOf(SIZE);
  let found = 0;
  for (let index = 7; index < book.count; index += 97) {
    const game = movesTo(book, tree, index);
    if (game.length % 2 === 1) game.pop();
    const symmetry = index % SYMMETRIES;
    // White's stones in reverse order.
    const turned = game.map((_, ply) => image[symmetry * cells + game[ply % 2 === 0 ? ply : game.length - ply]]);
    const line = new Line(FREESTYLE, SIZE, turned);
    const expected = candidates(wins, line);
    expect(candidates(new WinReader(text).read(turned), line)).toEqual(
      expected.map((move) => expect.objectContaining({ cells: move.cells, info: move.info })),
    );
    found += expected.length;
  }
  expect(found).toBeGreaterThan(100);
});

test('a text that is not a book is rejected, and one without such a game has no wins', () => {
  expect(() => new WinReader('h8\n')).toThrow('line 1 "h8": expected "tengen-book 1');
  expect(new WinReader('tengen-book 1 rule=freestyle size=15\ng8\n h8 +\n').read([112, 111]).count).toBe(1);
});
