/** The page of `tengen board` in a newly started browser, for measurements and pictures. */
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { boardServer } from '../../src/cli/board-server.ts';

/** The page of this build. */
export const BUILT_BOARD = fileURLToPath(new URL('../../dist/board', import.meta.url));

/** Serves a dist/board and starts a browser, for as long as `use` runs. @param use receives the address */
export async function withBoard<T>(folder: string, use: (browser: Browser, url: string) => Promise<T>): Promise<T> {
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  const server = boardServer(Object.fromEntries(files));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.TENGEN_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    return await use(browser, `http://localhost:${(server.address() as AddressInfo).port}/`);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
