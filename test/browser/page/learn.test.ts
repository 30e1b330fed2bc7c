/** The first lessons in a real browser. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { gameOfLesson, judgeLesson, LESSONS, rightMoves } from '../../../src/play/problems/lessons.ts';
import { accessibilityFaults, at, describeInBrowser, reload, step, stonesOn, visitAgain } from './kit.ts';

const status = (page: Page): Promise<string> => page.innerText('.learn [role=status]');

describeInBrowser('lessons', ({ open, url }) => {
  test('a wrong move is answered, the right one is kept, and the address names the lesson', async () => {
    const { page, faults } = await open();
    await page.keyboard.press('b');
    await page.waitForSelector('.learn .task');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#learn=five');
    const before = (await stonesOn(page)).length;
    await page.click(at({ x: 0, y: 0 }));
    await expect.poll(() => status(page)).toBe('That does not make five in a row.');
    expect((await stonesOn(page)).length).toBe(before);
    await page.click(at({ x: 4, y: 4 }));
    await expect.poll(() => status(page)).toBe('Right!');
    await page.waitForSelector('.winning-row', { state: 'attached' });
    await page.click('.learn button:text-is("Next")');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#learn=exact');
    await step(page, -1);
    await expect.poll(() => page.innerText('.learn .task')).toMatch(/^Lesson 1\./);
    await reload(page);
    await page.waitForSelector('.lessons .done[aria-current]');
    await visitAgain(page, `${url()}#learn`);
    await expect.poll(() => page.evaluate('location.hash')).toBe('#learn=exact');
    expect(faults).toEqual([]);
  });

  test('every lesson accepts its right moves, by keyboard too, and all of them are done in the end', async () => {
    const { page, faults } = await open(`#learn=${LESSONS[0].id}`);
    for (const [i, one] of LESSONS.entries()) {
      await page.waitForSelector(`.lessons button:nth-child(${i + 1})[aria-current]`);
      const game = gameOfLesson(one);
      const [right] = rightMoves(one);
      const corner = { x: 8, y: 8 };
      if (judgeLesson(one, game, corner) !== null) {
        await page.click(at(corner));
        await expect.poll(() => status(page)).not.toBe('');
      }
      await page.focus(at(right));
      await page.keyboard.press('Enter');
      await expect.poll(() => status(page), { message: one.id }).toBe('Right!');
      if (i + 1 < LESSONS.length) await page.click('.learn button:text-is("Next")');
    }
    await page.waitForSelector('.learn .advice');
    expect(faults).toEqual([]);
  });

  test('an opening rule is explained where it is chosen', async () => {
    const { page } = await open();
    await page.click('.panel button:has-text("New game")');
    await page.click('.new-game .choice label:text-is("Swap2")');
    await expect.poll(() => page.innerText('.opening-text')).toMatch(/^Black places the first three stones/);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('the navigation has one row on a phone, in every language', async () => {
    for (const locale of ['en', 'vi', 'ru', 'cs', 'ko', 'ja', 'zh']) {
      const { page } = await open('', { locale, viewport: { width: 390, height: 800 } });
      await page.waitForSelector(`html[lang=${locale}]`);
      const rows = await page.evaluate(
        'new Set([...document.querySelectorAll(".top nav button")].map((one) => one.offsetTop)).size',
      );
      expect(rows, locale).toBe(1);
      await page.context().close();
    }
  });

  test('no accessibility violations', async () => {
    const { page } = await open('#learn=double-three');
    await page.waitForSelector('.learn .task');
    await page.click(at({ x: 0, y: 0 }));
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.click(at({ x: 4, y: 4 }));
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
