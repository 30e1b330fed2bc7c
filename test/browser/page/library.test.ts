/** The library in the browser: games that were played, opened and dropped, and the moves that they have. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import files from 'tengen:board-files';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pointsOf } from '../../../tools/common/board-page.ts';
import { temporaryFolder } from '../../folder.ts';
import { at, closeDialog, describeInBrowser, openSite, openTab, reload, startGame, stonesOn } from './kit.ts';

const point = (name: string) => at(pointsOf(name)[0]);

const GAMES = `(;GM[4]SZ[15]RU[Renju]PB[Ann]PW[Bob]EV[Cup]DT[2001-05-06]RE[B+];B[hh];W[ig];B[jf])
(;GM[4]SZ[15]RU[Renju]PB[Bob]PW[Cy]DT[2003]RE[W+];B[hh];W[gg];B[ff];W[ab])
(;GM[4]SZ[15]RU[Freestyle]PB[Cy]PW[Ann]RE[0];B[hh];W[hg](;B[ii]C[A good idea.])(;B[aa]))`;

describeInBrowser('the library', ({ open, openAt, url }) => {
  const openLibrary = async (page: Page) => {
    await page.click('[aria-label="Library"] >> nth=0');
    await page.waitForSelector('.library[open] .list-head strong:not(:text-is("…"))');
  };
  /** Plays a game that Black wins, and opens the library. */
  const openAfterGame = async (page: Page) => {
    await startGame(page, { players: 'Two players', size: 15 });
    for (const name of ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4', 'l8']) await page.click(point(name));
    await openLibrary(page);
  };
  const rows = async (page: Page): Promise<string[]> => page.locator('.library .games .title').allTextContents();
  const give = async (page: Page, ...files: readonly (readonly [name: string, text: string])[]) => {
    await page.setInputFiles(
      '.library input[type=file] >> nth=0',
      files.map(([name, text]) => ({ name, mimeType: '', buffer: Buffer.from(text) })),
    );
    await page.waitForSelector('.library .advice[role=status]:has-text("added")');
  };
  const message = (page: Page) => page.textContent('.library .advice[role=status]');

  test('files are added once, listed, found by facts and position, saved, deleted and restored', async () => {
    const { page, faults } = await open('#v=1&r=4&s=15&m=h8g9');
    await openLibrary(page);
    await expect.poll(() => page.textContent('.library .hint-text')).toContain('No games.');
    await give(page, ['games.sgf', GAMES], ['one.psq', 'Piskvorky 15x15, 11:11, 0\n1,1,0\n2,2,0\n-1\n']);
    await expect.poll(() => message(page)).toBe('4 games added.');
    await expect.poll(() => rows(page)).toHaveLength(4);
    await give(page, ['again.sgf', GAMES], ['bad.psq', 'Piskvorky x']);
    await expect
      .poll(() => message(page))
      .toMatch(/^0 games added\. Already in the library: 3\. Could not be read: 1 \(bad\.psq: /);
    await page.fill('.library [type=search]', 'bob');
    await expect
      .poll(() => rows(page))
      .toEqual(['Ann – Bob 1–0 2001-05-06, Cup, 3 moves', 'Bob – Cy 0–1 2003, 4 moves']);
    await page.selectOption('.library [aria-label="Sort by"]', 'date');
    await expect.poll(async () => (await rows(page))[0]).toContain('Bob – Cy');
    await page.fill('.library [aria-label="to year"]', '2002');
    await expect.poll(() => rows(page)).toHaveLength(1);
    await page.fill('.library [aria-label="to year"]', '');
    await page.fill('.library [type=search]', '');
    // H8 G9 is an image of H8 I9.
    await page.check('.library .check input');
    await expect.poll(() => rows(page)).toHaveLength(2);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('button:text-is("Save list as sgf")')]);
    expect(readFileSync(await file.path(), 'utf8').match(/PB\[\w+\]/g)).toEqual(['PB[Bob]', 'PB[Ann]']);
    await page.click('[aria-label="Delete: Bob – Cy 0–1"]');
    await expect.poll(() => rows(page)).toHaveLength(1);
    await page.click('button:text-is("Undo the last deletion")');
    await expect.poll(() => rows(page)).toHaveLength(2);
    await page.click('button:text-is("Delete the listed games")');
    await page.click('button:text-is("Really delete?")');
    await expect.poll(() => rows(page)).toHaveLength(0);
    await page.click('button:text-is("Delete permanently (2)")');
    await page.click('button:text-is("Really delete?")');
    await page.waitForSelector('button:has-text("Delete permanently")', { state: 'detached' });
    await page.uncheck('.library .check input');
    await expect.poll(() => rows(page)).toHaveLength(2);
    // A game opens with its variations and remarks.
    await page.click('.library .title:has-text("A good idea.")');
    await expect.poll(() => stonesOn(page)).toHaveLength(3);
    await page.click('nav button:text-is("Study")');
    await expect.poll(() => page.textContent('.tree')).toMatch(/I7.*A good idea.*A15/);
    expect(faults).toEqual([]);
  });

  test('the facts of a game can be changed, and go with it into files', async () => {
    const { page, faults } = await open();
    await openAfterGame(page);
    await page.click('[aria-label="Edit: ? – ? 1–0"]');
    await page.waitForSelector('.facts');
    await page.keyboard.type('Ann');
    await page.fill('.facts label:has-text("Event") input', 'Cup');
    await page.fill('.facts textarea', 'A remark.');
    await page.selectOption('.facts label:has-text("Rule") select', 'Standard');
    await page.click('.facts button:text-is("Done")');
    await expect.poll(() => rows(page)).toEqual([expect.stringMatching(/^Ann – \? 1–0 .*Cup, 9 movesA remark\.$/)]);
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Edit: Ann – ? 1–0');
    // The game is still on the board: storing it again changes nothing.
    await reload(page);
    await page.waitForSelector('.library[open]');
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining('Ann – ?')]);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('button:text-is("Save list as sgf")')]);
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/RU\[Standard\]PB\[Ann\]EV\[Cup\].*C\[A remark\.\]/);
    await page.click('[aria-label="Edit: Ann – ? 1–0"]');
    await page.fill('.facts input >> nth=0', 'Eve');
    await page.click('.facts button:text-is("Cancel")');
    await expect.poll(() => rows(page)).toEqual([expect.stringContaining('Ann – ?')]);
    expect(faults).toEqual([]);
  });

  test('the explorer lists moves, results and games of every position', async () => {
    const { page, faults } = await open('#v=1&r=4&s=15&m=h8');
    await page.click('.explorer [role=switch]');
    await page.waitForSelector('.explorer .hint-text:has-text("The library is empty.")');
    await page.click('.explorer button:has-text("Library")');
    await page.waitForSelector('.library[open]');
    await give(page, ['games.sgf', GAMES]);
    await closeDialog(page);
    const moves = () =>
      page.$$eval('.explorer tbody tr', (all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
      );
    // Of a move and its images the one nearest to the top left is named.
    await expect.poll(moves).toEqual([
      ['G9', '2', '1/0/1', '2002'],
      ['H9', '1', '0/1/0', ''],
    ]);
    await expect.poll(() => page.textContent('.explorer [role=status]')).toBe('3 of 3 games have this position.');
    await page.fill('.explorer [type=search]', 'cy');
    await expect.poll(async () => (await moves()).map((row) => row[1])).toEqual(['1', '1']);
    await page.fill('.explorer [type=search]', '');
    await page.click('.explorer tbody button:text-is("G9")');
    await expect.poll(() => stonesOn(page)).toHaveLength(2);
    await expect.poll(() => page.locator('.explorer .games li').count()).toBe(2);
    await page.click('.explorer .games .title:has-text("Ann – Bob")');
    // The position is shown, as the game has it, with the moves that follow.
    await expect.poll(() => page.getAttribute(point('i9'), 'aria-label')).toBe('I9, White, move 2');
    await expect.poll(() => page.textContent('.panel .moves')).toContain('J10');
    expect(faults).toEqual([]);
  });

  test('two drops at once add each game once, and the sum of both is reported', async () => {
    const { page, faults } = await open();
    const sources = ['a1b2c3', 'a1b2d4'].map((moves) => [GAMES, moves]);
    await page.evaluate(
      `for (const [sgf, pos] of ${JSON.stringify(sources)}) {
        const dataTransfer = new DataTransfer();
        const files = [new File([sgf], 'x.sgf'), new File([pos], 'x.pos'), new File([], 'empty.psq')];
        for (const file of files) dataTransfer.items.add(file);
        document.querySelector('.table').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
      }`,
    );
    await expect
      .poll(() => message(page))
      .toMatch(/^5 games added\. Already in the library: 3\. Could not be read: 2 \(empty\.psq: .*; empty\.psq: /);
    await expect.poll(() => rows(page)).toHaveLength(5);
    expect(faults).toEqual([]);
  });

  test('a game deleted on the last page of the list disappears, and so does the empty page', async () => {
    const { page, faults } = await open();
    await openLibrary(page);
    const lines = Array.from({ length: 52 }, (_, i) => `a${1 + (i % 15)}${'bcde'[Math.floor(i / 15)]}1\n`);
    await give(page, ['games.pos', lines.join('')]);
    await page.click('.library [aria-label="Forward"]');
    for (const [left, count] of [
      [1, 51],
      [50, 50],
    ]) {
      await page.click('.library .games li:last-child [aria-label^="Delete: "]');
      await expect.poll(() => rows(page)).toHaveLength(left);
      await expect.poll(() => page.textContent('.library .list-head strong')).toBe(`${count} games`);
    }
    expect(faults).toEqual([]);
  });

  test('of a folder the files of games are read, and a folder without any is reported', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'notes.txt'), 'no game');
    const { page, faults } = await open();
    await openLibrary(page);
    const choose = () => page.setInputFiles('.library input[type=file] >> nth=1', folder);
    await choose();
    await page.waitForSelector('.library .fault:has-text("The folder has no files of games (.psq")');
    writeFileSync(join(folder, 'deep', 'games.SGF'), GAMES);
    await choose();
    await expect.poll(() => message(page)).toBe('3 games added.');
    await expect.poll(() => page.locator('.library .fault').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('a game that another one replaces goes to the library, and so does an opened file', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'Two players', size: 15 });
    for (const name of ['h8', 'i9', 'j10']) await page.click(point(name));
    await startGame(page, { players: 'Two players', size: 9 });
    await page.click(at({ x: 0, y: 0 }));
    await openLibrary(page);
    await expect.poll(() => rows(page)).toEqual([expect.stringMatching(/^\? – \? \d{4}-\d\d-\d\d, 3 moves$/)]);
    await page.click('.library .title');
    await expect.poll(() => stonesOn(page)).toHaveLength(3);
    const data = await page.evaluateHandle(
      `(() => {
        const xiaoQiang = Uint8Array.of(0xd0, 0xa1, 0xc7, 0xbf);
        const parts = ['(;CA[GBK]PB[', xiaoQiang, '];B[aa])', ${JSON.stringify(GAMES)}];
        const data = new DataTransfer();
        data.items.add(new File(parts, 'x.sgf'));
        return data;
      })()`,
    );
    await page.dispatchEvent('.table', 'drop', { dataTransfer: data });
    // When the file opens, it closes any dialog: the library must be opened after that.
    await expect.poll(() => stonesOn(page)).not.toHaveLength(3);
    await openLibrary(page);
    await expect.poll(() => rows(page)).toHaveLength(5);
    await expect.poll(() => rows(page)).toContainEqual(expect.stringContaining('小强 – ?'));
    expect(faults).toEqual([]);
  });

  test('a game that is over is in the library at once, and only once', async () => {
    const { page, faults } = await open();
    await openAfterGame(page);
    await expect.poll(() => rows(page)).toEqual([expect.stringMatching(/1–0.*, 9 moves$/)]);
    // Deleted, it stays deleted, although it is still on the board.
    await page.click('.library [aria-label^="Delete:"]');
    await expect.poll(() => rows(page)).toEqual([]);
    await closeDialog(page);
    await openLibrary(page);
    await page.waitForTimeout(500);
    await expect.poll(() => rows(page)).toEqual([]);
    await closeDialog(page);
    await startGame(page, { players: 'Two players', size: 15 });
    await page.click(point('h8'));
    await openLibrary(page);
    await page.waitForTimeout(500);
    await expect.poll(() => rows(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('two tabs add and delete without losing anything of each other', async () => {
    const { page, faults } = await open();
    await openLibrary(page);
    await give(page, ['games.sgf', GAMES]);
    const other = await openTab(page.context(), url());
    await openLibrary(other);
    await expect.poll(() => rows(other)).toHaveLength(3);
    await Promise.all([
      page.click('[aria-label="Delete: Ann – Bob 1–0"]'),
      other.click('[aria-label="Delete: Bob – Cy 0–1"]'),
    ]);
    for (const one of [page, other]) await expect.poll(() => rows(one)).toEqual([expect.stringContaining('Cy – Ann')]);
    await give(other, ['one.pos', 'a1b2c3']);
    for (const one of [page, other]) await expect.poll(() => rows(one)).toHaveLength(2);
    await reload(page);
    await expect.poll(() => rows(page)).toHaveLength(2);
    expect(faults).toEqual([]);
  });

  /** Opens the page with a library whose worker begins with a script. */
  const openWithWorker = async (script: string, use: (page: Page, url: string, faults: string[]) => Promise<void>) => {
    const name = 'library-worker.js';
    const site = await openSite(true, { ...files, [name]: `${script}\n${files[name]}` });
    const { page, faults } = await openAt(site.url);
    await use(page, site.url, faults);
    await page.context().close();
    site.close();
  };
  const anotherTab = async (context: BrowserContext, address: string): Promise<Page> => {
    const page = await openTab(context, address);
    await openLibrary(page);
    return page;
  };
  const purge = async (page: Page) => {
    await page.click('button:text-is("Delete permanently (1)")');
    await page.click('button:text-is("Really delete?")');
    await page.waitForSelector('button:has-text("Delete permanently")', { state: 'detached' });
  };
  /** @returns another tab, opened after one of three games was deleted */
  const deleteOneInTwoTabs = async (page: Page, address: string) => {
    await openLibrary(page);
    await give(page, ['games.sgf', GAMES]);
    await page.click('[aria-label="Delete: Bob – Cy 0–1"]');
    await expect.poll(() => rows(page)).toHaveLength(2);
    return anotherTab(page.context(), address);
  };

  test('a tab that has not heard of another one deletes nothing permanently that the other has restored', () =>
    openWithWorker('delete globalThis.BroadcastChannel;', async (page, address) => {
      const other = await deleteOneInTwoTabs(page, address);
      await page.click('button:text-is("Undo the last deletion")');
      await expect.poll(() => rows(page)).toHaveLength(3);
      await purge(other);
      await expect.poll(() => rows(other)).toHaveLength(3);
      const third = await anotherTab(page.context(), address);
      await expect.poll(() => rows(third)).toHaveLength(3);
    }));

  test('two tabs that delete the same games permanently leave each other game once', () =>
    openWithWorker('delete globalThis.BroadcastChannel;', async (page, address) => {
      const other = await deleteOneInTwoTabs(page, address);
      await purge(page);
      await purge(other);
      const third = await anotherTab(page.context(), address);
      await expect.poll(() => rows(third)).toHaveLength(2);
    }));

  /** A worker in which the second block of games cannot be stored. */
  const failing = (failure: string) => `let puts = 0;
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...values) {
      if (++puts === 2) { ${failure} }
      return put.apply(this, values);
    };`;
  /** A line without moves, and 3,000 games, which is more than one block. */
  const MANY = `none\n${Array.from({ length: 3000 }, (_, i) => {
    const cells = [i % 15, Math.floor(i / 15) % 15, Math.floor(i / 225)];
    return `${[0, 1, 2].map((x) => 'abc'[x] + (cells[x] + 1)).join('')}\n`;
  }).join('')}`;
  const addMany = async (page: Page) => {
    await openLibrary(page);
    await page.setInputFiles('.library input[type=file] >> nth=0', {
      name: 'many.pos',
      mimeType: '',
      buffer: Buffer.from(MANY),
    });
  };

  test.each([
    ['a full storage', `throw new DOMException('no room', 'QuotaExceededError');`, 'no room'],
    [
      'a worker that fails',
      `setTimeout(() => { throw new Error('broken'); });
      // The transaction stays open until the worker ends.
      const wait = () => { this.get('').onsuccess = wait; };
      wait();
      return {};`,
      'broken',
    ],
  ])('%s interrupts an import: what was added stays, and all until then is reported', (_, failure, reason) =>
    openWithWorker(failing(failure), async (page, address) => {
      await addMany(page);
      await page.waitForSelector(`.library .fault:has-text("${reason}")`);
      await expect
        .poll(() => message(page))
        .toBe('2,000 games added. Could not be read: 1 (many.pos: line 1: "none": expected moves such as h8i9).');
      const other = await anotherTab(page.context(), address);
      await expect.poll(() => other.textContent('.library .list-head strong')).toBe('2,000 games');
    }),
  );

  test('a tab that closes during an import leaves the games that were added', () =>
    openWithWorker(failing('for (;;);'), async (page, address) => {
      await addMany(page);
      await page.waitForSelector('.library .advice:has-text("3,000 read")');
      const context = page.context();
      await page.close();
      const other = await anotherTab(context, address);
      await expect.poll(() => other.textContent('.library .list-head strong')).toBe('2,000 games');
    }));

  test('a file that cannot be read keeps no other file out', () =>
    openWithWorker(
      `const { readAsArrayBuffer } = FileReaderSync.prototype;
       FileReaderSync.prototype.readAsArrayBuffer = function (blob) {
         if (blob.size === 2) throw new DOMException('it is gone', 'NotFoundError');
         return readAsArrayBuffer.call(this, blob);
       };`,
      async (page) => {
        await openLibrary(page);
        await give(page, ['one.pos', 'a1b2c3'], ['lost.pos', 'a1'], ['two.pos', 'a1b2d4']);
        await expect.poll(() => message(page)).toBe('2 games added. Could not be read: 1 (lost.pos: it is gone).');
        await expect.poll(() => rows(page)).toHaveLength(2);
      },
    ));

  test('the explorer continues after a failure, also of a game that it cannot open', () =>
    openWithWorker(
      `const Handled = new Set();
       addEventListener('message', (event) => {
         const { id, name } = event.data;
         if (Handled.has(name) || !['explore', 'read'].includes(name)) return;
         Handled.add(name);
         event.stopImmediatePropagation();
         postMessage({ id, error: { name: 'Error', message: name + ' failed' } });
       });`,
      async (page, _, faults) => {
        await openLibrary(page);
        await give(page, ['games.sgf', GAMES]);
        await closeDialog(page);
        await page.click('nav button:text-is("Analyze")');
        await page.click('.explorer [role=switch]');
        await page.waitForSelector('.explorer .fault:has-text("explore failed")');
        await page.click(point('h8'));
        await page.waitForSelector('.explorer [role=status]:text-is("3 of 3 games have this position.")');
        await expect.poll(() => page.locator('.explorer .fault').count()).toBe(0);
        await page.click('.explorer .games .title:has-text("Ann – Bob")');
        await page.waitForSelector('.explorer .fault:has-text("read failed")');
        await page.click('.explorer .games .title:has-text("Ann – Bob")');
        await expect.poll(() => page.textContent('.panel .moves')).toContain('J10');
        await expect.poll(() => page.locator('.explorer .fault').count()).toBe(0);
        expect(faults).toEqual([]);
      },
    ));

  test('a browser that refuses is reported, and nothing else stops working', async () => {
    const { page } = await open();
    await page.evaluate(`Object.defineProperty(globalThis, 'Worker', { value: class {
      constructor() { throw new Error('no workers'); } } })`);
    await page.click('[aria-label="Library"] >> nth=0');
    await page.waitForSelector('.library .fault:has-text("no workers")');
    await closeDialog(page);
    await page.click(point('h8'));
    await expect.poll(() => stonesOn(page)).not.toHaveLength(0);
  });
});
