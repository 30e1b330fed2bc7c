/** Browsers, pages and sites of the tests; where no browser is installed, those tests are skipped. */
import { existsSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { BROWSER, BROWSER_PATH, NO_BROWSER, openBrowser } from '../../tools/common/browser.ts';
import type { Site } from '../../tools/common/sites.ts';
import { canTest } from '../expected.ts';

export const hasBrowser = canTest(
  BROWSER,
  'a page in a browser',
  BROWSER_PATH !== null && existsSync(BROWSER_PATH) ? null : NO_BROWSER,
);

/** Some tests use what only Chromium has. */
export const isFirefox = BROWSER === 'firefox';

/** Starts a browser for the tests of a group. @returns it, while the tests run */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return () => browser!;
}

/** Serves a site for the tests of a group. @returns its address, while the tests run */
export function useSite(serve: () => Promise<Site>): () => string {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await serve();
  });
  afterAll(() => site?.close());
  return () => site!.url;
}

/** A page with a separate profile; `faults` are the errors of its scripts. */
export interface OpenedPage {
  readonly page: Page;
  readonly faults: string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(url);
  return { page, faults };
}
