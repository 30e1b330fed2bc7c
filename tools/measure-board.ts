/**
 * Measures the first visit to the board: milliseconds and gzipped bytes from the address to the board, and to the
 * engine's first move, which is requested as soon as there is a point to click:
 *   npm run tool -- measure-board [rounds] [folder ...]
 *
 * A folder is what `tengen board --files` of some build has written; the default is the page of these sources. Folders
 * are visited in rotation, each time by a newly started browser, so that other load on the machine affects all of them.
 */
import type { Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { readValue, whole } from '../src/core/values.ts';
import { boardFiles, type Files } from './bundle/web.ts';
import { filesIn, withBoard } from './common/board-page.ts';
import { median } from './common/median.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = {
  options: {},
  operands: { noun: 'word', min: 0, max: Number.POSITIVE_INFINITY },
} as const satisfies ToolSyntax;

const ROUNDS = 7;
const TIMEOUT_MS = 60_000;
const QUIET_MS = 3000;

interface Visit {
  /** Milliseconds from the address. */
  readonly board: number;
  readonly move: number;
  /** The longest task of the page. */
  readonly task: number;
  /** `performance.timeOrigin`. */
  readonly origin: number;
}

type Measured = Omit<Visit, 'origin'> & {
  /** Bytes sent until then, headers included. */
  readonly boardBytes: number;
  readonly moveBytes: number;
  /** And until nothing has been sent for {@link QUIET_MS}. */
  readonly allBytes: number;
};

/** Runs in the page, before its own scripts: plays the center point, and records when the answer is on the board. */
const WATCH = `{
  const noted = (globalThis.noted = { board: 0, move: 0, task: 0, origin: performance.timeOrigin });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.task = Math.max(noted.task, duration);
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver(() => {
    const point = document.querySelector('[data-point="7,7"]');
    if (noted.board === 0 && point !== null) {
      noted.board = performance.now();
      // Not in the midst of what is drawing it.
      setTimeout(() => point.click());
    }
    if (noted.move === 0 && document.querySelectorAll('.stone').length === 2) noted.move = performance.now();
  }).observe(document, { childList: true, subtree: true });
}`;

function visit(name: string, files: Files): Promise<Measured> {
  const sent: { ms: number; bytes: number }[] = [];
  const before = new WeakMap<object, number>();
  const note = (server: Server) =>
    server.on('request', ({ socket }, response) => {
      response.on('finish', () => {
        sent.push({ ms: Date.now(), bytes: socket.bytesWritten - (before.get(socket) ?? 0) });
        before.set(socket, socket.bytesWritten);
      });
    });
  const measure = async (browser: Browser, url: string): Promise<Measured> => {
    const page = await browser.newPage();
    await page.addInitScript(WATCH);
    await page.goto(url);
    const end = performance.now() + TIMEOUT_MS;
    while (performance.now() < end) {
      const { origin, ...noted } = (await page.evaluate('noted')) as Visit;
      const last = sent[sent.length - 1]?.ms ?? 0;
      if (noted.move > 0 && Date.now() > last + QUIET_MS) {
        const until = (ms: number) => sent.reduce((sum, one) => sum + (one.ms <= origin + ms ? one.bytes : 0), 0);
        const [boardBytes, moveBytes] = [noted.board, noted.move].map(until);
        return { ...noted, boardBytes, moveBytes, allBytes: until(Number.POSITIVE_INFINITY) };
      }
      await page.waitForTimeout(100);
    }
    throw new Error(`${name}: no move within ${TIMEOUT_MS / 1000} s`);
  };
  return withBoard(files, measure, note);
}

export async function main(args: readonly string[]): Promise<number> {
  const [given, ...named] = toolArguments(SYNTAX, args, 'measure-board').operands;
  const rounds = given === undefined ? ROUNDS : readValue(whole(1), 'rounds', given);
  const pages: readonly (readonly [string, Files])[] =
    named.length > 0
      ? named.map((folder) => [folder, filesIn(folder)] as const)
      : [['these sources', await boardFiles()]];
  const visits: Measured[][] = pages.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, page] of pages.entries()) visits[i].push(await visit(...page));
  }
  for (const [i, [name]] of pages.entries()) {
    console.log(name);
    for (const kind of ['board', 'move', 'task', 'boardBytes', 'moveBytes', 'allBytes'] as const) {
      const values = visits[i].map((one) => Math.round(one[kind]));
      const unit = kind.endsWith('Bytes') ? 'bytes' : 'ms';
      console.log(`  ${kind.padEnd(10)} median ${median(values)} ${unit}: ${values.join(', ')}`);
    }
  }
  return 0;
}
