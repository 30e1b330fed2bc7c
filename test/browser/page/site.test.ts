/** The page as a whole: offline, links and files, accessibility, and failures. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import files from 'tengen:board-files';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NETWORK } from '../../../src/engine/runtime/network-data.ts';
import { LEARNED_WEIGHTS } from '../../../src/engine/runtime/weights-data.ts';
import { LANGUAGES } from '../../../src/page/lang/speech.ts';
import { editFacts, findMistakes, openLibrary } from '../../../tools/common/board-views.ts';
import {
  accessibilityFaults,
  at,
  closeDialog,
  describeInBrowser,
  openOffline,
  openSite,
  reload,
  startGame,
  stonesOn,
  until,
  waitForStones,
} from './kit.ts';

/** Files that the page loads before anything is opened: those of index.html, with all that they import at once. */
function firstVisit(): string[] {
  const wanted = ['index.html', 'search.js', 'sw.js'];
  for (const name of wanted) {
    const isPage = name === 'index.html';
    const named = files[name].matchAll(isPage ? /(?:href|src)="([\w.-]+)"/g : /(?:from|import)"\.\/([\w.-]+)"/g);
    for (const [, other] of named) if (other in files && !wanted.includes(other)) wanted.push(other);
  }
  return wanted;
}

test('a first visit transfers less than 160 kB without the learned weights', () => {
  const weights = [...LEARNED_WEIGHTS, NETWORK];
  const withoutWeights = (text: string) => weights.reduce((rest, one) => rest.replace(one, ''), text);
  const names = firstVisit();
  expect(names).toEqual(expect.arrayContaining(['app.js', 'style.css', 'start.js', 'manifest.webmanifest']));
  const bytes = names.reduce((sum, name) => sum + gzipSync(withoutWeights(files[name]), { level: 9 }).length, 0);
  expect(bytes).toBeLessThan(160_000);
});

