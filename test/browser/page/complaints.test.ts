/** What players publicly complain about elsewhere, and what this page does. */
import { expect, test } from 'vitest';
import { nameOf } from '../../../src/core/point.ts';
import { RENJU } from '../../../src/core/rule-code.ts';
import { forbiddenPoints } from '../../../src/rules/index.ts';
import type { Position } from '../../../src/rules/position.ts';
import { at, describeInBrowser, until, waitForStones } from './kit.ts';

/** Six in a row would be an overline: both empty points are forbidden to Black, who is to move. */
const CROWDED = ['XXX.XX', 'OXOOXO', 'OOXOOO', 'XOXOOO', 'OXOOXO', 'XXX.XX'];

const crowdedPosition: Position = {
  width: 6,
  height: 6,
  cells: Uint8Array.from([...CROWDED.join('')], (cell) => '.XO'.indexOf(cell)),
};

/** @returns the part of the address after `#` of a game that begins with the position */
function linkTo({ width, height, cells }: Position): string {
  const namesOf = (color: number) =>
    [...cells.keys()]
      .filter((i) => cells[i] === color)
      .map((i) => nameOf({ x: i % width, y: Math.floor(i / width) }, height));
  const [black, white] = [namesOf(1), namesOf(2)];
  const moves = black.flatMap((name, i) => [name, white[i]]).join('');
  return `#v=1&r=${RENJU}&s=${width}&m=${moves}&u=${black.length + white.length}`;
}

describeInBrowser('complaints about other boards', ({ open }) => {
  test('a hang when only forbidden points are left', async () => {
    expect(forbiddenPoints(crowdedPosition)).toHaveLength(2);
    const { page, faults } = await open(linkTo(crowdedPosition));
    await waitForStones(page, 34);
    await page.click('.panel button:text-is("Play on from here")');
    await page.click(at({ x: 3, y: 0 }));
    await expect
      .poll(() => page.innerText('.board-note'))
      .toMatch(/^D6 is forbidden: overline\. It may not be played\.$/);
    // The engine as Black has no legal move either, and the game ends.
    await page.click('.panel button:text-is("Swap sides")');
    await page.waitForSelector('.status[data-status=over]');
    await expect
      .poll(() => page.innerText('.status'))
      .toMatch(/^You win because the other side played a forbidden move/);
    expect(faults).toEqual([]);
  });

  test('a move on a taken point', async () => {
    const { page, faults } = await open('#v=1&r=0&s=15&m=h8i9');
    await page.click('.panel button:text-is("Play on from here")');
    for (const taken of [
      { x: 7, y: 7 },
      { x: 8, y: 6 },
    ]) {
      await page.click(at(taken));
      await page.focus(at(taken));
      await page.keyboard.press('Enter');
    }
    await page.fill('.entry input', 'h8');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.stone').count()).toBe(2);
    await expect.poll(() => page.getAttribute('.status', 'data-status')).toBe('waiting');
    await page.click(at({ x: 6, y: 6 }));
    await waitForStones(page, 4);
    expect(faults).toEqual([]);
  });

  test('a win missed', async () => {
    const { page } = await open('#v=1&r=0&s=15&m=a1h8a3i8a5j8a7k8');
    await page.click('.panel button:text-is("Play on from here")');
    await page.click(at({ x: 14, y: 0 }));
    await page.waitForSelector('.status[data-status=over]');
    await expect.poll(() => page.innerText('.status')).toMatch(/^tengen wins with 5 in a row/);
  });

  test('a stop button that does not stop', async () => {
    const { page } = await open('#v=1&r=0&s=15&m=h8i9h9h10j8i8i10g8k7l6');
    await page.click('.panel button:text-is("Find a win")');
    await page.click('.panel button:text-is("Stop")');
    await page.waitForSelector('.panel button:text-is("Find a win")');
    // The analysis, which was on, continues.
    await page.waitForSelector('.switch[aria-checked=true]');
    await until(page, "/depth \\d/.test(document.querySelector('.speed').innerText)");
    await page.click('.switch');
    await page.waitForSelector('.switch[aria-checked=false]');
    await expect.poll(() => page.innerText('.speed')).toBe('');
    await page.waitForTimeout(500);
    await expect.poll(() => page.innerText('.speed')).toBe('');
  });
});
