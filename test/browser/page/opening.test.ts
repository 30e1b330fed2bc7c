/** Games that start with an opening rule, in the page, as people play them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parseMoves, type XY } from '../../../src/core/point.ts';
import { at, describeInBrowser, reload, startGame, stonesOn, until, waitForStones, waitForTurn } from './kit.ts';

const points = (moves: string): XY[] => parseMoves(moves, 15) ?? [];
const clickAll = async (page: Page, moves: string) => {
  for (const point of points(moves)) await page.click(at(point));
};
const answer = (page: Page, text: string) => page.click(`.opening button:text-is("${text}")`);
const status = (page: Page) => page.textContent('.status');

/** Points at the center and next to it, no two of them symmetric on an empty board. */
const FIFTHS = 'e5f5g5h5e6f6g6h6e7f7g7k4k5k6l5l6m4m6j4';

/** Answers every question until the opening is over. @returns the questions */
async function answerAll(page: Page, isSwapping: boolean): Promise<string[]> {
  const asked: string[] = [];
  while (asked.length < 20 && (await waitForTurn(page))) {
    const text = (await status(page)) ?? '';
    if (text.startsWith('Your turn')) break;
    asked.push(text);
    if (text.includes('place stone')) {
      const free = points(
        text.includes('center point') || text.includes('central') ? 'h8h9i8g8h7i9g9f8' : 'c3d5e9f10g12c7',
      );
      const stones = await stonesOn(page);
      const point = free.find(({ x, y }) => !stones.some((stone) => stone.x === x && stone.y === y));
      await page.click(at(point as XY));
    } else if (text.includes('offer fifth moves')) {
      const offer = page.locator('.opening button:text-is("Offer these points")');
      for (const point of points(FIFTHS)) if (await offer.isDisabled()) await page.click(at(point));
      await offer.click();
    } else if (text.includes('choose one of')) {
      await page.click('.point[aria-label*="offered"]');
    } else if (text.includes('how many fifth')) await answer(page, '3');
    else if (text.includes('how to continue')) await page.locator('.opening .actions button').last().click();
    else
      await page
        .locator('.opening .actions button')
        .nth(isSwapping ? 1 : 0)
        .click();
  }
  return asked;
}