describeInBrowser('the page', ({ open, openAt }) => {
  test('after the first visit it works offline', async () => {
    const { page, faults } = await openOffline(openAt);
    await expect.poll(() => page.evaluate('crossOriginIsolated')).toBe(true);
    await page.click(at({ x: 7, y: 7 }));
    await waitForStones(page, 2);
    expect(faults).toEqual([]);
  });

  test('a server without headers: after the first visit threads share memory nevertheless', async () => {
    const plain = await openSite(false);
    const { page } = await openAt(plain.url);
    await expect.poll(() => page.evaluate('crossOriginIsolated')).toBe(false);
    await page.evaluate('navigator.serviceWorker.ready');
    await reload(page);
    await until(page, 'navigator.serviceWorker.controller !== null');
    await reload(page);
    await expect.poll(() => page.evaluate('crossOriginIsolated')).toBe(true);
    await page.context().close();
    plain.close();
  });

  test('a game is exported as a link, a record and a file, and imported again', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'Two players', rule: 'Renju', size: 13 });
    for (const point of [
      { x: 6, y: 6 },
      { x: 7, y: 5 },
      { x: 2, y: 9 },
    ]) {
      await page.click(at(point));
    }
    const before = await stonesOn(page);
    await page.click('.panel button:has-text("Save and share")');
    await page.waitForSelector('.share .copied input');
    const [record, link] = await page.$$eval('.share .copied input', (inputs) =>
      inputs.map((input) => (input as unknown as { value: string }).value),
    );
    expect(record).toBe('G7 H8 C4');
    const texts: string[] = [record, link];
    for (const kind of ['sgf', 'psq', 'pos', 'svg', 'png', 'gif']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click(`.share button:text-is("${kind}")`),
      ]);
      const content = readFileSync(await download.path());
      expect(content.length).toBeGreaterThan(5);
      if (kind === 'png') expect(content.subarray(1, 4).toString()).toBe('PNG');
      // The header, and a picture before the first move and after each.
      if (kind === 'gif') expect(content.toString('latin1').match(/GIF89a|\x21\xf9\x04/g)).toHaveLength(5);
      if (kind === 'sgf' || kind === 'psq') texts.push(content.toString());
    }
    for (const text of [...texts, 'https://example.org/#/13/g7h8c4']) {
      if ((await page.locator('.share').count()) === 0) await page.click('.panel button:has-text("Save and share")');
      await page.fill('#pasted', text);
      await page.click('.share button:text-is("Open")');
      await page.waitForSelector('.share', { state: 'detached' });
      await expect.poll(() => stonesOn(page), { message: text }).toEqual(before);
    }
    await page.click('.panel button:has-text("Save and share")');
    await page.fill('#pasted', 'no game');
    await page.click('.share button:text-is("Open")');
    await expect.poll(() => page.textContent('.share .fault')).toContain('expected psq, sgf, a link');
    expect(faults).toEqual([]);
    const other = await openAt(link);
    await expect.poll(() => stonesOn(other.page)).toEqual(before);
  });

  test('keys switch modes and open dialogs, and a new link opens in the same page', async () => {
    const { page, faults } = await open();
    const mode = () => page.textContent('nav [aria-current=page]');
    await page.focus('nav button');
    for (const [key, name] of [
      ['a', 'Analyze'],
      ['d', 'Study'],
      ['p', 'Play'],
    ]) {
      await page.keyboard.press(key);
      await expect.poll(mode).toBe(name);
    }
    for (const [key, dialog] of [
      ['n', '.new-game'],
      ['s', '.share'],
      ['?', '.help'],
    ]) {
      await page.keyboard.press(key);
      await page.waitForSelector(dialog);
      // The page's keys are off while a dialog is open.
      await page.keyboard.press('a');
      await expect.poll(mode).toBe('Play');
      await page.click(`${dialog} [aria-label=Close]`);
      await page.waitForSelector(dialog, { state: 'detached' });
    }
    await page.click(at({ x: 7, y: 7 }));
    await waitForStones(page, 2);
    await page.focus('nav button');
    await page.keyboard.press('a');
    await expect.poll(() => stonesOn(page)).toHaveLength(2);
    await page.evaluate(`location.hash = '#v=1&r=0&s=15&m=h8i9j10'`);
    await expect.poll(() => stonesOn(page)).toHaveLength(3);
    await page.click('button:text-is("Play on from here")');
    await expect.poll(mode).toBe('Play');
    await page.waitForSelector('.status[data-status=waiting]');
    expect(faults).toEqual([]);
  });

  test('hiding the page on a phone stops the analysis until the page is shown again', async () => {
    const { page } = await open('#v=1&r=0&s=15&m=h8i9', { hasTouch: true, isMobile: true });
    await until(page, `document.querySelectorAll('.line').length > 0`);
    const hide = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    await hide(true);
    await until(page, `document.querySelectorAll('.line').length === 0`);
    await expect.poll(() => page.getAttribute('[role=switch]', 'aria-checked')).toBe('true');
    await hide(false);
    await until(page, `document.querySelectorAll('.line').length > 0`);
  });

  test('a link that cannot be opened is reported', async () => {
    const { page } = await open('#v=1&r=0&s=15&m=h8h8');
    await expect.poll(() => page.textContent('.notice')).toContain('H8: already occupied by a black stone');
  });

  test('an engine that cannot start is reported with a remedy, and the game continues', async () => {
    const broken = await openSite(true, { ...files, 'search.js': 'throw new Error("no such luck")' });
    const { page } = await openAt(broken.url, { serviceWorkers: 'block' });
    await page.click(at({ x: 7, y: 7 }));
    await page.waitForSelector('.notice.bad');
    await expect
      .poll(() => page.textContent('.notice'))
      .toMatch(/The engine stopped working \(.*no such luck.*reload the page/);
    await waitForStones(page, 2);
    await page.context().close();
    broken.close();
  });

  const states: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
    ['a game', (page) => page.click(at({ x: 7, y: 7 }))],
    ['a new game', (page) => page.click('.panel button:has-text("New game")')],
    [
      'an opening',
      async (page) => {
        await startGame(page, { players: 'Two players', rule: 'Renju', size: 15, opening: 'Soosõrv-8' });
        for (const [x, y] of [
          [7, 7],
          [7, 6],
          [7, 5],
        ])
          await page.click(at({ x, y }));
        await page.waitForSelector('.opening button');
      },
    ],
    ['the analysis', (page) => page.click('nav button:text-is("Analyze")')],
    [
      'the analysis of a move of White on a phone',
      async (page) => {
        await page.setViewportSize({ width: 390, height: 800 });
        await page.evaluate(`location.hash = '#v=1&r=0&s=15&m=h8'`);
        await page.waitForSelector('.bar.white:not(.unknown)');
      },
    ],
    [
      'a book',
      async (page) => {
        await page.click('nav button:text-is("Analyze")');
        await page.click('.book button:text-is("tengen’s book")');
        await page.waitForSelector('.book tbody tr');
      },
    ],
    ['a study', (page) => page.click('nav button:text-is("Study")')],
    ['the help', (page) => page.click('[aria-label="Keys and help"]')],
    ['the settings', (page) => page.click('[aria-label="Settings"]')],
    [
      'saving and sharing',
      async (page) => {
        await page.click('.panel button:has-text("Save and share")');
        await page.waitForSelector('.share');
      },
    ],
    [
      'the library',
      async (page: Page) => {
        await openLibrary(page);
      },
    ],
    ['the facts of a game', editFacts],
    ['mistakes in games of the library', findMistakes],
    [
      'moves of the library',
      async (page: Page) => {
        await openLibrary(page);
        await closeDialog(page);
        await page.click('nav button:text-is("Analyze")');
        await page.click('.explorer [role=switch]');
        await page.waitForSelector('.explorer tbody tr');
      },
    ],
  ];
  test.each(states)('axe finds no problems with %s, light and dark', async (_, act) => {
    const { page } = await open('', { reducedMotion: 'reduce' });
    await act(page);
    // A color between two others may be too faint.
    await until(
      page,
      `document.getAnimations().every(({ effect }) => {
      const { progress, endTime } = effect.getComputedTiming();
      return progress === null || endTime === Infinity;
    })`,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test.each(LANGUAGES.map(({ code }) => code))('it supports %s, and the texts fit on a phone', async (code) => {
    const { page, faults } = await open('', { locale: code, viewport: { width: 360, height: 700 } });
    await until(page, `document.documentElement.lang === '${code}'`);
    await expect.poll(() => page.textContent('nav')).not.toBe('');
    const widths = 'Math.max(0, document.documentElement.scrollWidth - innerWidth)';
    for (const mode of [1, 2, 3, 4]) {
      await page.click(`nav button:nth-child(${mode})`);
      expect(await page.evaluate(widths), `mode ${mode}`).toBe(0);
    }
    expect(faults).toEqual([]);
  });
});
