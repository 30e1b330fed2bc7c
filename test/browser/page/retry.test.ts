/** The mistakes of a review, tried again on the board. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pointsOf } from '../../../tools/common/board-page.ts';
import { MISTAKE_GAMES, openLibrary } from '../../../tools/common/board-views.ts';
import { accessibilityFaults, at, closeDialog, describeInBrowser, reload, stonesOn } from './kit.ts';

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
    await expect.poll(() => page.textContent('.mistakes tbody')).toMatch(/^Missed win by fours10/);
    // The engine names one of the two; both win.
    for (const name of ['k8', 'g8']) {
      await page.click('.mistakes button:text-is("Try again: Black")');
      await expect.poll(status).toBe('1/1 Missed win by fours: Black played O15 as move 7. Find a better move.');
      await expect.poll(() => stonesOn(page)).toHaveLength(6);
      await page.click(point('o1'));
      await expect.poll(status).toMatch(/^1\/1 O1 is not enough: win chance \d+ % instead of 100 %/);
      await expect.poll(() => stonesOn(page)).toHaveLength(6);
      await page.click(point(name));
      await expect.poll(status).toContain(`${name.toUpperCase()} is right: win chance 100 %`);
      await page.click('.retry button:text-is("Next")');
      await expect.poll(status).toBe('Done: 0 of 1 right at the first try.');
      await page.click('.retry button:text-is("Back to the analysis")');
      await page.waitForSelector('.lines');
    }
    expect(faults).toEqual([]);
  });

  test('the report names the accuracy of both sides, and goes to the moves that decided the game', async () => {
    const { page, faults } = await reviewed();
    await page.waitForSelector('.mistakes .losses');
    expect(await page.innerText('.mistakes .accuracy')).toMatch(/^Accuracy: Black \d\d? %, White \d\d? %$/);
    expect(await page.locator('.losses rect').count()).toBe(7);
    await page.click('.mistakes .moments button:text-matches("^7. O15 −\\\\d+ %$")');
    await expect.poll(() => stonesOn(page)).toHaveLength(7);
    await page.locator('.mistakes .moments button').first().click();
    await expect.poll(() => stonesOn(page)).toHaveLength(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('the solution is shown on the board, and a step to another position ends the exercise', async () => {
    const { page, faults, status } = await reviewed();
    await page.click('.mistakes button:text-is("Try again: Black")');
    await page.click('.retry button:text-is("Show the best move")');
    await expect.poll(status).toMatch(/^1\/1 Best \(win chance 100 %\): [GK]8/);
    await page.waitForSelector('.ghost');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('.lines');
    await expect.poll(() => page.locator('.retry').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  const summary = (page: Page) =>
    page.$$eval('.library .mistakes tbody tr', (rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );

  test('the mistakes of many games are counted for a player and tried again, and no game is reviewed twice', async () => {
    const { page, faults } = await open();
    await openLibrary(page, MISTAKE_GAMES);
    await page.click('button:text-is("Find the mistakes in these games")');
    await page.waitForSelector('button:text-is("Find the mistakes in these games")');
    await expect.poll(() => page.textContent('.library .mistakes p')).toBe('2 games reviewed. ');
    const all = await summary(page);
    expect(all[0]).toEqual(['Missed win by fours', '3', '0', '0', '3']);
    expect(all.at(-1)).toEqual(['All', '5', '0', '0', '5']);
    await page.fill('.library [list=players]', 'ann');
    await expect.poll(async () => (await summary(page))[0]).toEqual(['Missed win by fours', '2', '0', '0', '2']);
    await page.click('.library button:has-text("Try again (")');
    const status = () => page.textContent('.retry .status');
    await expect
      .poll(status)
      .toBe(
        '1/3 Ann Lee – Bob Ray 0–1, 2024-02-03, Club night, 7 moves. Missed win by fours: ' +
          'Black played O15 as move 7. Find a better move.',
      );
    await expect.poll(() => stonesOn(page)).toHaveLength(6);
    await page.click(point('k8'));
    await expect.poll(status).toContain('K8 is right: win chance 100 %');
    await page.click('.retry button:text-is("Next")');
    await expect.poll(status).toMatch(/^2\/3 Bob Ray – Ann Lee 1–0, .* Slow move: White played C3 as move 2\./);
    await expect.poll(() => stonesOn(page)).toHaveLength(1);
    await page.click('.retry button:text-is("Skip")');
    await expect.poll(status).toMatch(/^3\/3 .* Missed win by fours: White played A1 as move 8\./);
    await page.click('.retry button:text-is("Skip")');
    await expect.poll(status).toBe('Done: 1 of 3 right at the first try.');
    expect(faults).toEqual([]);
    // Without the engine: the results are those of the first visit.
    await page.addInitScript(`{
      const Usual = Worker;
      globalThis.Worker = function (url, options) {
        if (String(url).endsWith('search.js')) throw new Error('no engine');
        return new Usual(url, options);
      };
    }`);
    await reload(page);
    await openLibrary(page);
    await page.click('button:text-is("Find the mistakes in these games")');
    await expect.poll(async () => (await summary(page))[0]).toEqual(all[0]);
  });

  test('reviews of games stop when asked, and continue while the library is closed', async () => {
    const { page, faults } = await open();
    const many = Array.from(
      { length: 40 },
      (_, i) => `(;GM[4]SZ[15]PB[Ann]DT[${1900 + i}];B[hh];W[${'abcdefgh'[i % 8]}a];B[${'abcdefgh'[i >> 3]}o])`,
    );
    await openLibrary(page, many.join('\n'));
    await page.click('button:text-is("Find the mistakes in these games")');
    await page.waitForSelector('.library progress');
    await closeDialog(page);
    // A fast machine has reviewed several games by the time the library is closed.
    await expect.poll(() => page.textContent('.notice')).toMatch(/^Reviewing games: [1-9]/);
    await page.click('.notice button:text-is("Library…")');
    await page.click('.library .mistakes button:text-is("Stop")');
    await page.waitForSelector('button:text-is("Find the mistakes in these games")');
    const reviewed = Number.parseInt((await page.textContent('.library .mistakes p')) ?? '', 10);
    expect(reviewed).toBeGreaterThanOrEqual(1);
    expect(reviewed).toBeLessThan(40);
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
