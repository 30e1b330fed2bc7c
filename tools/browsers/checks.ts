/** What people do with the page, the element and the worker: short checks for any browser. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../common/sites.ts';
import { button, click, type Tab, type, until, waitFor } from './tab.ts';

/** One visit: a tab with empty storage, and a separate site. */
export interface Visit {
  readonly tab: Tab;
  readonly site: Site;
  /** Whether the site sends the headers that let threads share memory. */
  readonly isIsolated: boolean;
  readonly downloads: string;
}

export interface Check {
  readonly name: string;
  /** The page of `tengen board`, or a page that loads the scripts of the package. */
  readonly of: 'board' | 'package';
  run(visit: Visit): Promise<void>;
}

/** The only problem of the site. */
export const PROBLEM = '0 15 threes 1040 b hafr..i.c.b.atgucisrbc. i8i9h8g8l8';
const GAME = '#v=1&r=4&s=13&m=g7h8c4';
const GAMES = '(;GM[4]SZ[15]PB[Ann];B[hh];W[ig])\n(;GM[4]SZ[15]PB[Bob];B[hh];W[gg];B[ff])';
/** What each kind of file begins with. */
const STARTS = { sgf: '(;', psq: 'Piskvorky 13x13', pos: '', svg: '<svg', png: '\x89PNG', gif: 'GIF89a' };

const check = (of: Check['of'], name: string, run: Check['run']): Check => ({ of, name, run });

