import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FREESTYLE } from '../../../../src/core/rule-code.ts';
import { candidates, winsOf } from '../../../../src/records/book/choose.ts';
import { Line } from '../../../../src/records/book/key.ts';
import { parseBook } from '../../../../src/records/book/text.ts';

const SIZE = 15;
const CENTER = (SIZE * SIZE - 1) / 2;
const wins = winsOf(parseBook(readFileSync(new URL('../../../../books/freestyle-15.tbook', import.meta.url), 'utf8')));

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
