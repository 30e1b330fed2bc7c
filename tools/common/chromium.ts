/** The Chromium of this system, driven by playwright, for tools and tests. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** In order of preference: the headless shell has the same engine, and the tests take a quarter less CPU time in it. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** TENGEN_CHROMIUM if it is set, otherwise the first of the usual places that exists; null if there is none. */
export const CHROMIUM: string | null = process.env.TENGEN_CHROMIUM ?? PLACES.find((path) => existsSync(path)) ?? null;

/** No page takes that long on the busiest machine: what is still missing then never comes. */
const HANG_MS = 600_000;

/** Opens a browser with a fresh profile. @throws {Error} if there is none, or if it does not start */
export async function openChromium(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error(`no Chromium at ${PLACES.join(', ')}; TENGEN_CHROMIUM can name another one`);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    timeout: HANG_MS,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  browser.on('context', (context) => context.setDefaultTimeout(HANG_MS));
  return browser;
}
