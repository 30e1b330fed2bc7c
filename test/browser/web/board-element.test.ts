/** <tengen-board> in a real browser, from the built package. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLACK } from '../../../src/core/color.ts';
import { FREESTYLE } from '../../../src/core/rule-code.ts';
import { LANGUAGES, loadSpeech, type Say } from '../../../src/page/lang/speech.ts';
import { formatProblem } from '../../../src/play/problems/problem.ts';
import { variantOf } from '../../../src/play/state/variant.ts';
import { serveTexts } from '../../../tools/common/sites.ts';
import { hasBrowser, useBrowser, useSite } from '../browser.ts';

const DIST = fileURLToPath(new URL('../../../dist/web/', import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCRIPTS = Object.fromEntries(readdirSync(DIST).map((name) => [`/${name}`, readFileSync(DIST + name, 'utf8')]));
const PAGE = '<!doctype html><html lang="en"><title>t</title><script type="module" src="/board.js"></script>';
/** No inline styles, no blobs: the element needs none. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

const DISPLAY = `getComputedStyle(document.querySelector('tengen-board').shadowRoot.querySelector('.points')).display`;

/** Black to move has four in a row with one end open. */
const FOUR = 'h8 h9 i8 i9 j8 j9 k8 g8';
/** Under renju H8 is a double three of Black, who is to move. */
const DOUBLE_THREE = 'g8 a1 i8 a3 h7 a5 h9 a7';

/** Black wins by K8, G8, L8, or, as a defense, plays only K8. */
function problem(kind: 'fours' | 'defense' = 'fours'): string {
  const cells = new Uint8Array(225);
  for (const x of [7, 8, 9]) cells[7 * 15 + x] = BLACK;
  for (const at of [0, 2, 4]) cells[at] = 2;
  const line = [
    { x: 10, y: 7 },
    { x: 6, y: 7 },
    { x: 11, y: 7 },
  ];
  const variant = variantOf(FREESTYLE, 15, 15, null);
  const solution = kind === 'defense' ? line.slice(0, 1) : line;
  return formatProblem({ variant, cells, toPlay: BLACK, kind, rating: 800, line: solution });
}

/** All texts of an element and its labels for screen readers. */
const TEXTS = `[...document.querySelector('tengen-board').shadowRoot.querySelectorAll('*')].flatMap((one) => [
  ...['aria-label', 'title'].map((name) => one.getAttribute(name) ?? ''),
  ...(one.closest('[part=fault]') ? [] : [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)),
])`;

test('without the engine it is at most 40 kB, gzipped', () => {
  const sizeOf = (name: string): number => {
    const text = SCRIPTS[`/${name}`];
    const imported = [...text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, path]) => path);
    return gzipSync(text, { level: 9 }).length + imported.reduce((sum, path) => sum + sizeOf(path), 0);
  };
  expect(sizeOf('board.js')).toBeLessThan(40 * 1024);
});

