/** A real browser for tests: Debian's chromium, driven by playwright. */
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { canTest } from '../expected.ts';

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

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves texts by path. @param isIsolated whether to send the headers that let threads share memory */
export async function serveTexts(
  files: Readonly<Record<string, string>>,
  isIsolated: boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    const text = files[request.url ?? ''];
    const type = TYPES[/\.\w+$/.exec(request.url ?? '')?.[0] ?? ''] ?? 'text/html';
    response.writeHead(text === undefined ? 404 : 200, {
      'Content-Type': type,
      ...(isIsolated ? ISOLATION : {}),
      ...headers,
    });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
