/**
 * Does the page work in other browsers than the tests' Chromium?
 *   npm run -s tool -- browsers [--only TEXT]
 *
 * Opens the page of `tengen board`, `<tengen-board>` and `tengen/worker` of these sources in Firefox and in WebKitGTK,
 * the engine of Safari, each with and without cross-origin isolation, and plays, analyzes, saves and so on as a person
 * does. A browser that is not installed is skipped: Debian's packages firefox-esr, and webkit2gtk-driver with xvfb.
 * --only runs the checks whose line contains a text, such as "Firefox" or "offline". Exit status 1: a check failed.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../src/core/errors.ts';
import { text } from '../src/core/values.ts';
import { CHECKS, type Check, PROBLEM, type Visit } from './browsers/checks.ts';
import { openFirefox } from './browsers/firefox.ts';
import { endAll } from './browsers/program.ts';
import type { Browser, Tab } from './browsers/tab.ts';
import { openWebKit } from './browsers/webkit.ts';
import { boardFiles, bundleWeb, type Files } from './bundle/web.ts';
import { filesIn } from './common/board-page.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';
import { serveBoard, serveTexts } from './common/sites.ts';

const SYNTAX = { options: { only: { type: text('TEXT'), default: '' } } } as const satisfies ToolSyntax;

/** Runs before a page's own scripts: collects what the browser reports about it, across reloads. */
const WATCH = `{
  const note = (fault) =>
    sessionStorage.setItem('faults', JSON.stringify([...JSON.parse(sessionStorage.getItem('faults') ?? '[]'), fault]));
  addEventListener('error', ({ message, target }) => note(message ?? 'not loaded: ' + (target.src ?? target.href)), true);
  addEventListener('unhandledrejection', ({ reason }) => note('unhandled: ' + reason));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => note('blocked: ' + blockedURI));
  const { error } = console;
  console.error = (...values) => (note(values.join(' ')), error.apply(console, values));
}`;

export async function main(args: readonly string[]): Promise<number> {
  const { only } = toolArguments(SYNTAX, args, 'browsers').values;
  const folder = mkdtempSync(join(tmpdir(), 'tengen-browsers-'));
  let failed = 0;
  try {
    const sites = { board: watchedBoard(await boardFiles()), package: await packageFiles(folder) };
    for (const [name, open] of Object.entries({ Firefox: openFirefox, WebKitGTK: openWebKit })) {
      const own = join(folder, name);
      mkdirSync(own);
      const browser = await open(own);
      if (browser === null) console.log(`${name}: skipped, not installed`);
      else failed += await checkAll(browser, sites, only);
    }
  } finally {
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  }
  return failed === 0 ? 0 : 1;
}

type Sites = Readonly<Record<Check['of'], Files>>;

async function checkAll(browser: Browser, sites: Sites, only: string): Promise<number> {
  let failed = 0;
  for (const isIsolated of [true, false]) {
    for (const check of CHECKS) {
      const name = `${browser.name}, ${isIsolated ? 'isolated' : 'not isolated'}: ${check.name}`;
      if (!name.includes(only)) continue;
      const fault = await faultOf(check, browser, sites, isIsolated);
      if (fault !== null) failed++;
      console.log(`${fault === null ? 'ok    ' : 'FAILED'} ${name}${fault === null ? '' : `: ${fault}`}`);
    }
  }
  return failed;
}

/** @returns why a check fails; null: it passes */
async function faultOf(
  { of, run }: Check,
  browser: Browser,
  sites: Sites,
  isIsolated: boolean,
): Promise<string | null> {
  rmSync(browser.downloads, { recursive: true, force: true });
  mkdirSync(browser.downloads);
  const site = await (of === 'board' ? serveBoard(sites.board, isIsolated) : serveTexts(sites.package, isIsolated));
  let tab: Tab | null = null;
  try {
    tab = await browser.newTab();
    const visit: Visit = { tab, site, isIsolated, downloads: browser.downloads };
    await run(visit);
    const faults = await faultsIn(tab);
    return faults.length === 0 ? null : faults.join('; ');
  } catch (error) {
    const faults = tab === null ? [] : await faultsIn(tab).catch(() => []);
    return [messageOf(error), ...faults].join('; ');
  } finally {
    await tab?.close().catch(() => {});
    site.close();
  }
}

/** @returns what the browser and the page have reported */
async function faultsIn(tab: Tab): Promise<string[]> {
  return (await tab.evaluate(`[
    ...JSON.parse(sessionStorage.getItem('faults') ?? '[]'),
    ...[...document.querySelectorAll('.notice.bad')].map((notice) => notice.textContent),
  ]`)) as string[];
}

/** @returns the page with one problem, and a first script that watches it */
function watchedBoard(files: Files): Files {
  const index = files['index.html'].replace('<script async src="start.js">', '<script src="start.js">');
  return { ...files, 'index.html': index, 'start.js': WATCH + files['start.js'], 'problems.txt': `${PROBLEM}\n` };
}

/** @returns the scripts of the package by path, and two pages that load them */
async function packageFiles(folder: string): Promise<Files> {
  await bundleWeb(folder);
  const scripts = Object.entries(filesIn(join(folder, 'web'))).map(([name, content]) => [`/${name}`, content]);
  const example = readFileSync(new URL('../examples/web/board.html', import.meta.url), 'utf8');
  const watch = `<script>${WATCH}</script>`;
  const board = example.replace(/https:.*\/board\.js/, '/board.js').replace('<script', `${watch}$&`);
  return { ...Object.fromEntries(scripts), '/': `<!doctype html><title>t</title>${watch}`, '/board': board };
}
