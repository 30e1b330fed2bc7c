/** The main views of the board page, in any of its languages: for pictures, and for the test that no text overflows. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { RENJU } from '../../src/core/rule-code.ts';
import { say } from '../../src/page/lang/languages.ts';
import type { Words } from '../../src/page/lang/speech.ts';
import { at, keptGame, pointsOf } from './board-page.ts';

export const RENJU_GAME = 'h8h9h6g8f6i9f7f9g9i6h7i8h4h5i5i10';
export const FREE_GAME = 'h8i9h9h10j8i8i10g8k7l6j9';

/** Variations, a comment and letters. */
export const STUDY = `(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[hg];W[hf];B[jh];W[ih];B[if];W[gh]
(;B[ki];W[lj];B[jg];W[ji];B[ge];W[fd])(;B[ij];W[gf];B[fe])
(;B[je];W[ii];B[kd]C[Now Black has two open threes.]LB[lc:A][hg:B][gh:C]))`;

/** Games for the library. */
export const LIBRARY_GAMES = `(;FF[4]GM[4]SZ[15]RU[Renju]PB[Ann Lee]PW[Bob Ray]EV[Spring Cup]DT[2019-04-06]RE[B+];B[hh];W[ig];B[if];W[gg];B[gi])
(;FF[4]GM[4]SZ[15]RU[Renju]PB[Bob Ray]PW[Cy Moe]EV[Spring Cup]DT[2019-04-07]RE[W+];B[hh];W[ig];B[jf];W[ih];B[gf])
(;FF[4]GM[4]SZ[15]RU[Renju]PB[Cy Moe]PW[Ann Lee]EV[Autumn Open]DT[2022-10-01]RE[0];B[hh];W[hg];B[ii];W[gg])
(;FF[4]GM[4]SZ[15]RU[Renju]PB[Ann Lee]PW[Dee Fox]EV[Autumn Open]DT[2022-10-02]RE[B+];B[hh];W[gg];B[hj];W[ii];B[gi]C[A quiet move that prepares two threes.])`;

/** Games with mistakes. */
export const MISTAKE_GAMES = `(;FF[4]GM[4]SZ[15]RU[Freestyle]PB[Ann Lee]PW[Bob Ray]EV[Club night]DT[2024-02-03]RE[W+];B[hh];W[cm];B[ih];W[dm];B[jh];W[em];B[oa])
(;FF[4]GM[4]SZ[15]RU[Freestyle]PB[Bob Ray]PW[Ann Lee]EV[Club night]DT[2024-02-10]RE[B+];B[hh];W[cm];B[ih];W[dm];B[jh];W[em];B[oa];W[ao])`;

/** Opens the library and fills it, unless it has games. */
export async function openLibrary(page: Page, games = LIBRARY_GAMES): Promise<void> {
  await page.click('.tools button >> nth=0');
  await page.waitForSelector('.library[open] .list-head strong:not(:text-is("…"))');
  if ((await page.locator('.library .games li').count()) > 0) return;
  const file = { name: 'games.sgf', mimeType: '', buffer: Buffer.from(games) };
  await page.setInputFiles('.library input[type=file] >> nth=0', file);
  await page.waitForSelector('.library .games li');
}

/** Opens the library and the facts of its last game. */
export async function editFacts(page: Page): Promise<void> {
  await openLibrary(page);
  await page.click('.library .games li:last-child button >> nth=1');
  await page.waitForSelector('.facts');
}

/** Opens the library with games and finds the mistakes in them. */
export async function findMistakes(page: Page): Promise<void> {
  await openLibrary(page, MISTAKE_GAMES);
  await page.click('.library .mistakes button');
  await page.waitForSelector('.library .mistakes .primary:has-text("5")');
}

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

export const openSettings = (page: Page): Promise<void> => page.click('.tools button >> nth=1');

const openProblems = async (page: Page) => {
  await page.click(`nav button:text-is("${say('problems')}")`);
  await page.waitForSelector('.status[data-status=solve]');
};

const openLessons = async (page: Page) => {
  await page.click(`nav button:text-is("${say('learn')}")`);
  await page.waitForSelector('.task');
  await page.click(at({ x: 0, y: 0 }));
};

const openStudy = (page: Page) => page.click(`nav button:text-is("${say('study')}")`);

export const VIEWS: readonly View[] = [
  { name: 'learn', act: openLessons },
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
    link: '#v=1&r=0&s=15&m=d13e13g13f11',
    act: async (page) => {
      await press(page, 'ownBook');
      await page.waitForSelector('.book tbody tr');
    },
  },
  { name: 'library', link: '#v=1&r=4&s=15&m=h8', isDialog: true, act: (page) => openLibrary(page) },
  { name: 'facts', isDialog: true, act: (page) => editFacts(page) },
  { name: 'mistakes-of-games', isDialog: true, act: (page) => findMistakes(page) },
  {
    name: 'explorer',
    link: '#v=1&r=4&s=15&m=h8',
    act: async (page) => {
      await openLibrary(page);
      await page.keyboard.press('Escape');
      await page.click('.explorer [role=switch]');
      await page.waitForSelector('.explorer tbody tr');
    },
  },
  {
    name: 'mistakes',
    link: '#v=1&r=0&s=15&m=h8c3i8d3j8e3o15',
    act: async (page) => {
      await press(page, 'review');
      await page.waitForSelector('.mistakes');
      await page.click('.mistakes button:enabled >> nth=0');
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
  { name: 'problem', act: openProblems },
  {
    name: 'problem-failed',
    act: async (page) => {
      await openProblems(page);
      await page.click(at({ x: 0, y: 0 }));
      await page.waitForSelector('.status[data-status=wrong]');
    },
  },
  {
    name: 'share',
    link: `#v=1&r=0&s=15&m=${FREE_GAME}`,
    isDialog: true,
    act: async (page) => {
      await press(page, 'share');
      await page.waitForSelector('.share');
    },
  },
  { name: 'settings', isDialog: true, act: openSettings },
  { name: 'server', kept: { server: { isUsed: true, address: '', token: '' } }, isDialog: true, act: openSettings },
  { name: 'help', isDialog: true, act: (page) => page.click('.tools button >> nth=2') },
];
