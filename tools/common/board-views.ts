/** The main views of the board page, in any of its languages: for pictures, and for the test that no text overflows. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Words } from '../../src/board/lang/en.ts';
import { say } from '../../src/board/lang/languages.ts';
import { RENJU } from '../../src/core/rule-code.ts';
import { at, keptGame, pointsOf } from './board-page.ts';

export const RENJU_GAME = 'h8h9h6g8f6i9f7f9g9i6h7i8h4h5i5i10';
export const FREE_GAME = 'h8i9h9h10j8i8i10g8k7l6j9';

/** Variations, a comment and letters. */
export const STUDY = `(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[hg];W[hf];B[jh];W[ih];B[if];W[gh]
(;B[ki];W[lj];B[jg];W[ji];B[ge];W[fd])(;B[ij];W[gf];B[fe])
(;B[je];W[ii];B[kd]C[Now Black has two open threes.]LB[lc:A][hg:B][gh:C]))`;

export const SCREENS: Readonly<Record<'desktop' | 'phone', BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

export interface View {
  readonly name: string;
  /** Contents of the browser's storage, by name. */
  readonly kept?: Readonly<Record<string, unknown>>;
  /** The part of the address after `#`. */
  readonly link?: string;
  /** Reaches the view in the language that {@link say} speaks. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Whether the view is a dialog: `act` works again once it is closed. */
  readonly isDialog?: boolean;
}

const press = (page: Page, key: keyof Words, values: Parameters<typeof say>[1] = {}) =>
  page.click(`button:text("${say(key, values)}") >> visible=true`);

const choose = (page: Page, text: string) => page.click(`.choice label:text-is("${text}")`);

/** @param color of the answer */
const answerSwap = (page: Page, key: 'keepColor' | 'takeColor', color: 'black' | 'white') =>
  press(page, key, { color: say(color) });

async function placeAll(page: Page, moves: string): Promise<void> {
  for (const point of pointsOf(moves)) await page.click(at(point));
}

/** Two players in Soosõrv-8, up to the number of fifth moves. */
async function openBySoosorv(page: Page): Promise<void> {
  await press(page, 'newGame');
  for (const text of [say('twoPlayers'), say('renju'), 'Soosõrv-8']) await choose(page, text);
  await press(page, 'start');
  await placeAll(page, 'h8i9j7');
}

export const openSettings = (page: Page): Promise<void> => page.click('.tools button >> nth=0');

const openStudy = (page: Page) => page.click(`nav button:text-is("${say('study')}")`);

export const VIEWS: readonly View[] = [
  { name: 'play', kept: { game: keptGame(RENJU, RENJU_GAME) } },
  {
    name: 'forbidden',
    kept: { game: keptGame(RENJU, RENJU_GAME) },
    act: async (page) => {
      await page.click(at({ x: 4, y: 8 }));
    },
  },
  {
    name: 'over',
    kept: { game: keptGame(0, 'h8a1i8a2j8a3k8a4l8') },
  },
  {
    name: 'new-game',
    isDialog: true,
    act: async (page) => {
      await press(page, 'newGame');
      await choose(page, say('renju'));
      await choose(page, 'Taraguchi-10');
    },
  },
  { name: 'swap', act: openBySoosorv },
  {
    name: 'offer',
    act: async (page) => {
      await openBySoosorv(page);
      await answerSwap(page, 'keepColor', 'white');
      await placeAll(page, 'g7');
      await page.click('.opening button:text-is("4")');
      await answerSwap(page, 'keepColor', 'black');
      await placeAll(page, 'g9h6k8');
    },
  },
  {
    name: 'analyze',
    link: `#v=1&r=0&s=15&m=${FREE_GAME}&n=8`,
    act: async (page) => {
      await page.waitForSelector('.line');
      await page.click('ol.lines li:nth-child(3) .quiet');
      await press(page, 'threats');
    },
  },
  {
    name: 'book',
    link: '#v=1&r=4&s=15&m=h8h9',
    act: async (page) => {
      await press(page, 'ownBook');
      await page.waitForSelector('.book tbody tr');
    },
  },
  {
    name: 'study',
    kept: { study: STUDY },
    act: async (page) => {
      await openStudy(page);
      await page.click('.tree button:has-text("K12")');
      await page.click('.tools-row button >> nth=1');
    },
  },
  {
    name: 'set-up',
    kept: { study: STUDY },
    act: async (page) => {
      await openStudy(page);
      await press(page, 'setUp');
    },
  },
  {
    name: 'studies',
    kept: { study: STUDY },
    isDialog: true,
    act: async (page) => {
      await openStudy(page);
      await press(page, 'studies');
      await page.waitForSelector('.studies-list li');
    },
  },
  {
    name: 'deleted',
    kept: { study: STUDY },
    isDialog: true,
    act: async (page) => {
      await openStudy(page);
      await press(page, 'studies');
      await page.waitForSelector('.studies-list li', { state: 'attached' });
      const rows = page.locator('.studies > div > .studies-list li');
      if ((await rows.count()) > 0) await rows.locator('button').last().click();
      else await page.click('.studies summary');
      await press(page, 'deleteForGood');
    },
  },
  { name: 'share', link: `#v=1&r=0&s=15&m=${FREE_GAME}`, isDialog: true, act: (page) => press(page, 'share') },
  { name: 'settings', isDialog: true, act: openSettings },
  { name: 'help', isDialog: true, act: (page) => page.click('.tools button >> nth=1') },
];
