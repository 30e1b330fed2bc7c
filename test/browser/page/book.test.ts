/** Books next to the analysis, in the page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { packBook } from '../../../src/records/book/binary.ts';
import { formatDb } from '../../../src/records/book/formats/db.ts';
import { formatLib } from '../../../src/records/book/formats/lib.ts';
import { formatSgfTree } from '../../../src/records/book/formats/sgf.ts';
import { parseBook } from '../../../src/records/book/text.ts';
import { at, closeDialog, describeInBrowser, openSite, reload, stonesOn, until, waitForStones } from './kit.ts';

const TEXT = `tengen-book 1 rule=freestyle size=15
h8 w=10 # the middle
 h9 ! w=3 v=12 d=20 r=310/12/288 # the direct openings
 i9 w=1 v>=-8 d=18 # the others
  g7 v=+M9
`;
const BOOK = parseBook(TEXT);
const H9 = { x: 7, y: 6 };

const rows = (page: Page) =>
  page.$$eval('.book tbody tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
const isListed = (page: Page) => until(page, 'document.querySelector(".book tbody tr") !== null');

const give = (page: Page, name: string, content: string | Uint8Array) =>
  page.setInputFiles('.book input[type=file]', { name, mimeType: '', buffer: Buffer.from(content) });

describeInBrowser('a book in the page', ({ openAt, url }) => {
  /** Opens the analysis with the engine switched off, since it plays no part here. */
  const openAnalysis = async (options: BrowserContextOptions = {}, address = url(), rule = 0) => {
    const opened = await openAt(`${address}#v=1&r=${rule}&s=15&m=h8`, options);
    await opened.page.click('[role=switch]');
    return opened;
  };

  test('its moves are listed next to the lines, shown on the board, and played by a click', async () => {
    const { page, faults } = await openAnalysis();
    await give(page, 'mine.tbook', TEXT);
    await isListed(page);
    await expect.poll(() => page.textContent('.book h2 small')).toBe('mine.tbook · 5 positions');
    await expect.poll(() => page.textContent('.book-comment')).toBe('the middle');
    await expect
      .poll(() => rows(page))
      .toEqual([
        ['H9!', '3', '51 %', '310/12/288', 'the direct openings'],
        // I9 as well: the first of several symmetric points is named.
        ['G9', '1', '≥ 49 %', '', 'the others'],
      ]);
    // All images of a move are book moves.
    await expect.poll(() => page.locator('.mark-book').count()).toBe(8);
    await expect.poll(() => page.getAttribute(at(H9), 'aria-label')).toBe('H9, empty, in the book');
    await page.hover('.book tbody tr >> nth=1');
    await page.waitForSelector('.ghost');
    await page.click('.book tbody tr >> nth=1 >> button');
    await until(page, `document.querySelector('.book td.value')?.textContent === '+5'`);
    await page.click('[aria-label="To the start"]');
    await until(page, `document.querySelector('.book tbody')?.textContent.includes('H8') === true`);
    // In other positions it has no moves, and says so.
    await page.click(at({ x: 0, y: 0 }));
    await expect.poll(() => page.textContent('.book > .hint-text')).toBe('The position is not in the book.');
    await page.click('.book button:text-is("Close the book")');
    await expect.poll(() => page.locator('.mark-book').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('known wins: Black answers each move of White, by the book and after it', async () => {
    const { page, faults } = await openAnalysis();
    const panel = () => page.textContent('.panel');
    await expect.poll(panel).toContain('Proven: Black wins in at most 42 moves.');
    await page.click('.panel button:text-is("Show me why")');
    await expect.poll(panel).toContain('Play any move for White: Black answers.');
    await page.click(at({ x: 0, y: 0 }));
    await waitForStones(page, 3);
    await expect.poll(panel).toMatch(/Proven: Black wins in at most \d+ moves\./);
    // Back to where Black moved, which has an answer already, and to another move of White.
    for (let i = 0; i < 2; i++) await page.click('[aria-label="Back"]');
    await page.click(at({ x: 7, y: 6 }));
    await waitForStones(page, 3);
    await expect.poll(panel).toMatch(/Proven: Black wins in at most \d+ moves\./);
    // Moves far away, until the book ends and the search answers.
    for (let x = 0; (await page.$('.status.over')) === null; x += 2) {
      const before = (await stonesOn(page)).length;
      await page.click(at({ x, y: 14 }));
      await waitForStones(page, before + 2);
    }
    expect(faults).toEqual([]);
  });

  test.each<[string, string, () => string | Uint8Array]>([
    ['the compact form', 'mine.tbk', () => packBook(BOOK)],
    ['a library', 'mine.lib', () => Buffer.concat([...formatLib(BOOK, 'utf-8', () => {})])],
    ['a database', 'mine.db', () => Buffer.concat([...formatDb([BOOK], true, () => {})])],
    ['a tree', 'mine.sgf', () => [...formatSgfTree(BOOK)].join('')],
    ['a game', 'mine.psq', () => 'Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n-1\n'],
  ])('%s can be read as well', async (_, name, content) => {
    const { page, faults } = await openAnalysis();
    await give(page, name, content());
    await isListed(page);
    await expect.poll(async () => (await rows(page)).map(([move]) => move[0] + move[1])).toContain('H9');
    expect(faults).toEqual([]);
  });

  test('an invalid file is reported, and so is one for another game', async () => {
    const { page, faults } = await openAnalysis();
    await give(page, 'bad.tbook', 'tengen-book 1 rule=renju size=15\nzz\n');
    await expect.poll(() => page.textContent('.book .fault')).toMatch(/^bad\.tbook could not be read: line 2/);
    await give(page, 'other.tbook', 'tengen-book 1 rule=renju size=15\nh8 w=1\n');
    await expect.poll(() => page.textContent('.book > .hint-text')).toBe('This book is for Renju, 15 × 15.');
    expect(faults).toEqual([]);
  });

  test('a dropped file is opened: a book, or a game', async () => {
    const { page, faults } = await openAnalysis();
    const drop = async (target: string, name: string, text: string) => {
      const data = await page.evaluateHandle(
        `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], '${name}')); return data; })()`,
      );
      await page.dispatchEvent(target, 'drop', { dataTransfer: data });
    };
    await drop('.table', 'mine.tbook', TEXT);
    await isListed(page);
    await drop('.table', 'game.pos', 'h8 i9 j10');
    await expect.poll(() => stonesOn(page)).toHaveLength(3);
    await drop('.table', 'game.txt', 'no game');
    await expect.poll(() => page.textContent('.notice')).toContain('game.txt: "no game"');
    await drop('.table', 'photo.png', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR');
    await expect.poll(() => page.textContent('.notice')).toMatch(/^photo\.png: not a text: expected sgf, psq, pos/);
    await drop('.table', 'many.sgf', '(;FF[4]GM[4]SZ[15];B[hh];W[hg])'.repeat(201));
    await page.waitForSelector('dialog.library[open]');
    await expect.poll(() => page.textContent('dialog.library')).toContain('1 game');
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
    await closeDialog(page);
    await drop('.book', 'tree.sgf', '(;FF[4]GM[4]SZ[15];B[hh];W[hg])');
    await expect.poll(() => page.textContent('.book h2 small')).toContain('tree.sgf');
    expect(faults).toEqual([]);
  });

  test('the books of the package are fetched on demand, and are available offline afterward', async () => {
    const own = await openSite();
    const { page, faults } = await openAnalysis({}, own.url, 1);
    await page.evaluate('navigator.serviceWorker.ready');
    await reload(page);
    await until(page, 'navigator.serviceWorker.controller !== null');
    const kept = () =>
      page.evaluate(`(async () => (await caches.match('exact-15.tbook')) !== undefined)()`) as Promise<boolean>;
    await expect.poll(kept).toBe(false);
    await page.click('[aria-label="To the start"]');
    await page.click('.book button:text-is("tengen’s book")');
    await isListed(page);
    const first = await rows(page);
    await expect.poll(kept).toBe(true);
    own.close();
    await page.context().setOffline(true);
    await reload(page);
    await page.click('[aria-label="To the start"]');
    await page.click('.book button:text-is("tengen’s book")');
    await isListed(page);
    await expect.poll(() => rows(page)).toEqual(first);
    expect(faults).toEqual([]);
  });

  test('on a phone it has room, and moves can be tapped', async () => {
    const { page, faults } = await openAnalysis({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await give(
      page,
      'mine.tbook',
      readFileSync(fileURLToPath(new URL('../../../books/freestyle-15.tbook', import.meta.url))),
    );
    await page.click('[aria-label="To the start"]');
    await isListed(page);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.tap('.book tbody button >> nth=0');
    await expect.poll(() => stonesOn(page)).toHaveLength(1);
    expect(faults).toEqual([]);
  });
});
