/** <tengen-board> in a real browser, from the built package. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLACK } from '../../src/core/color.ts';
import { FREESTYLE } from '../../src/core/rule-code.ts';
import { variantOf } from '../../src/game/state/variant.ts';
import { formatProblem } from '../../src/problems/problem.ts';
import { CHROMIUM, openBrowser, serveTexts } from './browser.ts';

const DIST = fileURLToPath(new URL('../../dist/web/', import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCRIPTS = Object.fromEntries(readdirSync(DIST).map((name) => [`/${name}`, readFileSync(DIST + name, 'utf8')]));
const PAGE = '<!doctype html><html lang="en"><title>t</title><script type="module" src="/board.js"></script>';
/** No inline styles, no blobs: the element needs none. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

const DISPLAY = `getComputedStyle(document.querySelector('tengen-board').shadowRoot.querySelector('.points')).display`;

/** Black to move has four in a row with one end open. */
const FOUR = 'h8 h9 i8 i9 j8 j9 k8 g8';

test('without the engine it is at most 40 kB, gzipped', () => {
  const sizeOf = (name: string): number => {
    const text = SCRIPTS[`/${name}`];
    const imported = [...text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, path]) => path);
    return gzipSync(text, { level: 9 }).length + imported.reduce((sum, path) => sum + sizeOf(path), 0);
  };
  expect(sizeOf('board.js')).toBeLessThan(40 * 1024);
});

describe.skipIf(CHROMIUM === null)('in a page', () => {
  let browser: Browser;
  let page: Page;
  let close = () => {};
  const faults: string[] = [];

  beforeAll(async () => {
    const server = await serveTexts({ ...SCRIPTS, '/': PAGE }, false, { 'Content-Security-Policy': POLICY });
    close = server.close;
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on(
      'console',
      (message) => message.type() === 'error' && !/favicon|404/.test(message.text()) && faults.push(message.text()),
    );
    await page.goto(server.url);
    await page.waitForFunction('customElements.get("tengen-board") !== undefined');
  });
  afterAll(async () => {
    await browser?.close();
    close();
    expect(faults).toEqual([]);
  });

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
    expect(await stones(board)).toBe(3);
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
    expect(await status(board)).toBe('White to move.');
    expect(await seen()).toEqual([]);
  });

  test('its style applies under a strict Content Security Policy, and axe finds no problem', async () => {
    await show({ moves: 'h8 i9' });
    expect(await page.evaluate(DISPLAY)).toBe('grid');
    // With the policy, axe gets in through the debugger only.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: AXE });
    const { violations } = (await page.evaluate('axe.run("tengen-board")')) as { violations: { id: string }[] };
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  test('the engine answers the visitor, and every move is an event', async () => {
    const board = await show({ engine: 'play', level: '1' });
    await point(board, 'H8').click();
    await expect.poll(() => stones(board), { timeout: 20_000 }).toBe(2);
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
    expect(await status(board)).toBe('Black wins with 5 in a row, after 9 moves.');
  });

  test('the analysis is an event, and the visitor plays both sides', async () => {
    const board = await show({ engine: 'analyze', moves: 'h8' });
    await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBeGreaterThan(0);
    const [[name, detail]] = await seen();
    expect([name, detail.moves]).toEqual(['analysis', 'h8']);
    const [{ winChance, moves: line }] = detail.lines as { winChance: number; moves: string }[];
    expect(winChance).toBeGreaterThan(0);
    expect(winChance).toBeLessThan(1);
    expect(line).toMatch(/^[a-o]\d+/);
    await point(board, 'A1').click();
    await point(board, 'B1').click();
    await expect.poll(moves).toBe('h8 a1 b1');
    await expect.poll(async () => (await seen()).at(-1)?.[1].moves, { timeout: 20_000 }).toBe('h8 a1 b1');
  });

  test('a problem takes the solution only', async () => {
    const variant = variantOf(FREESTYLE, 15, 15, null);
    const cells = new Uint8Array(225);
    // White has blocked one end.
    for (const x of [7, 8, 9]) cells[7 * 15 + x] = BLACK;
    cells[0] = 2;
    cells[2] = 2;
    cells[4] = 2;
    const line = [
      { x: 10, y: 7 },
      { x: 6, y: 7 },
      { x: 11, y: 7 },
    ];
    const problem = formatProblem({ variant, cells, toPlay: BLACK, kind: 'fours', rating: 800, line });
    const board = await show({ problem });
    expect(await status(board)).toBe('Black to move and win.');
    await point(board, 'A1').click();
    await expect.poll(() => status(board)).toBe('A1 is not the solution. Try another move.');
    expect(await moves()).toBe('');
    await point(board, 'K8').click();
    await expect.poll(() => status(board)).toBe('K8 is right. Continue.');
    await point(board, 'L8').click();
    await expect.poll(() => status(board)).toBe('L8 is right: solved.');
    expect((await seen()).at(-1)).toEqual(['end', { result: 'solved', reason: 'problem', moves: 'k8 g8 l8' }]);
  });

  test('a forbidden point is refused with a reason', async () => {
    const board = await show({ engine: 'play', rule: 'renju', moves: 'g8 a1 i8 a3 h7 a5 h9 a7' });
    await point(board, 'H8').click();
    await expect.poll(() => status(board)).toBe('H8 is forbidden to Black.');
    expect(await stones(board)).toBe(8);
  });

  test('set-up stones are no moves, and the board turns', async () => {
    const board = await show({ position: 'a1 b1', moves: 'c1', size: '15x10', orientation: '90' });
    expect(await stones(board)).toBe(3);
    expect(await board.locator('.stone text').allTextContents()).toEqual(['1']);
    // A quarter clockwise: the lower left corner is at the upper left.
    expect(await board.locator('[data-point="0,0"]').getAttribute('aria-label')).toBe('A1, Black');
    expect(await board.locator('[data-point="0,2"]').getAttribute('aria-label')).toBe('C1, Black, move 1');
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
    expect([await stones(board), await moves()]).toEqual([2, 'h8 i9']);
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
    expect([await stones(board), await moves()]).toEqual([2, 'h8 i9']);
  });

  test('an engine that cannot start is reported', async () => {
    await page.route('**/search.js', (route) => route.abort());
    const board = await show({ engine: 'analyze', moves: 'h8' });
    await expect.poll(() => board.locator('[role=alert]').textContent(), { timeout: 20_000 }).toContain('engine: ');
    expect(await stones(board)).toBe(1);
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
    await expect.poll(() => stones(board), { timeout: 20_000 }).toBe(2);
  });
});
