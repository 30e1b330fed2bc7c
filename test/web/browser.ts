/** A real browser for tests: Debian's chromium, driven by playwright. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { canTest } from '../expected.ts';

export { serveTexts } from '../../tools/common/sites.ts';

/** Null if it is not installed; then the tests that need it are skipped. */
export const CHROMIUM: string | null =
  [process.env.TENGEN_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  ) ?? null;

canTest(
  'chromium',
  'a page in a browser',
  CHROMIUM === null ? 'there is no /usr/bin/chromium (TENGEN_CHROMIUM names another)' : null,
);

/** Opens a browser with a fresh profile. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM ?? '',
    headless: true,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
