/** The mistakes of a review, tried again on the board. */
import { expect, test } from 'vitest';
import { pointsOf } from '../../tools/common/board-page.ts';
import { at, describeInBrowser, stonesOn } from './kit.ts';

/** Both sides have three in a row with open ends, and Black, to move, plays in a corner. */
const MISSED = '#v=1&r=0&s=15&m=h8c3i8d3j8e3o15';
const point = (name: string) => at(pointsOf(name)[0]);

describeInBrowser('mistakes', ({ open }) => {
  const reviewed = async () => {
    const { page, faults } = await open(MISSED);
    await page.click('.panel button:text-is("Review game")');
    await page.waitForSelector('.mistakes');
    return { page, faults, status: () => page.textContent('.retry .status') };
  };

  test('a better move is asked for, searched, and accepted if it is as good as the best', async () => {
    const { page, faults, status } = await reviewed();
    expect(await page.textContent('.mistakes tbody')).toMatch(/^Missed win by fours10/);
    // The engine names one of the two; both win.
    for (const name of ['k8', 'g8']) {
      await page.click('.mistakes button:text-is("Try again: Black")');
      expect(await status()).toBe('1/1 Missed win by fours: Black played O15 as move 7. Find a better move.');
      expect(await stonesOn(page)).toHaveLength(6);
      await page.click(point('o1'));
      await expect.poll(status).toMatch(/^1\/1 O1 is not enough: win chance \d+ % instead of 100 %/);
      expect(await stonesOn(page)).toHaveLength(6);
      await page.click(point(name));
      await expect.poll(status).toContain(`${name.toUpperCase()} is right: win chance 100 %`);
      await page.click('.retry button:text-is("Next")');
      expect(await status()).toBe('Done: 0 of 1 right at the first try.');
      await page.click('.retry button:text-is("Back to the analysis")');
      await page.waitForSelector('.lines');
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('the solution is shown on the board, and a step to another position ends the exercise', async () => {
    const { page, faults, status } = await reviewed();
    await page.click('.mistakes button:text-is("Try again: Black")');
    await page.click('.retry button:text-is("Show the best move")');
    expect(await status()).toMatch(/^1\/1 Best \(win chance 100 %\): [GK]8/);
    await page.waitForSelector('.ghost');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('.lines');
    expect(await page.locator('.retry').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