describeInBrowser('an opening in the page', ({ open }) => {
  test.each([
    ['Swap 1', 'Freestyle', 1],
    ['Swap', 'Caro', 3],
    ['Swap2', 'Standard', 3],
    ['RIF', 'Renju', 5],
    ['Soosõrv-8', 'Renju', 5],
    ['Taraguchi-10', 'Renju', 5],
  ] as const)('%s is played to its end against the engine, begun by either side', async (opening, rule, stones) => {
    for (const players of ['Black (moves first)', 'White']) {
      const { page, faults } = await open();
      await startGame(page, { rule, size: 15, level: 2, players, opening });
      await answerAll(page, players === 'White');
      await expect.poll(() => status(page)).toMatch(/^Your turn/);
      await expect.poll(async () => (await stonesOn(page)).length).toBeGreaterThanOrEqual(stones);
      const sides = await page.locator('.player strong').allTextContents();
      expect([...sides].sort()).toEqual(['You', 'tengen']);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });

  test('two people: every step in words, and why a point is rejected', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'Two players', rule: 'Renju', size: 15, opening: 'Soosõrv-8' });
    await expect.poll(() => status(page)).toBe('Black: place stone 1 (Black). It must be placed on the center point.');
    await clickAll(page, 'a1');
    await expect.poll(() => page.textContent('.board-note')).toBe('A1 is outside the square.');
    await clickAll(page, 'h8');
    await expect
      .poll(() => status(page))
      .toBe('Black: place stone 2 (White). It must be placed in the central 3 × 3 square.');
    await clickAll(page, 'h9h10');
    await expect.poll(() => status(page)).toBe('White: keep the color or swap?');
    // The page does not ask for points now.
    await clickAll(page, 'a1');
    await expect.poll(() => stonesOn(page)).toHaveLength(3);
    await answer(page, 'Take Black');
    await expect.poll(() => page.textContent('.told')).toBe('White: swap, now playing Black.');
    await clickAll(page, 'h6');
    await answer(page, '3');
    await answer(page, 'Keep Black');
    await expect.poll(() => status(page)).toContain('3 still to choose');
    await clickAll(page, 'g7i7');
    await expect.poll(() => page.textContent('.board-note')).toBe('I7 is symmetric to G7.');
    await clickAll(page, 'c3d4');
    await expect.poll(() => page.locator('.mark-letter').count()).toBe(3);
    // One more point replaces the last; a second click removes one.
    await clickAll(page, 'e5g7');
    await expect.poll(() => status(page)).toContain('1 still to choose');
    await clickAll(page, 'f7');
    await answer(page, 'Offer these points');
    await clickAll(page, 'a1');
    await expect.poll(() => page.textContent('.board-note')).toBe('A1 is not offered.');
    await clickAll(page, 'e5');
    await expect.poll(() => status(page)).toBe('White to move.');
    await expect.poll(() => stonesOn(page)).toHaveLength(5);
    expect(faults).toEqual([]);
  });

  test('undo goes back answer by answer, a reload forgets none, and a new game may begin halfway', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'Two players', rule: 'Standard', size: 15, opening: 'Swap2' });
    await clickAll(page, 'h8j9k12');
    await answer(page, 'Place two more stones');
    await clickAll(page, 'c3');
    await reload(page);
    await expect.poll(() => status(page)).toBe('White: place stone 5 (Black).');
    await clickAll(page, 'd13');
    await answer(page, 'Take White');
    await clickAll(page, 'l4');
    await waitForStones(page, 6);
    const undo = () => page.click('.panel button:text-is("Undo")');
    await undo();
    await undo();
    await expect.poll(() => status(page)).toBe('Black: keep the color or swap?');
    await undo();
    await undo();
    await expect.poll(() => status(page)).toBe('White: place stones 4 to 5, White first.');
    await undo();
    await expect.poll(() => status(page)).toBe('White: choose how to continue.');
    // Forward again, with a reload in between.
    const redo = () => page.click('.panel button:text-is("Redo")');
    await redo();
    await expect.poll(() => status(page)).toBe('White: place stones 4 to 5, White first.');
    await reload(page);
    for (let i = 0; i < 4; i++) await redo();
    await waitForStones(page, 6);
    await expect.poll(() => status(page)).toBe('Black to move.');
    await expect.poll(() => page.isDisabled('.panel button:text-is("Redo")')).toBe(true);
    await startGame(page, { rule: 'Renju', opening: 'RIF' });
    await expect.poll(() => stonesOn(page)).toHaveLength(0);
    await expect.poll(() => status(page)).toContain('It must be placed on the center point.');
    expect(faults).toEqual([]);
  });

  test('against the engine, undo reverts its answers too, and a hint says what the engine would do', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'White', rule: 'Freestyle', size: 15, level: 2, opening: 'Swap' });
    await expect.poll(() => status(page)).toBe('You (White): keep the color or swap?');
    await expect.poll(() => page.textContent('.told')).toMatch(/^tengen \(Black\): [A-O]\d+ [A-O]\d+ [A-O]\d+$/);
    await expect.poll(() => page.isDisabled('.panel button:text-is("Undo")')).toBe(true);
    const before = await stonesOn(page);
    await page.click('.panel button:text-is("Hint")');
    await expect
      .poll(() => page.textContent('.opening .advice'))
      .toMatch(/^tengen suggests: You \(White\): (?:no swap|swap, now playing Black)\.$/);
    await answer(page, 'Take Black');
    await waitForStones(page, 4);
    await waitForTurn(page);
    await page.click('.panel button:text-is("Undo")');
    await expect.poll(() => status(page)).toBe('You (White): keep the color or swap?');
    await expect.poll(() => stonesOn(page)).toEqual(before);
    await answer(page, 'Keep White');
    await expect.poll(() => status(page)).toBe('Your turn: White to move.');
    expect(faults).toEqual([]);
  });

  test('with keys only', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players', rule: 'Freestyle', size: 15, opening: 'Swap' });
    await page.focus(at({ x: 7, y: 7 }));
    for (const key of ['Enter', 'ArrowUp', ' ', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await waitForStones(page, 3);
    await page.focus('.opening button');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page)).toBe('White to move.');
  });

  test('by touch on a phone', async () => {
    const { page, faults } = await open('', {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await startGame(page, { players: 'Two players', rule: 'Renju', size: 15, opening: 'RIF' });
    const tap = async (moves: string) => {
      for (const point of points(moves)) {
        await page.tap(at(point));
        await page.tap(at(point));
      }
    };
    await tap('h8h9h10');
    await waitForStones(page, 3);
    await page.tap('.opening button:text-is("Keep White")');
    await tap('h6c3d4');
    await expect.poll(() => page.locator('.mark-letter').count()).toBe(2);
    await page.tap('.opening button:text-is("Offer these points")');
    await tap('c3');
    await waitForStones(page, 5);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(faults).toEqual([]);
  });

  test('only steps that the game allows are offered', async () => {
    const { page } = await open();
    await page.click('.panel button:has-text("New game")');
    const names = () => page.locator('.new-game .choice input[name=opening]').count();
    const choose = (text: string) => page.click(`.new-game .choice label:text-is("${text}")`);
    await until(page, 'document.querySelector(".new-game") !== null');
    await choose('Freestyle');
    await page.locator('#size').fill('15');
    await expect.poll(names).toBe(4);
    await choose('Renju');
    await expect.poll(names).toBe(7);
    await choose('RIF');
    await choose('Freestyle');
    await expect.poll(() => page.locator('.new-game label.chosen:text-is("None")').count()).toBe(1);
    await page.locator('#size').fill('8');
    await expect.poll(names).toBe(0);
  });
});
