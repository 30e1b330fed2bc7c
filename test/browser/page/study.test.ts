/** Studies in the page: variations, comments, letters, setup stones. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parseMoves, type XY } from '../../../src/core/point.ts';
import { isFirefox } from '../browser.ts';
import { at, closeDialog, describeInBrowser, reload, stonesOn, titlesOfStudies, until, visitAgain } from './kit.ts';

/** Clicks on Study as soon as the button is drawn, before anything else of the page runs. */
const CLICK_AT_ONCE = `new MutationObserver((_, observer) => {
  const study = [...document.querySelectorAll('nav button')].find(({ textContent }) => textContent === 'Study');
  if (study === undefined) return;
  observer.disconnect();
  study.click();
}).observe(document, { childList: true, subtree: true })`;

const point = (name: string): XY => parseMoves(name, 15)![0];

describeInBrowser('a study', ({ open, url }) => {
  const opened = async (fragment: string) => {
    const { page, faults } = await open(fragment);
    await page.click('nav button:text-is("Study")');
    return { page, faults };
  };
  const saved = async (page: Page): Promise<string> => {
    await page.click('.panel button:has-text("Save and share")');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('.share button:text-is("sgf")')]);
    await closeDialog(page);
    return readFileSync(await download.path(), 'utf8');
  };

  test('a mode that is chosen before the page has opened its game stays', async () => {
    const { page, faults } = await open('#v=1&r=0&s=15&m=h8i9');
    await page.addInitScript(CLICK_AT_ONCE);
    await reload(page);
    await expect.poll(() => stonesOn(page)).toHaveLength(2);
    await expect.poll(() => page.textContent('nav button[aria-current="page"]')).toBe('Study');
    expect(faults).toEqual([]);
  });

  test('variations, comments and letters are saved, reopened, and available at the next visit', async () => {
    const { page, faults } = await opened('#v=1&r=4&s=15&m=h8i9j10');
    // What was on in the analysis continues.
    await expect.poll(() => page.getAttribute('[role=switch]', 'aria-checked')).toBe('true');
    await page.click('[role=switch]');
    await expect.poll(() => page.locator('.mark-value').count()).toBe(0);
    await page.focus('nav button');
    await page.keyboard.press('ArrowLeft');
    await page.click(at(point('k11')));
    await page.fill('.comment textarea', 'Not so good.');
    await page.click('.tools-row button:text-is("Letter")');
    await page.click(at(point('g7')));
    await page.click(at(point('h8')));
    await page.click(at(point('h8')));
    await expect.poll(() => page.locator('.mark-letter').allTextContents()).toEqual(['A']);
    await expect.poll(() => stonesOn(page)).toHaveLength(3);
    await expect.poll(() => page.textContent('.tree')).toMatch(/1\. H8.*2\. I9.*3\. J10.*3\. K11.*Not so good\./);
    const text = await saved(page);
    expect(text).toContain('(;B[jf])\n(;B[ke]C[Not so good.]LB[gi:A])');
    await visitAgain(page, url());
    await page.click('nav button:text-is("Study")');
    await expect.poll(() => page.textContent('.tree')).toContain('Not so good.');
    const other = await opened('');
    await other.page.click('.panel button:has-text("Save and share")');
    await other.page.fill('#pasted', text);
    await other.page.click('.share button:text-is("Open")');
    await other.page.click('.tree button:has-text("K11")');
    await expect.poll(() => other.page.locator('.mark-letter').allTextContents()).toEqual(['A']);
    expect(await saved(other.page)).toBe(text);
    expect([...faults, ...other.faults]).toEqual([]);
  });

  test('marks and arrows: by the right button, by the tool and by keys; they are saved and available again', async () => {
    const { page, faults } = await opened('#v=1&r=4&s=15&m=h8i9');
    const drag = async (from: string, to: string, button: 'left' | 'right') => {
      await page.hover(at(point(from)));
      await page.mouse.down({ button });
      await page.hover(at(point(to)));
      await page.mouse.up({ button });
    };
    const shown = () => page.locator('.outline').count();
    for (let i = 0; i < 2; i++) await page.click(at(point('h8')), { button: 'right' });
    await drag('a1', 'c3', 'right');
    await drag('d4', 'e5', 'right');
    await drag('d4', 'e5', 'right');
    await expect.poll(shown).toBe(2);
    await page.click('.tools-row button:text-is("Marks")');
    await page.click(at(point('g7')));
    await drag('o1', 'o3', 'left');
    await page.focus(at(point('o3')));
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(shown).toBe(5);
    expect(await page.getAttribute(at(point('a1')), 'aria-label')).toBe('A1, empty, arrow to C3');
    expect(await page.getAttribute(at(point('h8')), 'aria-label')).toContain('triangle');
    expect(await stonesOn(page)).toHaveLength(2);
    expect(await saved(page)).toContain(';W[ig]TR[hh]AR[ao:cm][oo:om][om:ol]CR[gi])');
    await visitAgain(page, url());
    await page.click('nav button:text-is("Study")');
    await expect.poll(shown).toBe(5);
    // Only a study has marks to give.
    await page.click('nav button:text-is("Analyze")');
    await page.click(at(point('l12')), { button: 'right' });
    await expect.poll(shown).toBe(5);
    expect(faults).toEqual([]);
  });

  test.skipIf(isFirefox)(
    'a finger on a phone: a tap marks, a drag draws an arrow, a rest chooses the point',
    async () => {
      const { page, faults } = await open('#v=1&r=4&s=15&m=h8i9', {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      });
      await page.click('nav button:text-is("Study")');
      await page.click('.tools-row button:text-is("Marks")');
      await page.tap(at(point('h8')));
      await expect.poll(() => page.locator('.outline').count()).toBe(1);
      const finger = await page.context().newCDPSession(page);
      const places = await Promise.all(
        ['c3', 'e5', 'f6', 'k5', 'l6'].map(async (name) => {
          const box = (await page.locator(at(point(name))).boundingBox())!;
          return [name, { x: box.x + box.width / 2, y: box.y + box.height / 2 }] as const;
        }),
      );
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', name?: string) => {
        const touchPoints = places.flatMap(([known, place]) => (known === name ? [place] : []));
        return finger.send('Input.dispatchTouchEvent', { type, touchPoints });
      };
      // At once: a finger that rests chooses a point.
      await Promise.all([touch('touchStart', 'c3'), touch('touchMove', 'e5'), touch('touchMove', 'f6')]);
      await touch('touchEnd');
      await expect.poll(() => page.locator('.outline').count()).toBe(2);
      await touch('touchStart', 'k5');
      await page.waitForSelector('.lens');
      await touch('touchMove', 'l6');
      await expect.poll(() => page.textContent('.lens strong')).toBe('L6');
      await touch('touchEnd');
      await expect.poll(() => page.locator('.outline').count()).toBe(3);
      await expect.poll(() => page.getAttribute(at(point('l6')), 'aria-label')).toBe('L6, empty, circle');
      expect(await page.getAttribute(at(point('c3')), 'aria-label')).toBe('C3, empty, arrow to F6');
      expect(faults).toEqual([]);
    },
  );

  test('a variation becomes the main line, and is deleted after confirmation', async () => {
    const { page } = await opened('#v=1&r=0&s=15&m=h8i9j10');
    await page.click('.tree button:has-text("H8")');
    await page.click(at(point('a1')));
    await page.click('button:text-is("Make this the main line")');
    await expect.poll(() => page.textContent('.tree .main:nth-of-type(2)')).toContain('A1');
    await page.click('button:text-is("Delete from here")');
    await expect.poll(() => page.textContent('.tree')).toContain('A1');
    await page.click('button:text-is("Really delete?")');
    await expect.poll(() => page.textContent('.tree')).not.toContain('A1');
    await expect.poll(() => page.textContent('.tree')).toContain('J10');
  });

  test('stones can be set up with a side to move, and analyzed by the engine', async () => {
    const { page, faults } = await opened('');
    await page.click('button:has-text("Set up")');
    for (const name of ['h8', 'i8', 'j8', 'a1']) await page.click(at(point(name)));
    await page.click(at(point('a1')));
    await page.click('.tools-row button:has-text("White")');
    await page.click(at(point('h9')));
    await page.click('[aria-label="Side to move"] button:text-is("White")');
    await page.click('button:text-is("Done")');
    await expect.poll(async () => (await stonesOn(page)).map(({ color }) => color).sort()).toEqual([1, 1, 1, 2]);
    await page.click(at(point('g8')));
    await expect.poll(async () => (await stonesOn(page)).filter(({ color }) => color === 2)).toHaveLength(2);
    await page.keyboard.press('ArrowLeft');
    await page.click('nav button:text-is("Analyze")');
    await until(page, `document.querySelectorAll('.line').length > 0`);
    await page.click('nav button:text-is("Study")');
    expect(await saved(page)).toMatch(/AB\[hh\]\[ih\]\[jh\]AW\[hg\]PL\[W\]\n;W\[gh\]/);
    expect(faults).toEqual([]);
  });

  test('a setup position can be continued, also after a reload, and undone to its start', async () => {
    const { page, faults } = await opened('#v=1&r=4&s=15');
    await page.click('button:has-text("Set up")');
    // An overline of Black's: it cannot be played, but it can be set up.
    for (const name of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']) await page.click(at(point(name)));
    await page.click('button:text-is("Done")');
    await page.click('button:text-is("Play on from here")');
    await page.click(at(point('h8')));
    await page.waitForSelector('.status[data-status=waiting]');
    await visitAgain(page, url());
    await expect.poll(() => stonesOn(page)).toHaveLength(8);
    await page.click('button:text-is("Undo")');
    await expect.poll(() => stonesOn(page)).toHaveLength(6);
    await expect.poll(() => page.isDisabled('button:text-is("Undo")')).toBe(true);
    await page.click(at(point('h8')));
    await page.waitForSelector('.status[data-status=waiting]');
    await page.click('nav button:text-is("Study")');
    await expect.poll(() => stonesOn(page)).toHaveLength(8);
    expect(faults).toEqual([]);
  });

  test('a link with setup stones is a study with its first change, which resumes after a reload', async () => {
    const { page, faults } = await opened('#v=1&r=4&s=15&m=h8i9j10&u=2');
    await expect.poll(() => titlesOfStudies(page)).toHaveLength(0);
    await page.fill('.comment textarea', 'A remark.');
    await expect.poll(() => titlesOfStudies(page)).toHaveLength(1);
    for (let visit = 0; visit < 2; visit++) {
      await reload(page);
      await page.click('nav button:text-is("Study")');
      await expect.poll(() => page.textContent('.tree')).toContain('A remark.');
      await expect.poll(() => titlesOfStudies(page)).toHaveLength(1);
    }
    expect(faults).toEqual([]);
  });

  test('a game that is played later replaces a study, which is kept', async () => {
    const { page } = await opened('#v=1&r=0&s=15&m=h8i9');
    await page.fill('.comment textarea', 'A thought.');
    await page.click('nav button:text-is("Play")');
    await page.click(at(point('c3')));
    await page.click('nav button:text-is("Study")');
    await expect.poll(() => page.textContent('.tree')).toContain('C3');
    await page.click('button:text-is("Back to the previous study")');
    await expect.poll(() => page.textContent('.tree')).toContain('A thought.');
  });
});
