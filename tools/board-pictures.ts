/**
 * Makes the pictures of the board that the documents show, from dist/board:
 *   npm run tool -- board-pictures [folder]
 *
 * The default folder is docs/images. Look at each picture before you commit it: the engine's figures differ from run to
 * run.
 */
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { parseMoves, type XY } from '../src/core/point.ts';
import { RENJU } from '../src/core/rule-code.ts';
import { BUILT_BOARD, withBoard } from './common/board-page.ts';

const RENJU_GAME = 'h8h9h6g8f6i9f7f9g9i6h7i8h4h5i5i10';
const FREE_GAME = 'h8i9h9h10j8i8i10g8k7l6j9';
/** Level 6. */
const LEVEL = 6;

const STUDY = `(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[hg];W[hf];B[jh];W[ih];B[if];W[gh]
(;B[ki];W[lj];B[jg];W[ji];B[ge];W[fd])(;B[ij];W[gf];B[fe])
(;B[je];W[ii];B[kd]C[Now Black has two open threes.]LB[lc:A][hg:B][gh:C]))`;

const pointsOf = (moves: string): XY[] => parseMoves(moves, 15) ?? [];
const at = ({ x, y }: XY): string => `[data-point="${x},${y}"]`;

/** @returns a game as the browser stores it */
function keptGame(rule: number, moves: string): object {
  const settings = { rule, width: 15, height: 15, winLength: 5, level: LEVEL, players: 'you-black' };
  return { settings, answers: [], moves: pointsOf(moves).map(({ x, y }) => [x, y]), seed: 1, isResigned: false };
}

interface Picture {
  readonly name: string;
  readonly context?: BrowserContextOptions;
  /** Contents of the browser's storage, by name. */
  readonly kept?: Readonly<Record<string, unknown>>;
  readonly link?: string;
  readonly act: (page: Page) => Promise<unknown>;
}

const waitForDepth = async (page: Page, depth: number): Promise<void> => {
  const reached = async () => Number(/depth (\d+)/.exec((await page.textContent('.speed')) ?? '')?.[1] ?? 0);
  while ((await reached()) < depth) await page.waitForTimeout(200);
};

/** Room for everything next to an analysis. */
const TALL: BrowserContextOptions = { viewport: { width: 1240, height: 940 } };

const PICTURES: readonly Picture[] = [
  {
    name: 'play',
    kept: { game: keptGame(RENJU, RENJU_GAME) },
    act: (page) => page.hover(at({ x: 4, y: 8 })),
  },
  {
    name: 'phone',
    context: { viewport: { width: 390, height: 800 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true },
    kept: { game: keptGame(RENJU, RENJU_GAME) },
    act: (page) => page.tap(at({ x: 9, y: 6 })),
  },
  {
    name: 'dark',
    context: { colorScheme: 'dark' },
    kept: { game: keptGame(0, `${FREE_GAME}j7`) },
    act: async (page) => {
      await page.click('.panel button:text-is("Hint")');
      await page.waitForSelector('.mark-hint');
    },
  },
  {
    name: 'opening',
    act: async (page) => {
      await page.click('.panel button:has-text("New game")');
      for (const text of ['Two people', 'Renju', 'Soosõrv-8']) {
        await page.click(`.new-game .choice label:text-is("${text}")`);
      }
      await page.click('.new-game button:text-is("Start")');
      for (const point of pointsOf('h8i9j7')) await page.click(at(point));
      await page.click('.opening button:text-is("Keep White")');
      await page.click(at(pointsOf('g7')[0]));
      await page.click('.opening button:text-is("4")');
      await page.click('.opening button:text-is("Keep Black")');
      for (const point of pointsOf('g9h6k8')) await page.click(at(point));
      await page.hover('.top h1');
    },
  },
  {
    name: 'analyze',
    link: `#v=1&r=0&s=15&m=${FREE_GAME}&n=8`,
    context: TALL,
    act: async (page) => {
      await page.click('.panel button:text-is("Review game")');
      await page.waitForSelector('.panel button:text-is("Review game")');
      await waitForDepth(page, 15);
    },
  },
  {
    name: 'book',
    link: '#v=1&r=4&s=15&m=h8h9',
    context: TALL,
    act: async (page) => {
      await page.click('.book button:text-is("tengen’s book")');
      await page.waitForSelector('.book tbody tr');
      await waitForDepth(page, 13);
    },
  },
  {
    name: 'study',
    kept: { study: STUDY },
    act: async (page) => {
      await page.click('nav button:text-is("Study")');
      await page.click('.tree button:has-text("K12")');
      await page.click('.tools-row button:text-is("Letter")');
    },
  },
];

async function take(browser: Browser, url: string, { name, context, kept = {}, link = '', act }: Picture, to: string) {
  const opened = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1240, height: 800 },
    reducedMotion: 'reduce',
    ...context,
  });
  const page = await opened.newPage();
  const entries = Object.entries(kept).map(([key, value]) => [`tengen.${key}`, JSON.stringify(value)]);
  await page.addInitScript(`for (const entry of ${JSON.stringify(entries)}) localStorage.setItem(...entry)`);
  await page.goto(url + link);
  await page.waitForSelector('.points');
  await act(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(to, `board-${name}.png`) });
  await opened.close();
}

/** @returns exit status */
export async function main([folder = 'docs/images']: readonly string[]): Promise<number> {
  await withBoard(BUILT_BOARD, async (browser, url) => {
    for (const picture of PICTURES) await take(browser, url, picture, folder);
  });
  return 0;
}
