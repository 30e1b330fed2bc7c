/** The page of `tengen board` in a newly started browser, for measurements and pictures. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { boardServer } from '../../src/cli/board-server.ts';
import { parseMoves, type XY } from '../../src/core/point.ts';
import type { Files } from '../bundle/web.ts';
import { openBrowser } from './browser.ts';
import { listening } from './sites.ts';

/** @param folder from `tengen board --files` @returns the texts of the page in it, by name */
export function filesIn(folder: string): Files {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/**
 * Serves the page and starts a browser, for as long as `use` runs.
 * @param use receives the address @param watch receives the server before it listens
 */
export async function withBoard<T>(
  files: Files,
  use: (browser: Browser, url: string) => Promise<T>,
  watch: (server: Server) => void = () => {},
): Promise<T> {
  const server = boardServer(files);
  watch(server);
  const site = await listening(server, 'localhost');
  const browser = await openBrowser();
  try {
    return await use(browser, `${site.url}/`);
  } finally {
    await browser.close();
    site.close();
  }
}

export const pointsOf = (moves: string): XY[] => parseMoves(moves, 15) ?? [];

/** @returns selector of a point */
export const at = ({ x, y }: XY): string => `[data-point="${x},${y}"]`;

/** @returns a game as the browser stores it, on 15x15 against level 6, which has Black to move */
export function keptGame(rule: number, moves: string): object {
  const settings = { rule, width: 15, height: 15, winLength: 5, level: 6, players: 'you-black' };
  return { settings, answers: [], moves: pointsOf(moves).map(({ x, y }) => [x, y]), seed: 1, isResigned: false };
}

/** Opens the page in a separate context, with values that the browser has saved, without animations. */
export async function openKept(
  browser: Browser,
  url: string,
  { kept = {}, link = '' }: { readonly kept?: Readonly<Record<string, unknown>>; readonly link?: string },
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const entries = Object.entries(kept).map(([key, value]) => [`tengen.${key}`, JSON.stringify(value)]);
  await page.addInitScript(`for (const entry of ${JSON.stringify(entries)}) localStorage.setItem(...entry)`);
  await page.goto(url + link);
  await page.waitForSelector('.points');
  return page;
}
