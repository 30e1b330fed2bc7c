/** The examples for pages, with the packages of this checkout in place of the CDN's. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serveTexts } from '../../../tools/common/sites.ts';
import { hasBrowser, useBrowser, useSite } from '../browser.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const textOf = (path: string): string => readFileSync(ROOT + path, 'utf8');
const SCRIPTS = Object.fromEntries(
  readdirSync(`${ROOT}dist/web`).map((name) => [`/${name}`, textOf(`dist/web/${name}`)]),
);
/** An address of the CDN: package, version, path. */
const CDN = /^https:\/\/unpkg\.com\/([^@/]+)@([^/]+)\/(.+)$/;

/** @returns the React example as one script, with the search next to it */
async function bundledReact(): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}examples/web/react.jsx`],
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { 'tengen/board': `${ROOT}dist/web/board.js` },
    outdir: '/',
    write: false,
  });
  const page = '<!doctype html><title>t</title><div id="app"></div><script type="module" src="/react.js"></script>';
  const scripts = outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf('/')), text]);
  return { '/react': page, '/search.js': SCRIPTS['/search.js'], ...Object.fromEntries(scripts) };
}

describe.skipIf(!hasBrowser)('the example', () => {
  const browser = useBrowser();
  const url = useSite(async () => {
    const pages = { '/board': textOf('examples/web/board.html'), '/vue': textOf('examples/web/vue.html') };
    return serveTexts({ ...pages, ...(await bundledReact()) }, false);
  });
  const asked: string[] = [];

  async function open(path: string): Promise<Page> {
    const page = await browser().newPage();
    await page.route(CDN, async (route) => {
      const [, name, version, file] = CDN.exec(route.request().url()) ?? [];
      asked.push(`${name}@${version}`);
      await route.fulfill({
        contentType: 'text/javascript',
        headers: { 'Access-Control-Allow-Origin': '*' },
        body: textOf(name === 'tengen' ? file : `node_modules/${name}/${file}`),
      });
    });
    await page.goto(url() + path);
    await page.waitForSelector('tengen-board .points');
    return page;
  }
  const play = (page: Page, point: string) => page.locator(`[role=gridcell][aria-label^="${point},"]`).click();
  const stones = (page: Page) => page.locator('.board .stone').count();

  test('of ten lines plays, from a CDN', async () => {
    expect(textOf('examples/web/board.html').trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    const page = await open('/board');
    await play(page, 'H8');
    await expect.poll(() => stones(page)).toBe(2);
    await page.close();
  });

  test.each(['/react', '/vue'])('%s keeps the moves as its state, and starts again', async (path) => {
    const page = await open(path);
    await expect.poll(() => page.textContent('#moves')).toBe('h8 i9');
    await play(page, 'A1');
    await expect.poll(() => stones(page)).toBe(4);
    await expect.poll(() => page.textContent('#moves')).toMatch(/^h8 i9 a1 [a-o]\d+$/);
    await page.click('button:text-is("New game")');
    await expect.poll(() => stones(page)).toBe(0);
    await play(page, 'H8');
    await expect.poll(() => stones(page)).toBe(2);
    await page.close();
  });

  test('names the versions of this checkout', () => {
    const { version, devDependencies } = JSON.parse(textOf('package.json'));
    expect(new Set(asked)).toEqual(new Set([`tengen@${version}`, `vue@${devDependencies.vue}`]));
  });
});
