/**
 * Measures the page of these sources in use, in Chromium: npm run -s tool -- measure-use [--minutes 0]
 *
 * Prints the milliseconds from a click on the board to the engine's stone at the lowest level; the longest task of the
 * start, of a game and of a review; and, while the page is used for some minutes (games, reviews, studies, problems,
 * files, dialogs), its heap after a garbage collection, its DOM nodes and listeners, and the resident memory of its
 * process.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { seededRandom } from '../src/core/random.ts';
import { whole } from '../src/core/values.ts';
import { boardFiles } from './bundle/web.ts';
import { withBoard } from './common/board-page.ts';
import { LIBRARY_GAMES } from './common/board-views.ts';
import { median } from './common/median.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = { options: { minutes: { type: whole(0, 600), default: 0 } } } as const satisfies ToolSyntax;

const REPLIES = 20;
const REPLIES_OF_A_ROUND = 8;
/** Rounds of use between two lines of output. */
const ROUNDS_SHOWN = 5;

/** Runs in the page before its scripts. */
const WATCH = `{
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  const count = () => document.querySelectorAll('.stone').length;
  globalThis.reply = (point) => new Promise((resolve) => {
    const [before, start] = [count(), performance.now()];
    const observer = new MutationObserver(() => {
      const isOver = document.querySelector('.status[data-status=over]') !== null;
      if (count() < before + 2 && !isOver) return;
      observer.disconnect();
      resolve(count() < before + 2 ? null : performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    document.querySelector(point).click();
  });
}`;

export async function main(args: readonly string[]): Promise<number> {
  const { minutes } = toolArguments(SYNTAX, args, 'measure-use').values;
  await withBoard(await boardFiles(), async (browser, url) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(WATCH);
    await page.goto(url);
    await wait(page, '.points');
    await page.waitForTimeout(2000);
    console.log(`longest task of the start: ${await longestTask(page)} ms`);
    const random = seededRandom(1);
    const times = (await play(page, REPLIES, random)).map(Math.round);
    console.log(`click to reply: median ${median(times)} ms: ${times.join(', ')}`);
    console.log(`longest task of the games: ${await longestTask(page)} ms`);
    await review(page);
    console.log(`longest task of the review: ${await longestTask(page)} ms`);
    if (minutes > 0) await useFor(minutes * 60_000, browser, page, random);
  });
  return 0;
}

/** @returns milliseconds since the last call; 0: no task took 50 ms */
async function longestTask(page: Page): Promise<number> {
  return Math.round((await page.evaluate('((task) => ((longest = 0), task))(longest)')) as number);
}

async function startGame(page: Page): Promise<void> {
  await page.click('nav button:text-is("Play")');
  await page.click('.panel button:has-text("New game")');
  await page.locator('#level').fill('1');
  await page.click('.new-game button:text-is("Start")');
  await wait(page, '.new-game', { state: 'detached' });
}

/** Unlike `page.waitForSelector`, keeps nothing of the page alive. */
const wait = (page: Page, selector: string, options = {}): Promise<void> =>
  page.locator(selector).first().waitFor(options);

/** Plays on random points, as many games as it takes. @returns milliseconds to each reply */
async function play(page: Page, replies: number, random: () => number): Promise<number[]> {
  const times: number[] = [];
  await startGame(page);
  while (times.length < replies) {
    const status = await page.getAttribute('.status', 'data-status');
    if (status === 'over') await startGame(page);
    else if (status !== 'waiting') await page.waitForTimeout(20);
    else {
      const points = await page.$$eval('[role=gridcell].empty', (cells) =>
        cells.map((cell) => cell.getAttribute('data-point')),
      );
      const point = `[data-point="${points[Math.floor(random() * points.length)]}"]`;
      const time = (await page.evaluate(`reply(${JSON.stringify(point)})`)) as number | null;
      if (time !== null) times.push(time);
    }
  }
  return times;
}

/** Reviews the game on the board. */
async function review(page: Page): Promise<void> {
  await page.click('nav button:text-is("Analyze")');
  await page.click('button:text-is("Review game")');
  await wait(page, 'button:has-text("Stop")');
  await wait(page, 'button:text-is("Review game")', { timeout: 600_000 });
}

/** A round of use: a game, its review, a study, problems, a file, lessons and dialogs. */
async function useOnce(page: Page, random: () => number): Promise<void> {
  await play(page, REPLIES_OF_A_ROUND, random);
  await review(page);
  await page.click('nav button:text-is("Study")');
  await page.click('[role=gridcell].empty >> nth=40');
  await page.click('[role=gridcell].empty >> nth=60', { button: 'right' });
  await page.click('nav button:text-is("Problems")');
  await wait(page, '.status[data-status=solve]');
  await page.click('button:text-is("Solution")');
  await page.click('button:text-is("Next problem")');
  await page.click('nav button:text-is("Learn")');
  await wait(page, '.task');
  await page.click('[aria-label="Settings"]');
  await wait(page, '.settings[open]');
  await page.click('dialog [aria-label="Close"]');
  await wait(page, 'dialog', { state: 'detached' });
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(LIBRARY_GAMES)}], 'games.sgf'));
    document.querySelector('.table').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  }`);
  await wait(page, 'nav [aria-current]:text-is("Analyze")');
  await page.click('[aria-label="Library"] >> nth=0');
  await wait(page, '.library[open] .games li');
  await page.click('.library .games .title >> nth=0');
  await wait(page, 'dialog', { state: 'detached' });
}

async function useFor(ms: number, browser: Browser, page: Page, random: () => number): Promise<void> {
  const [whole, own] = [await browser.newBrowserCDPSession(), await page.context().newCDPSession(page)];
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  const show = async (rounds: number) => {
    await page.click('nav button:text-is("Play")');
    await own.send('HeapProfiler.collectGarbage');
    const { usedSize } = await own.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await own.send('Memory.getDOMCounters');
    const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentBytes(id));
    console.log(
      `${rounds} rounds: heap ${megabytes(usedSize)} MB, ${nodes} nodes, ${jsEventListeners} listeners, ` +
        `resident ${megabytes(Math.max(...renderers))} MB`,
    );
  };
  const end = performance.now() + ms;
  for (let rounds = 0; ; rounds++) {
    const isOver = performance.now() > end;
    if (rounds % ROUNDS_SHOWN === 0 || isOver) await show(rounds);
    if (isOver) break;
    await useOnce(page, random);
  }
  console.log(`longest task of the use: ${await longestTask(page)} ms`);
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return 1024 * Number(kilobytes);
}
