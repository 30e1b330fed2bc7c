/** Tests of the page in a browser, and the ways in which a person uses it there. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import files from 'tengen:board-files';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import type { XY } from '../../../src/core/point.ts';
import { type Site, serveBoard } from '../../../tools/common/sites.ts';
import { hasBrowser, type OpenedPage, openPage, useBrowser, useSite } from '../browser.ts';

export type { Site };

/** @param isIsolated as `tengen board` serves it; otherwise without any of the headers that threads need */
export function openSite(isIsolated = true, pages: Readonly<Record<string, string>> = files): Promise<Site> {
  return serveBoard(pages, isIsolated);
}

export interface Kit {
  /** Address of the site that all tests of a group share. */
  url(): string;
  /** Opens the page with empty storage. @param fragment of its address, for instance a game */
  open(fragment?: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  /** Opens the page of another address. */
  openAt(url: string, options?: BrowserContextOptions): Promise<OpenedPage>;
}

/** A group of tests that share a browser and a site; skipped where there is no browser. */
export function describeInBrowser(name: string, defineTests: (kit: Kit) => void, isIsolated = true): void {
  describe.skipIf(!hasBrowser)(name, () => {
    const browser = useBrowser();
    const url = useSite(() => openSite(isIsolated));
    // The engine of an open page would take time from the next test.
    afterEach(async () => {
      for (const context of browser().contexts()) await context.close();
    });
    const openAt = async (address: string, options: BrowserContextOptions = {}) => {
      const opened = await openPage(browser(), address, options);
      await opened.page.waitForSelector('.points');
      return opened;
    };
    defineTests({ url, openAt, open: (fragment = '', options = {}) => openAt(url() + fragment, options) });
  });
}

/** Opens another page of the same browser, with the same storage. */
export async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('.points');
  return page;
}

/**
 * Waits until no navigation is under way: a dialog that has closed leaves the browser's history, and another navigation
 * until then is lost.
 */
function hasSettled(page: Page): Promise<void> {
  return until(page, `history.state === null || document.querySelector('dialog[open]') !== null`);
}

export async function reload(page: Page): Promise<void> {
  await hasSettled(page);
  await page.reload();
  await page.waitForSelector('.points');
}

/** Goes back or forward. Playwright's own commands wait for a load, which Firefox does not report within a document. */
export function step(page: Page, by: number): Promise<void> {
  return page.evaluate(`history.go(${by})`);
}

/** Opens a page, and again after its site has gone: what the first visit stored is all there is. */
export async function openOffline(openAt: Kit['openAt']): Promise<OpenedPage> {
  const own = await openSite();
  const opened = await openAt(own.url);
  const { page } = opened;
  await page.evaluate('navigator.serviceWorker.ready');
  await reload(page);
  await until(page, 'navigator.serviceWorker.controller !== null');
  own.close();
  await page.context().setOffline(true);
  await reload(page);
  return opened;
}

/** Leaves the page, and opens it at an address. */
export async function visitAgain(page: Page, url: string): Promise<void> {
  await hasSettled(page);
  await page.goto('about:blank');
  await page.goto(url);
  await page.waitForSelector('.points');
}

/** Closes the dialog that is about to open, or is open. */
export async function closeDialog(page: Page): Promise<void> {
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
}

export const at = ({ x, y }: XY): string => `[data-point="${x},${y}"]`;

/** Starts a game with the dialog. */
export async function startGame(
  page: Page,
  game: {
    players?: string;
    rule?: string;
    size?: number;
    /** Number of rows, if it differs from the columns. */
    height?: number;
    win?: number;
    level?: number;
    opening?: string;
    clock?: string;
    byoYomi?: string;
  },
): Promise<void> {
  await page.click('.panel button:has-text("New game")');
  const choose = (text: string) => page.click(`.new-game .choice label:text-is("${text}")`);
  if (game.players !== undefined) await choose(game.players);
  if (game.rule !== undefined) await choose(game.rule);
  if (game.size !== undefined) await page.locator('#size').fill(String(game.size));
  if (game.height !== undefined) {
    await page.check('#rectangle');
    await page.locator('#height').fill(String(game.height));
  }
  if (game.win !== undefined) await choose(String(game.win));
  if (game.clock !== undefined) await choose(game.clock);
  if (game.byoYomi !== undefined) await choose(game.byoYomi);
  if (game.level !== undefined) await page.locator('#level').fill(String(game.level));
  if (game.opening !== undefined) await choose(game.opening);
  await page.click('.new-game button:text-is("Start")');
  await page.waitForSelector('.new-game', { state: 'detached' });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @returns what axe finds: everything in light colors, then what depends on colors in dark ones */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const faults: string[] = [];
  for (const [colorScheme, options] of [
    ['light', '{}'],
    ['dark', '{ runOnly: ["color-contrast", "link-in-text-block"] }'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = (await page.evaluate(`axe.run(${options})`)) as {
      violations: { id: string; nodes: object[] }[];
    };
    faults.push(...violations.map(({ id, nodes }) => `${colorScheme}, ${id}: ${JSON.stringify(nodes).slice(0, 600)}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return faults;
}

/** Waits until an expression is true in the page, whose Content Security Policy forbids Playwright's own wait. */
export async function until(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression), { message: expression }).toBeTruthy();
}

export function waitForStones(page: Page, count: number): Promise<void> {
  return until(page, `document.querySelectorAll('.stone').length === ${count}`);
}

/** @returns the titles of the stored studies, from the list that a study offers */
export async function titlesOfStudies(page: Page): Promise<string[]> {
  await page.click('button:text-is("Studies…")');
  await page.waitForSelector('.studies[open]');
  const titles = await page.locator('.studies > div > .studies-list .title').allTextContents();
  await closeDialog(page);
  return titles;
}

/** @returns the stones on the board: point, color, and number of the move */
export function stonesOn(page: Page): Promise<{ x: number; y: number; color: 1 | 2; number: number }[]> {
  return page.$$eval('[role=gridcell]:not(.empty)', (cells) =>
    cells.map((cell) => {
      const [x, y] = (cell.getAttribute('data-point') ?? '').split(',').map(Number);
      const label = cell.getAttribute('aria-label') ?? '';
      const color = label.includes('Black') ? 1 : 2;
      return { x, y, color, number: Number(/move (\d+)/.exec(label)?.[1]) } as const;
    }),
  );
}

/** Waits until it is the person's turn, or the game is over. @returns whether the game continues */
export async function waitForTurn(page: Page): Promise<boolean> {
  await page.waitForSelector('.status[data-status=waiting], .status[data-status=over]');
  return (await page.getAttribute('.status', 'data-status')) === 'waiting';
}
