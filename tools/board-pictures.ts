/**
 * Makes the pictures of the board that the documents show, from the sources:
 *   npm run tool -- board-pictures [folder [name ...]]
 *
 * The default folder is docs/images. Look at each picture before you commit it: the engine's figures differ from run to
 * run.
 */
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { RENJU } from '../src/core/rule-code.ts';
import { oneOf, readValue } from '../src/core/values.ts';
import { idOf, parseProblem } from '../src/play/problems/problem.ts';
import { boardFiles } from './bundle/web.ts';
import { at, keptGame, openKept, pointsOf, withBoard } from './common/board-page.ts';
import { FREE_GAME, findMistakes, openLibrary, RENJU_GAME, STUDY, type View } from './common/board-views.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = {
  options: {},
  operands: { noun: 'word', min: 0, max: Number.POSITIVE_INFINITY },
} as const satisfies ToolSyntax;

interface Picture extends View {
  readonly context?: BrowserContextOptions;
  readonly act: (page: Page) => Promise<unknown>;
}

const waitForDepth = async (page: Page, depth: number): Promise<void> => {
  const reached = async () => Number(/depth (\d+)/.exec((await page.textContent('.speed')) ?? '')?.[1] ?? 0);
  while ((await reached()) < depth) await page.waitForTimeout(200);
};

/** Room for everything next to an analysis. */
const TALL: BrowserContextOptions = { viewport: { width: 1240, height: 940 } };

/** A win by threes and fours. */
const PROBLEM = idOf(parseProblem('0 15 threes 1040 b hafr..i.c.b.atgucisrbc. i8i9h8g8l8'));

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
      for (const text of ['Two players', 'Renju', 'Soosõrv-8']) {
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
    link: '#v=1&r=0&s=15&m=d13e13g13f11',
    context: TALL,
    act: async (page) => {
      await page.click('.book button:text-is("tengen’s book")');
      await page.waitForSelector('.book tbody tr');
      await waitForDepth(page, 13);
    },
  },
  {
    name: 'library',
    link: '#v=1&r=4&s=15&m=h8',
    context: TALL,
    act: async (page) => {
      await openLibrary(page);
      await page.keyboard.press('Escape');
      await page.click('.explorer [role=switch]');
      await page.waitForSelector('.explorer tbody tr');
      await waitForDepth(page, 12);
      await page.hover('.top h1');
    },
  },
  {
    name: 'mistakes',
    act: async (page) => {
      await findMistakes(page);
      await page.locator('.library .mistakes .primary').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'problem',
    kept: { problem: PROBLEM },
    act: async (page) => {
      await page.click('nav button:text-is("Problems")');
      await page.waitForSelector('.status[data-status=solve]');
      await page.click(at({ x: 8, y: 7 }));
      await page.waitForSelector('.status:has-text("Continue")');
    },
  },
  {
    name: 'problem-phone',
    context: {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 1.5,
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    },
    kept: { problem: PROBLEM },
    act: async (page) => {
      await page.click('nav button:text-is("Problems")');
      await page.waitForSelector('.status[data-status=solve]');
      await page.tap(at({ x: 7, y: 8 }));
      await page.tap('.confirm .primary');
      await page.waitForSelector('.status[data-status=wrong]');
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

async function take(browser: Browser, url: string, picture: Picture, to: string) {
  const options = { locale: 'en-US', viewport: { width: 1240, height: 800 }, ...picture.context };
  const page = await openKept(browser, url, picture, options);
  await picture.act(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(to, `board-${picture.name}.png`) });
  await page.context().close();
}

export async function main(args: readonly string[]): Promise<number> {
  const [folder = 'docs/images', ...named] = toolArguments(SYNTAX, args, 'board-pictures').operands;
  const known = oneOf(PICTURES.map(({ name }) => name));
  const names = named.map((name) => readValue(known, 'picture', name));
  await withBoard(await boardFiles(), async (browser, url) => {
    const wanted = PICTURES.filter(({ name }) => names.length === 0 || names.includes(name));
    for (const picture of wanted) await take(browser, url, picture, folder);
  });
  return 0;
}
