/** The browser of this system, driven by playwright, for tools and tests. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, firefox } from 'playwright-core';
import { oneOf, readValue } from '../../src/core/values.ts';

/** In order of preference: the headless shell has the same engine, and the tests take a quarter less CPU time in it. */
const PLACES = {
  chromium: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'],
  firefox: ['/usr/bin/firefox', '/usr/bin/firefox-esr'],
};

const found = (path: string | undefined, places: readonly string[]): string | null =>
  path ?? places.find((place) => existsSync(place)) ?? null;

/** TENGEN_BROWSER. */
export const BROWSER = readValue(
  oneOf(['chromium', 'firefox']),
  'TENGEN_BROWSER',
  process.env.TENGEN_BROWSER ?? 'chromium',
);

export const FIREFOX = found(undefined, PLACES.firefox);

/** The chosen browser, TENGEN_CHROMIUM if it is Chromium and that is set; null if there is none. */
export const BROWSER_PATH = BROWSER === 'firefox' ? FIREFOX : found(process.env.TENGEN_CHROMIUM, PLACES.chromium);

/** What to say if there is none. */
export const NO_BROWSER = `there is no ${BROWSER_PATH ?? `${BROWSER} at ${PLACES[BROWSER].join(', ')}`}${
  BROWSER === 'chromium' ? ' (TENGEN_CHROMIUM can name one)' : ''
}`;

/** No page takes that long on the busiest machine: what is still missing then never comes. */
const HANG_MS = 600_000;

/** Opens a browser with a fresh profile. @throws {Error} if there is none, or if it does not start */
export async function openBrowser(): Promise<Browser> {
  if (BROWSER_PATH === null) throw new Error(NO_BROWSER);
  const browser = await (BROWSER === 'firefox' ? openFirefox(BROWSER_PATH) : openChromium(BROWSER_PATH));
  browser.on('context', (context) => context.setDefaultTimeout(HANG_MS));
  return browser;
}

function openChromium(executablePath: string): Promise<Browser> {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath, timeout: HANG_MS, args });
}

async function openFirefox(path: string): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('firefox-bridge.mjs', import.meta.url)),
    env: { ...process.env, TENGEN_FIREFOX: path },
    timeout: HANG_MS,
  });
  // Firefox refuses the option isMobile.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = ({ isMobile, ...options } = {}) => newContext(options);
  return browser;
}