describe.skipIf(!hasBrowser)('in a page', () => {
  const browser = useBrowser();
  const url = useSite(() => serveTexts({ ...SCRIPTS, '/': PAGE }, false, { 'Content-Security-Policy': POLICY }));
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    page = await browser().newPage();
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on(
      'console',
      (message) => message.type() === 'error' && !/favicon|404/.test(message.text()) && faults.push(message.text()),
    );
    await page.goto(url());
    await page.waitForFunction('customElements.get("tengen-board") !== undefined');
  });
  afterAll(() => expect(faults).toEqual([]));

  /** Puts one element into the page; its events go to `seen` in the page. */
  async function show(attributes: Readonly<Record<string, string>>): Promise<Locator> {
    await page.evaluate(`{
      globalThis.seen = [];
      const board = document.createElement('tengen-board');
      for (const name of ['move', 'end', 'analysis']) board.addEventListener(name, ({ detail }) => seen.push([name, detail]));
      for (const [name, text] of ${JSON.stringify(Object.entries(attributes))}) board.setAttribute(name, text);
      document.body.replaceChildren(board);
    }`);
    return page.locator('tengen-board');
  }
  const seen = () => page.evaluate('seen') as Promise<[string, Record<string, unknown>][]>;
  const stones = (board: Locator) => board.locator('.board .stone').count();
  const point = (board: Locator, name: string) => board.locator(`[role=gridcell][aria-label^="${name},"]`);
  const status = (board: Locator) => board.locator('.status').textContent();
  const moves = () => page.evaluate('document.querySelector("tengen-board").moves');

  test('by default it is a viewer: keys, buttons and the list step through the moves, clicks play none', async () => {
    const board = await show({ moves: 'h8 i9 h9', rule: 'renju' });
    await expect.poll(() => stones(board)).toBe(3);
    await board.locator('button[aria-label="Back"]').click();
    await expect.poll(() => stones(board)).toBe(2);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => stones(board)).toBe(1);
    await page.keyboard.press('Home');
    await expect.poll(() => stones(board)).toBe(0);
    await point(board, 'A1').click();
    await page.keyboard.press('End');
    await expect.poll(() => stones(board)).toBe(3);
    await board.locator('.moves button:has-text("H8")').click();
    await expect.poll(() => stones(board)).toBe(1);
    await expect.poll(() => status(board)).toBe('White to move.');
    await expect.poll(seen).toEqual([]);
  });

  test.each(['analyze', 'play'])(
    'engine="%s" without the script of the search: the fault names the file',
    async (engine) => {
      const other = await browser().newPage();
      await other.route('**/search.js', (route) => route.fulfill({ status: 404 }));
      await other.goto(page.url());
      await other.evaluate(`document.body.innerHTML = '<tengen-board engine="${engine}" level="10"></tengen-board>'`);
      if (engine === 'play') await point(other.locator('tengen-board'), 'H8').click();
      await expect
        .poll(() => other.evaluate('document.querySelector("tengen-board").fault'))
        .toContain(`the search thread did not start: could not load ${page.url()}search.js`);
      await expect.poll(() => other.locator('tengen-board .fault').textContent()).toContain('serve dist/web/search.js');
      await other.close();
    },
  );

  test('its style applies under a strict Content Security Policy, and axe finds no problem', async () => {
    await show({ moves: 'h8 i9' });
    await expect.poll(() => page.evaluate(DISPLAY)).toBe('grid');
    // With the policy, axe gets in through the debugger only.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: AXE });
    const { violations } = (await page.evaluate('axe.run("tengen-board")')) as { violations: { id: string }[] };
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  test.each([
    [390, 800],
    [768, 800],
    [1280, 800],
    [1280, 600],
    [600, 500],
  ])('in a window of %d by %d, board, status and steps are visible without scrolling', async (width, height) => {
    const other = await browser().newPage({ viewport: { width, height } });
    await other.goto(page.url());
    await other.evaluate(`document.body.innerHTML = '<tengen-board moves="h8 i9 h9"></tengen-board>'`);
    const board = other.locator('tengen-board');
    for (const part of ['.board', '.status', '.steps']) {
      const box = (await board.locator(part).boundingBox())!;
      expect(box.y + box.height, part).toBeLessThanOrEqual(height);
      expect(box.x + box.width, part).toBeLessThanOrEqual(width);
    }
    const { width: side } = (await board.locator('.board').boundingBox())!;
    expect(side).toBeGreaterThan(Math.min(width, height) - 140 - (width > 620 ? 110 : 0));
    await other.close();
  });

  test('the engine answers the visitor, and every move is an event', async () => {
    const board = await show({ engine: 'play', level: '1' });
    await point(board, 'H8').click();
    await expect.poll(() => stones(board)).toBe(2);
    const [first, second, ...others] = await seen();
    expect(first).toEqual(['move', { move: 'h8', color: 'black', by: 'visitor', moves: 'h8' }]);
    expect(second).toMatchObject(['move', { color: 'white', by: 'engine', moves: await moves() }]);
    expect(others).toEqual([]);
  });

  test('the end of the game is an event', async () => {
    const board = await show({ engine: 'play', moves: FOUR });
    await point(board, 'L8').click();
    await expect
      .poll(async () => (await seen()).at(-1))
      .toEqual(['end', { result: 'black', reason: 'five', moves: `${FOUR} l8` }]);
    await expect.poll(() => status(board)).toBe('Black wins with 5 in a row, after 9 moves.');
  });

  test('the analysis is an event, and the visitor plays both sides', async () => {
    const board = await show({ engine: 'analyze', moves: 'h8' });
    await expect.poll(async () => (await seen()).length).toBeGreaterThan(0);
    const [[name, detail]] = await seen();
    expect([name, detail.moves]).toEqual(['analysis', 'h8']);
    const [{ winChance, moves: line }] = detail.lines as { winChance: number; moves: string }[];
    expect(winChance).toBeGreaterThan(0);
    expect(winChance).toBeLessThan(1);
    expect(line).toMatch(/^[a-o]\d+/);
    await point(board, 'A1').click();
    await point(board, 'B1').click();
    await expect.poll(moves).toBe('h8 a1 b1');
    await expect.poll(async () => (await seen()).at(-1)?.[1].moves).toBe('h8 a1 b1');
  });

  test('a problem takes the solution only', async () => {
    const board = await show({ problem: problem() });
    await expect.poll(() => status(board)).toBe('Black to move and win.');
    await point(board, 'A1').click();
    await expect.poll(() => status(board)).toBe('A1 is not the solution.');
    await expect.poll(moves).toBe('');
    await point(board, 'K8').click();
    await expect.poll(() => status(board)).toBe('K8 is right. Answer: G8. Continue.');
    await point(board, 'L8').click();
    await expect.poll(() => status(board)).toBe('Solved.');
    await expect
      .poll(async () => (await seen()).at(-1))
      .toEqual(['end', { result: 'solved', reason: 'problem', moves: 'k8 g8 l8' }]);
  });

  test.each(['fours', 'defense'] as const)('a solved problem stays solved: %s', async (kind) => {
    const board = await show({ problem: problem(kind) });
    for (const name of kind === 'fours' ? ['K8', 'L8'] : ['K8']) await point(board, name).click();
    await expect.poll(() => status(board)).toBe('Solved.');
    await board.locator('button[aria-label="To the start"]').click();
    await expect.poll(() => status(board)).toBe('Black to move.');
    await board.locator('button[aria-label="To the end"]').click();
    await expect.poll(() => status(board)).toBe('Solved.');
    await expect.poll(async () => (await seen()).filter(([name]) => name === 'end')).toHaveLength(1);
  });

  test('a forbidden point is refused with a reason', async () => {
    const board = await show({ engine: 'play', rule: 'renju', moves: DOUBLE_THREE });
    await point(board, 'H8').click();
    await expect.poll(() => status(board)).toBe('H8 is forbidden: double three. It may not be played.');
    await expect.poll(() => stones(board)).toBe(8);
  });

  test('another orientation or level keeps the game; moves that are set start it again', async () => {
    const board = await show({ engine: 'play', level: '1' });
    const set = (name: string, value: string) =>
      page.evaluate(`document.querySelector('tengen-board').setAttribute('${name}', '${value}')`);
    await point(board, 'H8').click();
    await expect.poll(() => stones(board)).toBe(2);
    const played = await moves();
    await set('orientation', '90');
    await set('level', '2');
    await expect.poll(() => board.locator('[data-point="0,0"]').getAttribute('aria-label')).toMatch(/^A1/);
    await expect.poll(moves).toBe(played);
    await set('engine', 'off');
    await expect.poll(moves).toBe(played);
    // Together with an invalid value, once that has been corrected.
    await set('orientation', 'upright');
    await set('moves', 'a1');
    await expect.poll(moves).toBe(played);
    await set('orientation', '0');
    await expect.poll(moves).toBe('a1');
    await set('moves', '');
    await expect.poll(moves).toBe('');
  });

  test('set-up stones are no moves, and the board turns', async () => {
    const board = await show({ position: 'a1 b1', moves: 'c1', size: '15x10', orientation: '90' });
    await expect.poll(() => stones(board)).toBe(3);
    await expect.poll(() => board.locator('.stone text').allTextContents()).toEqual(['1']);
    // A quarter clockwise: the lower left corner is at the upper left.
    await expect.poll(() => board.locator('[data-point="0,0"]').getAttribute('aria-label')).toBe('A1, Black');
    await expect.poll(() => board.locator('[data-point="0,2"]').getAttribute('aria-label')).toBe('C1, Black, move 1');
    await board.locator('button[aria-label="To the start"]').click();
    await expect.poll(() => stones(board)).toBe(2);
  });

  test.each([
    ['moves', 'h8 h8', 'H8: already occupied by a black stone'],
    ['moves', 'hello', 'moves "hello": expected points such as h8 i9'],
    ['moves', 'h8 z1', /^Z1: off the board/],
    ['rule', 'chess', /^rule chess: expected /],
    ['size', '99', /^size 99: expected a side from 3 to 22/],
    ['engine', 'on', /^engine on: expected off, play or analyze/],
    ['level', '11', /^level 11: expected a whole number from 1 to 10/],
    ['orientation', '45', /^orientation 45: expected 0, 90, 180 or 270/],
    ['problem', 'x', 'problem "x": expected 7 fields, found 1'],
  ])('%s="%s" is one line of explanation, and the board stays as it was', async (name, text, fault) => {
    const board = await show({ moves: 'h8 i9' });
    await page.evaluate(`document.querySelector('tengen-board').setAttribute('${name}', '${text}')`);
    await expect.poll(() => board.locator('[role=alert]').textContent()).toMatch(fault);
    await expect.poll(async () => [await stones(board), await moves()]).toEqual([2, 'h8 i9']);
    await page.evaluate(`document.querySelector('tengen-board').setAttribute('${name}', '')`);
    await page.evaluate(`document.querySelector('tengen-board').removeAttribute('${name}')`);
    await expect.poll(() => board.locator('[role=alert]').count()).toBe(0);
  });

  test('a text without end is refused unread', async () => {
    const board = await show({ moves: 'h8 i9' });
    await page.evaluate(`document.querySelector('tengen-board').moves = 'h8 '.repeat(5000)`);
    await expect
      .poll(() => board.locator('[role=alert]').textContent())
      .toBe('moves: 15000 characters, expected at most 10000');
    await expect.poll(async () => [await stones(board), await moves()]).toEqual([2, 'h8 i9']);
  });

  test('an engine that cannot start is reported', async () => {
    await page.route('**/search.js', (route) => route.abort());
    const board = await show({ engine: 'analyze', moves: 'h8' });
    await expect.poll(() => board.locator('[role=alert]').textContent()).toMatch(/^The engine stopped/);
    await expect.poll(() => page.evaluate('document.querySelector("tengen-board").fault')).toMatch(/^engine: /);
    await expect.poll(() => stones(board)).toBe(1);
    await page.unroute('**/search.js');
    faults.length = 0;
  });

  test('an element that is moved in the page continues', async () => {
    const board = await show({ engine: 'play', level: '1' });
    await point(board, 'H8').click();
    await page.evaluate(`{
      const place = document.body.appendChild(document.createElement('div'));
      place.append(document.querySelector('tengen-board'));
    }`);
    await expect.poll(() => stones(board)).toBe(2);
  });

  describe('speaks the language of the nearest lang', () => {
    /** Puts one element into a page of one language; `html` has `<tengen-board>` in it. */
    async function write(html: string): Promise<Locator> {
      await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
      return page.locator('tengen-board');
    }
    const blackToMove = (say: Say) => say('toMove', { color: say('black') });
    const sayIn = async (code: (typeof LANGUAGES)[number]['code']) => (await loadSpeech(code)).say;
    const speaks = async (board: Locator, code: (typeof LANGUAGES)[number]['code']) =>
      expect.poll(() => status(board)).toBe(blackToMove(await sayIn(code)));

    test.each(LANGUAGES.map(({ code }) => code))('%s', async (code) => {
      const say = await sayIn(code);
      const board = await show({ lang: code });
      await speaks(board, code);
      await expect.poll(() => board.locator('.viewer').getAttribute('lang')).toBe(code);
      await expect.poll(() => board.locator('[role=grid]').getAttribute('aria-label')).toBe(say('board'));
      await expect.poll(() => point(board, 'H8').getAttribute('aria-label')).toBe(`H8, ${say('empty')}`);
      await expect.poll(() => board.locator('.steps button').first().getAttribute('aria-label')).toBe(say('toStart'));
      await expect.poll(() => board.locator('.moves').textContent()).toBe(say('noMoves'));

      await show({ lang: code, engine: 'play', rule: 'renju', moves: DOUBLE_THREE });
      await speaks(board, code);
      const reason = say('forbiddenAs', { kinds: say('double-three') });
      await expect.poll(() => point(board, 'H8').getAttribute('aria-label')).toBe(`H8, ${say('empty')}, ${reason}`);
      await point(board, 'H8').click();
      await expect.poll(() => status(board)).toBe(say('refusal-foul', { point: 'H8', reason }));

      await show({ lang: code, moves: `${FOUR} l8` });
      const how = say('by-five', { count: 5 });
      await expect.poll(() => status(board)).toBe(say('colorWins', { color: say('black'), how, moves: 9 }));

      await show({ lang: code, problem: problem() });
      await expect.poll(() => status(board)).toBe(say('toWin', { color: say('black') }));
      await point(board, 'A1').click();
      await expect.poll(() => status(board)).toBe(say('wrongMove', { point: 'A1' }));
      await point(board, 'K8').click();
      await expect.poll(() => status(board)).toBe(say('rightSoFar', { point: 'K8', reply: 'G8' }));
      await point(board, 'L8').click();
      await expect.poll(() => status(board)).toBe(say('solvedIt'));
    });

    test.each(LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en'))(
      '%s: no text stays English',
      async (code) => {
        const states = [{}, { moves: DOUBLE_THREE, rule: 'renju' }, { problem: problem() }, { moves: `${FOUR} l8` }];
        for (const state of states) {
          const board = await show({ ...state, lang: 'en' });
          await expect.poll(() => board.locator('[role=gridcell]').count()).toBe(225);
          const english = (await page.evaluate(TEXTS)) as string[];
          await page.evaluate(`document.querySelector('tengen-board').lang = '${code}'`);
          await expect.poll(() => board.locator('.viewer').getAttribute('lang')).toBe(code);
          const texts = (await page.evaluate(TEXTS)) as string[];
          expect(texts.length).toBe(english.length);
          // Points and numbers are the same in all languages.
          expect(texts.filter((text) => english.includes(text) && /[a-z]{2}/i.test(text))).toEqual([]);
        }
      },
    );

    test("its own, an ancestor's, the page's", async () => {
      const board = await write('<div lang="ru"><p><tengen-board lang="cs-CZ"></tengen-board></p></div>');
      await speaks(board, 'cs');
      await page.evaluate(`document.querySelector('tengen-board').removeAttribute('lang')`);
      await speaks(board, 'ru');
      await page.evaluate(`document.querySelector('div').lang = 'vi'`);
      await speaks(board, 'vi');
      await page.evaluate(`document.querySelector('div').removeAttribute('lang')`);
      await speaks(board, 'en');
      await page.evaluate(`document.documentElement.lang = 'ja'`);
      await speaks(board, 'ja');
      await page.evaluate(`document.documentElement.lang = 'en'`);
      await speaks(board, 'en');
    });

    test('one that is not spoken is English, whatever the ancestors and the browser speak', async () => {
      const board = await write('<div lang="ru"><tengen-board lang="de"></tengen-board></div>');
      await speaks(board, 'en');
      await expect.poll(() => board.locator('.viewer').getAttribute('lang')).toBe('en');
      await page.evaluate(`document.querySelector('tengen-board').lang = ''`);
      await speaks(board, 'en');
    });

    test('outside its shadow trees too', async () => {
      await page.evaluate(`{
        const outer = document.createElement('div');
        const inner = outer.attachShadow({ mode: 'closed' }).appendChild(document.createElement('section'));
        inner.attachShadow({ mode: 'open' }).append(document.createElement('tengen-board'));
        outer.lang = 'ko';
        document.body.replaceChildren(outer);
        globalThis.nested = { outer, inner, board: inner.shadowRoot.firstChild };
      }`);
      const nestedStatus = () => page.evaluate(`nested.board.shadowRoot.querySelector('.status').textContent`);
      for (const [change, code] of [
        ['', 'ko'],
        ['nested.inner.lang = "zh-TW"', 'zh'],
        ['nested.inner.removeAttribute("lang")', 'ko'],
        ['nested.outer.lang = "cs"', 'cs'],
        ['document.body.replaceChildren(nested.board)', 'en'],
      ] as const) {
        await page.evaluate(change);
        await expect.poll(nestedStatus).toBe(blackToMove(await sayIn(code)));
      }
    });

    test('each element its own', async () => {
      const boards = await write(LANGUAGES.map(({ code }) => `<tengen-board lang="${code}"></tengen-board>`).join(''));
      for (const [i, { code }] of LANGUAGES.entries()) await speaks(boards.nth(i), code);
      await boards.nth(2).locator('[data-point="7,7"]').focus();
      const label = await boards.nth(2).locator('[data-point="7,7"]').getAttribute('aria-label');
      expect(label).toBe(`H8, ${(await sayIn('ja'))('empty')}`);
    });

    /** Opens a page in which the texts of a language arrive only when they are released. */
    async function holding(code: string) {
      const other = await browser().newPage();
      let release = () => {};
      const isAsked = new Promise<void>((resolve) => {
        void other.route(`**/${code}.js`, async (route) => {
          resolve();
          await new Promise<void>((go) => {
            release = go;
          });
          await route.continue();
        });
      });
      await other.goto(page.url());
      return { other, isAsked, release: () => release() };
    }

    test('texts that arrive late do not replace those of a later choice', async () => {
      const { other, isAsked, release } = await holding('ru');
      await other.evaluate(`document.body.innerHTML = '<tengen-board lang="ru"></tengen-board>'`);
      await isAsked;
      await other.evaluate(`document.querySelector('tengen-board').lang = 'vi'`);
      const board = other.locator('tengen-board');
      await speaks(board, 'vi');
      const isLoaded = other.waitForResponse('**/ru.js');
      release();
      await (await isLoaded).finished();
      await other.waitForTimeout(300);
      await speaks(board, 'vi');
      await other.close();
    });

    test('texts that cannot be loaded are English, and no panel stays hidden', async () => {
      const other = await browser().newPage();
      await other.route('**/ko.js', (route) => route.abort());
      await other.goto(page.url());
      await other.evaluate(`document.body.innerHTML = '<tengen-board lang="ko"></tengen-board>'`);
      const board = other.locator('tengen-board');
      await expect.poll(() => board.locator('.status').isVisible()).toBe(true);
      await expect.poll(() => status(board)).toBe(blackToMove(await sayIn('en')));
      await expect.poll(() => board.locator('.viewer').getAttribute('lang')).toBe('en');
      await other.close();
    });

    test('until its texts are there, no English is shown', async () => {
      const { other, isAsked, release } = await holding('ko');
      await other.evaluate(`document.body.innerHTML = '<tengen-board lang="ko" moves="h8"></tengen-board>'`);
      await isAsked;
      const board = other.locator('tengen-board');
      await expect.poll(() => board.locator('.board .stone').count()).toBe(1);
      await expect.poll(() => board.locator('.status').isVisible()).toBe(false);
      release();
      await expect.poll(() => board.locator('.status').isVisible()).toBe(true);
      const say = await sayIn('ko');
      await expect.poll(() => status(board)).toBe(say('toMove', { color: say('white') }));
      await other.close();
    });

    test.each([300, 800])('texts fit a board %s pixels wide', async (width) => {
      const faults: string[] = [];
      for (const { code } of LANGUAGES) {
        for (const state of [{}, { moves: DOUBLE_THREE, rule: 'renju', engine: 'play' }, { problem: problem() }]) {
          const board = await show({ ...state, lang: code });
          await page.evaluate(`document.querySelector('tengen-board').style.width = '${width}px'`);
          await expect.poll(() => board.locator('.viewer').getAttribute('lang')).toBe(code);
          if (state.rule === 'renju') await point(board, 'H8').click();
          const found: string[] = await page.evaluate(`[...document.querySelector('tengen-board').shadowRoot
            .querySelectorAll('.side, .side *')].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
            .map((one) => one.className + ': ' + one.textContent)`);
          faults.push(...found.map((fault) => `${code}: ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    });
  });
});
