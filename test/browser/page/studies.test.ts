/** What the page saves between visits and tabs, and what it reports if it cannot. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parseMoves, type XY } from '../../../src/core/point.ts';
import {
  at,
  closeDialog,
  describeInBrowser,
  openTab,
  reload,
  startGame,
  stonesOn,
  titlesOfStudies,
  visitAgain,
} from './kit.ts';

const point = (name: string): XY => parseMoves(name, 15)![0];

describeInBrowser('saved data', ({ open, url }) => {
  const study = (page: Page) => page.click('nav button:text-is("Study")');
  const opened = async (fragment: string) => {
    const { page, faults } = await open(fragment);
    await study(page);
    return { page, faults, context: page.context() };
  };
  /** Another page of the same browser, with the same storage. */
  const another = async (context: BrowserContext): Promise<Page> => {
    const page = await openTab(context, url());
    await study(page);
    return page;
  };
  const studyAgain = async (page: Page, fragment = '') => {
    await visitAgain(page, url() + fragment);
    await study(page);
  };
  /**
   * As a person does: `pagehide` runs to its end. It does not with Playwright's usual way, and if the tab leaves for
   * another page and is closed there, the browser may end its process first.
   */
  const close = async (page: Page) => {
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  };
  const treeText = (page: Page) => page.textContent('.tree');
  const comment = (page: Page, text: string) => page.fill('.comment textarea', text);

  test.each([
    ['four in a row on a board with two sides', '#v=1&r=0&s=9x7&w=4&m=e4e5d4', '9 × 7'],
    ['six in a row', '#v=1&r=0&s=15&w=6&m=a1a2b1b2c1c2d1d2e1e2', '6 in a row'],
    ['a pass', '#v=1&r=0&s=15&m=h8-i9', '–'],
  ])('a study with %s, also if the page closes at once', async (_, fragment, sign) => {
    const { page, faults } = await opened(fragment);
    await comment(page, 'A thought.');
    await studyAgain(page);
    await expect.poll(() => treeText(page)).toContain('A thought.');
    await expect.poll(() => page.textContent('.panel')).toContain(sign);
    expect(faults).toEqual([]);
  });

  test('a linked game with a variation is another study, and resumes when the link is opened again', async () => {
    const { page } = await opened('#v=1&r=0&s=15&m=h8i9');
    await comment(page, 'Of the first.');
    await studyAgain(page, '#v=1&r=4&s=15&m=h8h9');
    await page.click(at(point('a1')));
    await page.click('[aria-label=Back]');
    await page.click(at(point('b2')));
    await studyAgain(page, '#v=1&r=4&s=15&m=h8h9');
    await expect.poll(() => treeText(page)).toMatch(/A1.*B2/);
    await expect
      .poll(() => titlesOfStudies(page))
      .toEqual([expect.stringMatching(/^Renju.*H8 H9 A1/), expect.stringMatching(/^Free.*H8 I9/)]);
    await page.click('button:text-is("Studies…")');
    await page.click('.studies .title:has-text("Freestyle")');
    await expect.poll(() => treeText(page)).toContain('Of the first.');
  });

  test('a deleted comment, and a new main line', async () => {
    const { page } = await opened('#v=1&r=0&s=15&m=h8i9j10');
    await comment(page, 'Wrong.');
    await studyAgain(page);
    await expect.poll(() => treeText(page)).toContain('Wrong.');
    await comment(page, '');
    await studyAgain(page);
    await expect.poll(() => treeText(page)).toContain('J10');
    await expect.poll(() => treeText(page)).not.toContain('Wrong.');
    await page.click('.tree button:has-text("H8")');
    await page.click(at(point('a1')));
    await page.click('button:text-is("Make this the main line")');
    await studyAgain(page);
    await expect.poll(() => page.textContent('.tree .main:nth-of-type(2)')).toContain('A1');
  });

  test('studies can be named, saved as files, deleted, restored, and deleted permanently', async () => {
    const { page, faults } = await opened('#v=1&r=0&s=15&m=h8');
    await comment(page, 'One.');
    await page.click('button:text-is("Studies…")');
    await page.click('button:text-is("New study")');
    await page.click(at(point('c3')));
    await comment(page, 'Two.');
    await page.click('button:text-is("Studies…")');
    await page.locator('.studies-list li', { hasText: 'C3' }).locator('button:text-is("Rename")').click();
    await page.fill('[aria-label="Study name"]', 'My [second]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.studies-list .title:has-text("My [second]")');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('[aria-label="sgf: My [second]"]')]);
    expect(file.suggestedFilename()).toBe('My [second].sgf');
    expect(readFileSync(await file.path(), 'utf8')).toContain('GN[My [second\\]]');
    const [all] = await Promise.all([
      page.waitForEvent('download'),
      page.click('button:text-is("Save all as one file")'),
    ]);
    const both = readFileSync(await all.path(), 'utf8');
    expect(both.match(/\(;FF/g)).toHaveLength(2);
    const elsewhere = await opened('');
    for (let i = 0; i < 2; i++) {
      await elsewhere.page.click('.panel button:has-text("Save and share")');
      await elsewhere.page.fill('#pasted', both);
      await elsewhere.page.click('.share button:text-is("Open")');
      await elsewhere.page.waitForSelector('.share', { state: 'detached' });
      await expect.poll(async () => (await titlesOfStudies(elsewhere.page)).length).toBe(2);
    }
    await elsewhere.context.close();
    await page.locator('.studies-list li', { hasText: 'second' }).locator('button:text-is("Delete")').click();
    await page.waitForSelector('summary:text-is("Deleted: 1 (can be restored for 30 days)")');
    await closeDialog(page);
    await expect.poll(() => treeText(page)).not.toContain('Two.');
    await studyAgain(page);
    await expect.poll(() => titlesOfStudies(page)).toEqual([expect.stringContaining('H8')]);
    await page.click('button:text-is("Studies…")');
    await page.click('summary');
    await page.click('button:text-is("Restore")');
    await page.click('.studies .title:has-text("My [second]")');
    await expect.poll(() => treeText(page)).toContain('Two.');
    await page.click('button:text-is("Studies…")');
    await page.locator('.studies-list li', { hasText: 'second' }).locator('button:text-is("Delete")').click();
    await page.click('button:text-is("Delete permanently")');
    await page.click('button:text-is("Really delete?")');
    await page.waitForSelector('summary', { state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('data of an earlier version is imported once', async () => {
    const { page } = await opened('');
    await page.evaluate(`localStorage.setItem('tengen.study', JSON.stringify('(;SZ[15];B[hh]C[From before.])'))`);
    await studyAgain(page);
    await expect.poll(() => treeText(page)).toContain('From before.');
    await expect.poll(() => page.evaluate(`localStorage.getItem('tengen.study')`)).toBeNull();
    await studyAgain(page);
    await expect.poll(() => treeText(page)).toContain('From before.');
    await expect.poll(() => titlesOfStudies(page)).toHaveLength(1);
  });

  /** As the first version of the page stored it: a database for each kind of records. */
  const FIRST_VERSION = `(async () => {
    const at = Date.now();
    const study = (id, moves, deletedAt) => ({
      id, name: id, sgf: '(;GM[4]FF[4]SZ[15]GN[' + id + ']' + moves + ')', path: [0], opening: 'H8',
      variant: { rule: 0, width: 15, height: 15, winLength: 5 }, link: null, revision: 3, changedAt: at, deletedAt,
    });
    const block = (id, players, deleted) => ({
      id, revision: 2, addedAt: at, deleted, moves: Uint16Array.of(112, 96), ends: Uint32Array.of(2),
      kinds: Uint8Array.of(1, 15, 15, 5, 1), texts: ['', ...players, '2001'], facts: Uint32Array.of(1, 2, 0, 3, 0, 0),
    });
    const move = { number: 2, color: 2, point: { x: 6, y: 6 }, lost: 0.4, verdict: 'mistake', better: [], missedWinIn: null };
    const review = { id: '#v=1&r=0&s=15&m=h8g9', mistakes: [{ kind: 'slow', phase: 'opening', best: 0.5, move }] };
    const stores = [
      ['tengen', 'studies', [study('kept', ';B[hh]C[Of old.]', null), study('deleted', ';B[aa]', at)]],
      ['tengen-library', 'blocks', [block('a', ['Ann', 'Bob'], {}), block('b', ['Cy', 'Di'], { 0: at })]],
      ['tengen-reviews', 'reviews', [review]],
    ];
    const end = (request) => new Promise((resolve, reject) => {
      request.onsuccess = request.oncomplete = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const [name, kind, records] of stores) {
      await end(indexedDB.deleteDatabase(name));
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(kind, { keyPath: 'id' });
      const database = await end(request);
      const transaction = database.transaction(kind, 'readwrite');
      for (const record of records) transaction.objectStore(kind).put(record);
      await end(transaction);
      database.close();
    }
    const { sgf, path, name, variant, opening } = study('unwritten', ';B[cc]', null);
    const unsaved = { study: { id: 'c', revision: 0, link: null }, content: { sgf, path, name, variant, opening } };
    localStorage.setItem('tengen.unsaved.c', JSON.stringify(unsaved));
  })()`;

  test('studies, library and reviews of the first version are found, each once', async () => {
    const { page, faults, context } = await opened('');
    await page.goto(`${url()}icon.svg`);
    await page.evaluate(FIRST_VERSION);
    for (let visit = 1; visit <= 2; visit++) {
      await studyAgain(page);
      const names = async () => (await titlesOfStudies(page)).map((title) => title.split(' ')[0]).sort();
      await expect.poll(names).toEqual(['kept', 'unwritten']);
      await page.click('button:text-is("Studies…")');
      await page.waitForSelector('summary:text-is("Deleted: 1 (can be restored for 30 days)")');
      await page.click('.studies .title:has-text("kept")');
      await expect.poll(() => treeText(page)).toContain('Of old.');
      await page.click('[aria-label="Library"] >> nth=0');
      const games = page.locator('.library .games .title');
      await expect.poll(() => games.allTextContents()).toEqual(['Ann – Bob 1–0 2001, 2 moves']);
      // Without the stored review an engine would find none.
      await page.click('button:text-is("Find the mistakes in these games")');
      await page.waitForSelector('button:text-is("Try again (1)")');
      await page.click('button:text-is("Undo the last deletion")');
      await expect.poll(() => games.count()).toBe(2);
      await page.click('[aria-label="Delete: Cy – Di 1–0"]');
      await expect.poll(() => games.count()).toBe(1);
      await page.keyboard.press('Escape');
    }
    const databases = await page.evaluate('indexedDB.databases().then((all) => all.map(({ name }) => name))');
    expect(databases).toEqual(['tengen']);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a tab shows the changes that another one has made to its study', async () => {
    const { page, context } = await opened('#v=1&r=0&s=15&m=h8i9');
    await comment(page, 'From the first tab.');
    const other = await another(context);
    await expect.poll(() => treeText(other)).toContain('From the first tab.');
    await other.click(at(point('c3')));
    await comment(other, 'From the second.');
    await expect.poll(() => treeText(page)).toMatch(/From the first tab\..*C3.*From the second\./);
    await page.click('.tree button:has-text("H8")');
    await comment(page, 'And back.');
    await expect.poll(() => treeText(other)).toContain('And back.');
    await expect.poll(() => titlesOfStudies(other)).toHaveLength(1);
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });

  test('a tab that missed the changes saves its version as another study, and says so', async () => {
    const { page, context } = await opened('#v=1&r=0&s=15&m=h8i9');
    await comment(page, 'Of both.');
    await context.addInitScript('delete globalThis.BroadcastChannel');
    const deaf = await another(context);
    await expect.poll(() => treeText(deaf)).toContain('Of both.');
    await comment(page, 'Of the first.');
    await comment(deaf, 'Of the second.');
    await deaf.waitForSelector('.notice:has-text("Your version was saved separately as")');
    await comment(deaf, 'Of the second, later.');
    await studyAgain(page);
    await expect.poll(() => titlesOfStudies(page)).toHaveLength(2);
    await page.click('button:text-is("Studies…")');
    await page.click('.studies .title:has-text("(2)")');
    await expect.poll(() => treeText(page)).toContain('Of the second, later.');
    await page.click('button:text-is("Studies…")');
    await page.click('.studies .title:not(:has-text("(2)"))');
    await expect.poll(() => treeText(page)).toContain('Of the first.');
  });

  /** Makes the storage fail while `refuses` is set. */
  const REFUSING = `
    for (const [kind, name] of [[IDBObjectStore, 'put'], [Storage, 'setItem']]) {
      const known = kind.prototype[name];
      kind.prototype[name] = function (...values) {
        if (globalThis.refuses) throw new DOMException('full', 'QuotaExceededError');
        return known.apply(this, values);
      };
    }`;

  test('a study that cannot be saved is reported until it is saved, and can be written to a file', async () => {
    const { page } = await opened('#v=1&r=0&s=15&m=h8i9');
    await page.evaluate(REFUSING);
    await page.evaluate('globalThis.refuses = true');
    await comment(page, 'Unsaved.');
    await page.waitForSelector('.notice.bad:has-text("storage is full")');
    await page.click('.notice button:has-text("Save and share")');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('.share button:text-is("sgf")')]);
    expect(readFileSync(await file.path(), 'utf8')).toContain('C[Unsaved.]');
    await closeDialog(page);
    await expect.poll(() => titlesOfStudies(page)).toHaveLength(1);
    await page.evaluate('globalThis.refuses = false');
    await page.click('.notice button:text-is("Try again")');
    await page.waitForSelector('.notice', { state: 'detached' });
    await studyAgain(page);
    await expect.poll(() => treeText(page)).toContain('Unsaved.');
  });

  test('a game that cannot be saved is reported', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players' });
    await page.evaluate(REFUSING);
    await page.evaluate('globalThis.refuses = true');
    await page.click(at(point('h8')));
    await page.waitForSelector('.notice.bad:has-text("storage is full")');
    await page.evaluate('globalThis.refuses = false');
    await page.click(at(point('i9')));
    await page.waitForSelector('.notice', { state: 'detached' });
  });

  /** The games of the library, as its list shows them. */
  const played = async (page: Page): Promise<string[]> => {
    await page.click('[aria-label="Library"] >> nth=0');
    await page.waitForSelector('.library[open] .list-head strong:not(:text-is("…"))');
    // A game that is added though it is still open has come by then.
    await page.waitForTimeout(300);
    const texts = await page.locator('.library .games .title').allTextContents();
    await closeDialog(page);
    return texts;
  };

  test('the game of a closed tab is in the library at the next visit, unless a new tab still begins with it', async () => {
    const { page, faults } = await open();
    const context = page.context();
    await startGame(page, { players: 'Two players', size: 15 });
    for (const name of ['h8', 'i9', 'j10', 'k11']) await page.click(at(point(name)));
    // Undone moves are saved too.
    await page.click('button:text-is("Undo")');
    const other = await another(context);
    await expect.poll(() => played(other)).toEqual([]);
    await other.click('nav button:text-is("Play")');
    await startGame(other, { players: 'Two players', size: 9 });
    await other.click(at({ x: 0, y: 0 }));
    // Both games are on a board.
    await studyAgain(other);
    await expect.poll(() => played(other)).toEqual([]);
    await close(page);
    await studyAgain(other);
    await expect.poll(() => played(other)).toEqual([expect.stringContaining('4 moves')]);
    await other.click('nav button:text-is("Play")');
    await expect.poll(() => stonesOn(other)).toHaveLength(1);
    await study(other);
    await other.click('[aria-label="Library"] >> nth=0');
    await other.click('.library .title:has-text("4 moves")');
    await expect.poll(() => stonesOn(other)).toHaveLength(4);
    await expect.poll(() => treeText(other)).toContain('K11');
    // The one that was played last is where a new tab begins.
    await close(other);
    const third = await another(context);
    await expect.poll(() => played(third)).toHaveLength(1);
    await third.click('nav button:text-is("Play")');
    await expect.poll(() => stonesOn(third)).toHaveLength(1);
    await third.click('[aria-label="Library"] >> nth=0');
    await third.click('.library .games [aria-label^="Delete"]');
    await third.waitForSelector('.library .advice:has-text("1 game deleted.")');
    await studyAgain(third);
    await expect.poll(() => played(third)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a new tab that continues the game of another one takes nothing from it', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players', size: 15 });
    await page.click(at(point('h8')));
    const other = await openTab(page.context(), url());
    await expect.poll(() => stonesOn(other)).toHaveLength(1);
    await other.click(at(point('a1')));
    await page.click(at(point('b2')));
    await page.click(at(point('c3')));
    await close(other);
    await studyAgain(page);
    await expect.poll(() => played(page)).toEqual([expect.stringContaining('2 moves')]);
    await page.click('nav button:text-is("Play")');
    await expect.poll(() => stonesOn(page)).toHaveLength(3);
  });

  test('a tab that the browser shows again takes nothing from the one that has continued its game', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players', size: 15 });
    await page.click(at(point('h8')));
    const event = (name: string) =>
      page.evaluate(`dispatchEvent(new PageTransitionEvent('${name}', { persisted: true }))`);
    await event('pagehide');
    const other = await openTab(page.context(), url());
    await other.click(at(point('a1')));
    await event('pageshow');
    await close(other);
    await page.click(at(point('b2')));
    await studyAgain(page);
    await expect.poll(() => played(page)).toEqual([expect.stringContaining('2 moves')]);
  });

  test('a game that a tab has left open counts as closed after a week', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players', size: 15 });
    await page.click(at(point('h8')));
    const leftOpen = (days: number) =>
      page.evaluate(`{
        const name = Object.keys(localStorage).find((key) => key.startsWith('tengen.game.'));
        const game = JSON.parse(localStorage.getItem(name));
        const ms = Date.now() - ${days} * 86400000;
        localStorage.setItem('tengen.game.crashed', JSON.stringify({ ...game, id: 'crashed', savedAt: ms, openSince: ms }));
      }`);
    await page.click(at(point('i9')));
    await leftOpen(6);
    await studyAgain(page);
    await expect.poll(() => played(page)).toEqual([]);
    await leftOpen(8);
    await studyAgain(page);
    await expect.poll(() => played(page)).toHaveLength(1);
    await expect.poll(() => page.evaluate(`localStorage.getItem('tengen.game.crashed')`)).toBeNull();
  });

  test('the game of an earlier version continues', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players', size: 15 });
    for (const name of ['h8', 'i9']) await page.click(at(point(name)));
    await page.evaluate(`{
      const game = JSON.parse(sessionStorage.getItem('tengen.game'));
      delete game.id;
      sessionStorage.clear();
      localStorage.clear();
      localStorage.setItem('tengen.game', JSON.stringify(game));
    }`);
    const other = await openTab(page.context(), url());
    await expect.poll(() => stonesOn(other)).toHaveLength(2);
    await other.click(at(point('j10')));
    await reload(other);
    await expect.poll(() => stonesOn(other)).toHaveLength(3);
  });

  test('every tab keeps its own game', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players', size: 9, height: 7, win: 4 });
    await page.click(at({ x: 0, y: 0 }));
    const other = await openTab(page.context(), url());
    await expect.poll(() => stonesOn(other)).toHaveLength(1);
    await startGame(other, { size: 11 });
    await other.click(at({ x: 1, y: 1 }));
    await other.click(at({ x: 2, y: 2 }));
    for (const [one, stones, size] of [
      [page, 1, 63],
      [other, 2, 77],
    ] as const) {
      await reload(one);
      await expect.poll(() => stonesOn(one)).toHaveLength(stones);
      await expect.poll(() => one.locator('[role=gridcell]').count()).toBe(size);
    }
  });
});