export const CHECKS: readonly Check[] = [
  check('board', 'the engine answers a click', async ({ tab, site, isIsolated }) => {
    await openBoard(tab, site.url);
    await until(tab, `crossOriginIsolated === ${isIsolated}`);
    await playCenter(tab);
  }),
  check('board', 'analysis shows lines', async ({ tab, site }) => {
    await openBoard(tab, `${site.url}#v=1&r=0&s=15&m=h8i9`);
    await count(tab, '.line', 3);
    await until(tab, String.raw`/depth (\d+)/.exec(document.querySelector('.speed').textContent)?.[1] >= 5`);
  }),
  check('board', 'a study survives a reload', async ({ tab, site }) => {
    await openBoard(tab, `${site.url}${GAME}`);
    await click(tab, `//nav${button('Study')}`);
    await click(tab, point(10, 2));
    await type(tab, '.comment textarea', 'Not so good.');
    await until(tab, `document.querySelector('.tree').textContent.includes('Not so good.')`);
    await tab.reload();
    await count(tab, '.stone', 4);
    await click(tab, `//nav${button('Study')}`);
    await until(tab, `document.querySelector('.tree')?.textContent.includes('Not so good.')`);
  }),
  check('board', 'a game is saved in every form', async ({ tab, site, downloads }) => {
    await openBoard(tab, `${site.url}${GAME}`);
    await click(tab, button('Save and share…'));
    await count(tab, '.share .copied input', 2);
    const texts = await tab.evaluate(
      `[...document.querySelectorAll('.share .copied input')].map(({ value }) => value)`,
    );
    const [record, link] = texts as string[];
    if (record !== 'G7 H8 C4') throw new Error(`record ${record}`);
    for (const [kind, start] of Object.entries(STARTS)) {
      await click(tab, `//*[contains(@class, "share")]${button(kind)}`);
      const file = await waitFor(`a file .${kind}`, () => readDownload(downloads, `.${kind}`));
      if (!file.startsWith(start)) throw new Error(`the .${kind} begins with ${JSON.stringify(file.slice(0, 20))}`);
    }
    await tab.open('about:blank');
    await openBoard(tab, link);
    await count(tab, '.stone', 3);
  }),
  check('board', 'a file is added to the library', async ({ tab, site, downloads }) => {
    const file = join(downloads, 'games.sgf');
    writeFileSync(file, GAMES);
    await openBoard(tab, site.url);
    await click(tab, '[aria-label="Library"]');
    await until(tab, `document.querySelector('.library[open] input[type=file]')`);
    await tab.choose('.library input[type=file]', file);
    await count(tab, '.library .games li', 2);
    await tab.reload();
    await click(tab, '[aria-label="Library"]');
    await count(tab, '.library .games li', 2);
  }),
  check('board', 'a problem is solved', async ({ tab, site }) => {
    await openBoard(tab, site.url);
    await click(tab, `//nav${button('Problems')}`);
    await count(tab, '.status[data-status=solve]', 1);
    const before = Number(await tab.evaluate(`document.querySelectorAll('.stone').length`));
    for (const [i, x] of [8, 7, 11].entries()) {
      await count(tab, '.stone', before + 2 * i);
      await click(tab, point(x, 7));
    }
    await count(tab, '.status[data-status=solved]', 1);
  }),
  check('board', 'the service worker answers during a search', async ({ tab, site }) => {
    await openBoard(tab, `${site.url}#v=1&r=0&s=15&m=h8i9`);
    await until(tab, `navigator.serviceWorker.controller !== null`);
    await count(tab, '.line', 3);
    await tab.evaluate(`void (globalThis.answered = false, fetch('problems.txt').then(() => (answered = true)))`);
    await until(tab, 'answered');
  }),
  check('board', 'after the first visit it works offline', async ({ tab, site }) => {
    await openBoard(tab, site.url);
    await until(tab, `navigator.serviceWorker.ready.then(() => true)`);
    await tab.reload();
    await until(tab, 'navigator.serviceWorker.controller !== null');
    site.close();
    await tab.reload();
    await until(tab, `document.querySelector('.points') !== null && crossOriginIsolated`);
    await playCenter(tab);
  }),
  check('package', 'the example with <tengen-board> plays', async ({ tab, site }) => {
    await tab.open(`${site.url}/board`);
    const root = `document.querySelector('tengen-board').shadowRoot`;
    await until(tab, `${root}?.querySelector('.points')`);
    await click(tab, point(7, 7), root);
    await until(tab, `${root}.querySelectorAll('.stone').length === 2`);
  }),
  check('package', 'tengen/worker answers TURN', async ({ tab, site, isIsolated }) => {
    await tab.open(`${site.url}/`);
    await until(tab, `crossOriginIsolated === ${isIsolated}`);
    const lines = await tab.evaluate(`new Promise((resolve) => {
        const brain = new Worker('/worker.js');
        const lines = [];
        brain.onerror = ({ message }) => resolve(['failed: ' + message]);
        brain.onmessage = ({ data }) => {
          lines.push(data);
          if (/^\\d+,\\d+$/.test(data)) resolve(lines);
        };
        for (const line of ['START 15', 'INFO max_node 20000', 'TURN 7,7']) brain.postMessage(line);
      })`);
    const text = (lines as string[]).join('\n');
    if (!/^OK\n(.*\n)*.*depth(.*\n)+\d+,\d+$/i.test(text) || /^(ERROR|UNKNOWN|failed)/m.test(text))
      throw new Error(text);
  }),
];

/** Waits until the page has a number of such elements. */
const count = (tab: Tab, selector: string, wanted: number): Promise<void> =>
  until(tab, `document.querySelectorAll('${selector}').length === ${wanted}`);

const point = (x: number, y: number): string => `[data-point="${x},${y}"]`;

async function openBoard(tab: Tab, url: string): Promise<void> {
  await tab.open(url);
  await count(tab, '.points', 1);
}

async function playCenter(tab: Tab): Promise<void> {
  await click(tab, point(7, 7));
  await count(tab, '.stone', 2);
}

/** @returns the bytes of a finished download as Latin-1, or null */
function readDownload(folder: string, extension: string): string | null {
  const name = readdirSync(folder).find((one) => one.endsWith(extension));
  const text = name === undefined ? '' : readFileSync(join(folder, name), 'latin1');
  return text === '' ? null : text;
}
