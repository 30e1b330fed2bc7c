/** The address of the page: reload, Back, Forward and a second tab keep the place. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf, type PagePlace, placeOfAddress } from '../../../src/page/models/page/place.ts';
import { at, describeInBrowser, openTab, reload, step, stonesOn, visitAgain } from './kit.ts';

const GAME = '(;GM[4]SZ[15]PB[Kim]PW[Lee];B[hh];W[ii];B[gg];W[jj])';

test('an address names mode, tree, problem, library game and dialog, and is read back', () => {
  const place: PagePlace = { mode: 'play', dialog: null, id: '', game: null, link: '' };
  const places: readonly [PagePlace, string][] = [
    [place, ''],
    [{ ...place, dialog: 'settings' }, '#play&dialog=settings'],
    [{ ...place, mode: 'study', id: 'a-1' }, '#study=a-1'],
    [{ ...place, mode: 'problems', id: 'x y' }, '#problems=x%20y'],
    [{ ...place, mode: 'analyze', game: { block: 'b.2', index: 7 } }, '#analyze&game=b.2.7'],
    [{ ...place, mode: 'analyze', link: '#v=1&r=0&s=15&m=h8' }, '#v=1&r=0&s=15&m=h8'],
    [{ ...place, mode: 'study', dialog: 'share', link: '#v=1&r=0&s=15' }, '#study&v=1&r=0&s=15&dialog=share'],
  ];
  for (const [one, address] of places) {
    expect(addressOf(one)).toBe(address);
    expect(placeOfAddress(address)).toEqual(one);
  }
  expect(placeOfAddress('#nonsense=1&dialog=none')).toEqual(place);
});

describeInBrowser('the address', ({ open, url }) => {
  const mode = (page: Page) => page.textContent('nav button[aria-current="page"]');
  const isIn = (page: Page, name: string) => expect.poll(() => mode(page)).toBe(name);
  const addressIs = (page: Page, pattern: RegExp) => expect.poll(() => new URL(page.url()).hash).toMatch(pattern);

  test('of every mode and dialog survives a reload, Back and Forward', async () => {
    const { page, faults } = await open();
    await page.click('nav button:text-is("Problems")');
    await addressIs(page, /^#problems=./);
    const problem = page.url();
    await page.click('nav button:text-is("Study")');
    await page.click(at({ x: 7, y: 7 }));
    await addressIs(page, /^#study=./);
    const study = page.url();
    await page.click('[aria-label="Library"]');
    await page.waitForSelector('dialog.library[open]');
    await reload(page);
    await page.waitForSelector('dialog.library[open]');
    await page.click('dialog [aria-label="Close"]');
    await page.waitForSelector('dialog', { state: 'detached' });
    await expect.poll(() => page.url()).toBe(study);
    await expect.poll(() => stonesOn(page)).toHaveLength(1);
    await step(page, -1);
    await isIn(page, 'Problems');
    await expect.poll(() => page.url()).toBe(problem);
    await reload(page);
    await isIn(page, 'Problems');
    await expect.poll(() => page.url()).toBe(problem);
    await step(page, -1);
    await isIn(page, 'Play');
    await step(page, 1);
    await isIn(page, 'Problems');
    await step(page, 1);
    await isIn(page, 'Study');
    await expect.poll(() => stonesOn(page)).toHaveLength(1);
    await page.click('[aria-label="Settings"]');
    await page.waitForSelector('dialog.settings[open]');
    await step(page, -1);
    await page.waitForSelector('dialog', { state: 'detached' });
    await expect.poll(() => mode(page)).toBe('Study');
    const other = await openTab(page.context(), study);
    await isIn(other, 'Study');
    await expect.poll(() => stonesOn(other)).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('of a game of the library opens it again, in a second tab too, and an unknown one says so', async () => {
    const { page, faults } = await open('#play&dialog=library');
    await page
      .locator('dialog input[type=file]')
      .first()
      .setInputFiles({ name: 'game.sgf', mimeType: 'application/x-go-sgf', buffer: Buffer.from(GAME) });
    await page.click('dialog .games .title');
    await addressIs(page, /^#analyze&game=/);
    await reload(page);
    await isIn(page, 'Analyze');
    await expect.poll(() => stonesOn(page)).toHaveLength(4);
    const other = await openTab(page.context(), page.url());
    await expect.poll(() => stonesOn(other)).toHaveLength(4);
    await visitAgain(other, `${url()}#study=unknown`);
    await expect.poll(() => other.textContent('.notice')).toContain('not stored in this browser');
    expect(faults).toEqual([]);
  });

  test('of a position that is analyzed follows its moves', async () => {
    const { page, faults } = await open('#v=1&r=0&s=15&m=h8i9j10');
    await page.keyboard.press('ArrowLeft');
    await addressIs(page, /^#v=1&r=0&s=15&m=h8i9j10&n=2$/);
    await reload(page);
    await expect.poll(() => stonesOn(page)).toHaveLength(2);
    expect(faults).toEqual([]);
  });
});
