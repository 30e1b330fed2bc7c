/** Games in the page, as people play them. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.ts';
import { parseMoves, type XY } from '../../../src/core/point.ts';
import { seededRandom } from '../../../src/core/random.ts';
import { CARO, CARO_EXACT, FREESTYLE, OMOK, RENJU, STANDARD } from '../../../src/core/rule-code.ts';
import { type GameState, newGame, withPly } from '../../../src/play/state/game-state.ts';
import { variantOf } from '../../../src/play/state/variant.ts';
import { emptyPoints, judgeMove } from '../../../src/rules/index.ts';
import { greedyPlayer } from '../../program/simple-players.ts';
import { isFirefox } from '../browser.ts';
import { at, describeInBrowser, openTab, reload, startGame, stonesOn, waitForStones, waitForTurn } from './kit.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const RULES = [
  ['Freestyle', FREESTYLE],
  ['Standard', STANDARD],
  ['Renju', RENJU],
  ['Caro', CARO],
  ['Caro (exactly five)', CARO_EXACT],
  ['Omok', OMOK],
] as const;

async function typeMove(page: Page, text: string): Promise<void> {
  await page.fill('input[name=move]', text);
  await page.keyboard.press('Enter');
}

/** A greedy move for Black, or another one if that is forbidden, which depends on how far the engine got. */
function allowedMove(game: GameState, random: () => number): XY {
  const { position, variant } = game;
  const isAllowed = ({ x, y }: XY) => judgeMove(position, variant.rule, x, y, BLACK).outcome !== 'foul';
  const move = greedyPlayer(game, random);
  return isAllowed(move) ? move : (emptyPoints(position).find(isAllowed) ?? move);
}

/** @returns the names of the points that are marked as forbidden, with the reason */
const forbidden = (page: Page): Promise<string[]> =>
  page.$$eval('[role=gridcell]', (cells) =>
    cells.map((cell) => cell.getAttribute('aria-label') ?? '').filter((label) => label.includes('forbidden')),
  );

const points = (moves: string, size: number): XY[] => parseMoves(moves, size) ?? [];

describeInBrowser('a game in the page', ({ open, url }) => {
  test('the highest level begins on the center and plays the wins of its book', async () => {
    const { page, faults } = await open();
    const loaded = [/freestyle-15\.tbook$/, /read-wins.*\.js$/].map((name) => page.waitForResponse(name));
    const play = async () => {
      await startGame(page, { rule: 'Freestyle', size: 15, level: 10, players: 'White' });
      await waitForStones(page, 1);
      expect(await stonesOn(page)).toMatchObject([{ x: 7, y: 7, number: 1 }]);
      await typeMove(page, 'h9');
      await waitForStones(page, 3);
    };
    // The first game may begin before the book is there.
    await play();
    for (const response of loaded) await (await response).finished();
    await play();
    const third = (await stonesOn(page)).find(({ number }) => number === 3);
    expect([6, 8]).toContain(third?.x);
    expect(third?.y).toBe(6);
    expect(faults).toEqual([]);
  });

  test('the challenge counts the moves of White, and keeps the best game without help', async () => {
    const { page, faults } = await open();
    const begin = async () => {
      await page.click('.panel button:has-text("New game")');
      await page.waitForSelector('.new-game');
      const challenge = page.locator('.new-game button:text-is("Challenge: hold out as White")');
      if (await challenge.isVisible()) await challenge.click();
      await page.waitForSelector('.new-game .hint-text:has-text("How long can you hold out as White?")');
      await page.click('.new-game button:text-is("Start")');
      await waitForStones(page, 1);
    };
    const advice = () => page.textContent('.panel [role=status].advice');
    const resign = async () => {
      await page.click('.panel button:text-is("Resign")');
      await page.click('.panel button:text-is("Really resign?")');
      await page.waitForSelector('.status.over');
    };
    await begin();
    await expect.poll(advice).toBe('You have held out for 0 moves. Your best: 0. ');
    await typeMove(page, 'a15');
    await waitForStones(page, 3);
    await expect.poll(() => page.textContent('.panel')).toMatch(/Proven: Black wins in at most \d+ moves\./);
    await typeMove(page, 'a1');
    await waitForStones(page, 5);
    await resign();
    await expect.poll(advice).toBe('You have held out for 2 moves. Your best: 2. ');
    await begin();
    for (const [i, move] of ['a15', 'a1', 'o1'].entries()) {
      await typeMove(page, move);
      await waitForStones(page, 2 * i + 3);
    }
    await page.click('.panel button:text-is("Undo")');
    await waitForStones(page, 5);
    await resign();
    const aided =
      'You have held out for 2 moves. Your best: 2. Not counted: undo, a hint, a swap, or not played from the start.';
    await expect.poll(advice).toBe(aided);
    await reload(page);
    await expect.poll(advice).toBe(aided);
    expect(faults).toEqual([]);
  });

  test.each(RULES)('%s: by mouse, to its end against the engine', async (rule, code) => {
    const { page, faults } = await open();
    await startGame(page, { rule, size: 9, level: 2, players: 'Black (moves first)' });
    const random = seededRandom(code + 1);
    // The test follows the game: the name of a stone contains its number.
    let game = newGame(variantOf(code, 9, 9, null));
    while (await waitForTurn(page)) {
      const stones = await stonesOn(page);
      const last = stones.find(({ number }) => number === game.plies.length + 1);
      if (last !== undefined) game = withPly(game, last);
      // The page has not reached the engine's turn yet.
      if (game.plies.length % 2 === 1) continue;
      const move = allowedMove(game, random);
      game = withPly(game, move);
      await page.click(at(move));
      if (await page.$('.board-note')) throw new Error(`${rule}: a forbidden point was chosen`);
    }
    await expect.poll(() => page.textContent('.status')).toMatch(/wins? |Drawn/);
    const stones = await stonesOn(page);
    const blacks = stones.filter(({ color }) => color === BLACK).length;
    expect([0, 1]).toContain(blacks - stones.filter(({ color }) => color === WHITE).length);
    expect(faults).toEqual([]);
  });

  test('with keys only: a row of three on the smallest board', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'Two players', size: 3, win: 3 });
    // From the center: b2, a1, c2, b1, and a2 wins.
    await page.keyboard.press('Tab');
    await page.focus(at({ x: 1, y: 1 }));
    for (const key of ['Enter', 'Control+End', 'Home', 'Enter', 'Control+Home', 'ArrowDown', 'End', ' ']) {
      await page.keyboard.press(key);
    }
    for (const key of ['ArrowDown', 'ArrowLeft', 'Enter', 'Home', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => page.textContent('.status')).toBe('Black wins with 3 in a row, after 5 moves.');
    await expect.poll(() => page.locator('.winning-row').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('by touch on a phone: the first tap shows, the second plays', async () => {
    const { page, faults } = await open('', PHONE);
    await startGame(page, { players: 'Two players', rule: 'Freestyle', size: 15 });
    const [first, other] = points('h8i9', 15);
    await page.tap(at(first));
    await expect.poll(() => stonesOn(page)).toEqual([]);
    await expect.poll(() => page.locator('.ghost').count()).toBe(1);
    await page.tap(at(other));
    await expect.poll(() => stonesOn(page)).toEqual([]);
    await page.tap(at(other));
    await expect.poll(() => stonesOn(page)).toMatchObject([other]);
    await page.tap(at(first));
    await page.tap('.confirm .primary');
    for (const point of points('i8h9i7h10i10h11i6', 15)) {
      await page.tap(at(point));
      await page.tap(at(point));
    }
    await expect.poll(() => page.textContent('.status')).toMatch(/^Black wins with 5 in a row/);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // There is no room for it, but screen readers go to it.
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test.skipIf(isFirefox)(
    'by touch: a resting finger sees the points under it enlarged, and slides to the desired one',
    async () => {
      const { page, faults } = await open('', PHONE);
      await startGame(page, { players: 'Two players', rule: 'Freestyle', size: 20 });
      const finger = await page.context().newCDPSession(page);
      const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: XY[]) => {
        const boxes = await Promise.all(fingers.map((point) => page.locator(at(point)).boundingBox()));
        const touchPoints = boxes.map((box, id) => ({ x: box!.x + box!.width / 2, y: box!.y + box!.height / 2, id }));
        await finger.send('Input.dispatchTouchEvent', { type, touchPoints });
      };
      const [first, other, edge] = points('h10j12t1', 20);
      const scrolled = await page.evaluate('scrollY');
      await touch('touchStart', first);
      await expect.poll(() => page.textContent('.lens strong')).toBe('H10');
      await touch('touchMove', other);
      await expect.poll(() => page.textContent('.lens strong')).toBe('J12');
      await touch('touchMove', edge);
      await expect.poll(() => page.textContent('.lens strong')).toBe('T1');
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await expect.poll(() => page.evaluate('scrollY')).toBe(scrolled);
      await touch('touchMove', other);
      await touch('touchEnd');
      // Lifting the finger previews the stone, as a tap does; a second tap plays it.
      await expect.poll(() => page.locator('.lens').count()).toBe(0);
      await expect.poll(() => page.locator('.ghost').count()).toBe(1);
      await expect.poll(() => stonesOn(page)).toEqual([]);
      await page.tap(at(other));
      await expect.poll(() => stonesOn(page)).toMatchObject([other]);
      // A second finger cancels.
      await touch('touchStart', first);
      await expect.poll(() => page.locator('.lens').count()).toBe(1);
      await touch('touchStart', first, edge);
      await expect.poll(() => page.locator('.lens').count()).toBe(0);
      await touch('touchEnd');
      await expect.poll(() => page.locator('.ghost').count()).toBe(0);
      expect(faults).toEqual([]);
    },
  );

  test('on a rectangular board, which its link and file record', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'Two players', rule: 'Freestyle', size: 10, height: 6 });
    await expect.poll(() => page.locator('.point').count()).toBe(60);
    const box = await page.locator('.board').boundingBox();
    expect(box!.width / box!.height).toBeCloseTo(330 / 210, 1);
    await page.focus(at({ x: 5, y: 3 }));
    for (const key of ['Control+End', 'Enter']) await page.keyboard.press(key);
    await typeMove(page, 'a6');
    await expect
      .poll(() => stonesOn(page))
      .toMatchObject([
        { x: 0, y: 0, color: WHITE },
        { x: 9, y: 5, color: BLACK },
      ]);
    await page.click('.panel button:has-text("Save and share")');
    await expect.poll(() => page.inputValue('.share .field:has-text("Link") input')).toMatch(/#v=1&r=0&s=10x6&m=j1a6$/);
    await expect.poll(() => page.locator('.share .row-of-buttons').first().innerText()).not.toContain('psq');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('.share button:text-is("sgf")')]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('SZ[10:6]');
    await page.fill('#pasted', text);
    await page.click('.share button:text-is("Open")');
    await page.waitForSelector('.share', { state: 'detached' });
    await waitForStones(page, 2);
    await expect.poll(() => page.locator('.point').count()).toBe(60);
    await reload(page);
    await waitForStones(page, 2);
    // Against the engine as well.
    await page.click('nav button:text-is("Play")');
    await startGame(page, { players: 'White', size: 6, height: 9, level: 1 });
    expect(await waitForTurn(page)).toBe(true);
    await expect.poll(() => page.locator('.point').count()).toBe(54);
    expect(faults).toEqual([]);
  });

  test('with clocks: a player who runs out of time loses, or play continues with fresh clocks', async () => {
    const { page, faults } = await open();
    await page.clock.install();
    await reload(page);
    await startGame(page, { players: 'Two players', rule: 'Freestyle', size: 15, clock: '30 min' });
    const clocks = async () => (await page.locator('.clock').allTextContents()).join(' ');
    await page.clock.fastForward(900_000);
    // The test's own time counts as well: minutes on a busy machine.
    await expect.poll(clocks).toMatch(/^1[0-5]:\d\d 30:00$/);
    await typeMove(page, 'h8');
    await waitForStones(page, 1);
    // The clocks do not run between two visits.
    await reload(page);
    await waitForStones(page, 1);
    const before = await clocks();
    await page.clock.fastForward(300_000);
    await expect.poll(clocks).toBe(before);
    await typeMove(page, 'i9');
    await waitForStones(page, 2);
    // Nor while the game is analyzed.
    await page.click('nav button:text-is("Analyze")');
    await page.clock.fastForward(900_000);
    await page.click('nav button:text-is("Play")');
    await expect.poll(() => page.textContent('.status')).toBe('Black to move.');
    await page.clock.fastForward(900_000);
    const isOver = 'White wins on time, after 2 moves.';
    await expect.poll(() => page.textContent('.status')).toBe(isOver);
    await expect.poll(clocks).toMatch(/^0:00 /);
    await reload(page);
    await expect.poll(() => page.textContent('.status')).toBe(isOver);
    await page.click('.panel button:text-is("Play on from here")');
    await expect.poll(() => page.textContent('.status')).toBe('Black to move.');
    await typeMove(page, 'j10');
    await waitForStones(page, 3);
    await expect.poll(clocks).toMatch(/^(?:30:00|2\d:\d\d) (?:30:00|2\d:\d\d)$/);
    expect(faults).toEqual([]);
  });

  test('in byo-yomi each move has its own time', async () => {
    const { page, faults } = await open();
    await page.clock.install();
    await reload(page);
    await startGame(page, { players: 'Two players', rule: 'Freestyle', size: 15, clock: '30 min', byoYomi: '30 s' });
    // From here on time passes only where the test says so.
    await page.clock.pauseAt(Date.now() + 600_000);
    const clocks = async () => {
      await page.clock.runFor(200);
      return page.locator('.clock').allTextContents();
    };
    const [minutes, seconds] = (await clocks())[0].split(':').map(Number);
    await page.clock.fastForward(1000 * (60 * minutes + seconds + 10));
    await expect.poll(clocks).toEqual([expect.stringMatching(/^0:(?:20|1\d)$/), '30:00']);
    await typeMove(page, 'h8');
    await waitForStones(page, 1);
    expect((await clocks())[0]).toBe('0:30');
    await page.clock.fastForward(1_830_000);
    await page.clock.runFor(1000);
    await expect.poll(() => page.textContent('.status')).toBe('Black wins on time, after 1 move.');
    expect(faults).toEqual([]);
  });

  test('a window of a desktop scrolls nowhere, and one of any width not sideways', async () => {
    const { page } = await open('', { viewport: { width: 1280, height: 800 } });
    await expect.poll(() => page.locator('.board').evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(650);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(800);
    for (const width of [340, 390, 480, 500, 600, 700, 768, 900]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  test('a long game on a phone: the moves scroll, the page with the board does not', async () => {
    const { page } = await open('', {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await startGame(page, { players: 'Two players', rule: 'Freestyle', size: 22 });
    for (let y = 0; y < 16; y += 2) for (let x = 0; x < 4; x++) await typeMove(page, `${'acegikmo'[x]}${y + 1}`);
    await waitForStones(page, 32);
    const again = await openTab(page.context(), url());
    await waitForStones(again, 32);
    await expect.poll(() => again.evaluate('document.querySelector(".moves").scrollTop > 0')).toBe(true);
    await expect.poll(() => again.evaluate('scrollY')).toBe(0);
  });

  test('moves can be typed as well, and an invalid point is reported', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players', size: 15 });
    const type = (text: string) => typeMove(page, text);
    await type('h8');
    await type('zz');
    await expect.poll(() => page.textContent('.entry .fault')).toContain('"zz" is not a point');
    await type('q1');
    await expect.poll(() => page.textContent('.entry .fault')).toContain('off the board');
    await type('I9');
    await expect.poll(() => stonesOn(page)).toHaveLength(2);
  });

  test('renju: a forbidden point is marked, explained with its lines, and not played', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players', rule: 'Renju', size: 15 });
    for (const point of points('g8a1i8a15h9o1h10o15', 15)) await page.click(at(point));
    expect(await forbidden(page)).toEqual(['H8, empty, forbidden: double three']);
    await page.click(at(points('h8', 15)[0]));
    await expect
      .poll(() => page.textContent('.board-note'))
      .toBe('H8 is forbidden: double three. It may not be played.');
    await expect.poll(() => page.locator('.explanation').count()).toBe(2);
    await expect.poll(() => stonesOn(page)).toHaveLength(8);
  });

  test('omok: the double three of the side to move is marked, explained and not played, also that of White', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'Two players', rule: 'Omok', size: 15 });
    for (const point of points('g8c4i8e4h9d5h10d6', 15)) await page.click(at(point));
    for (const [name, other] of [
      ['H8', 'a1'],
      // What is forbidden to White, Black may play, and the other way round.
      ['D4', 'h8'],
      ['', 'd4'],
    ]) {
      await expect.poll(() => forbidden(page)).toEqual(name === '' ? [] : [`${name}, empty, forbidden: double three`]);
      await expect.poll(() => page.locator('.mark-foul').count()).toBe(name === '' ? 0 : 1);
      const before = (await stonesOn(page)).length;
      if (name !== '') {
        await page.click(at(points(name.toLowerCase(), 15)[0]));
        const refusal = `${name} is forbidden: double three. It may not be played.`;
        await expect.poll(() => page.textContent('.board-note')).toBe(refusal);
        await expect.poll(() => page.locator('.explanation').count()).toBe(2);
        await expect.poll(() => stonesOn(page)).toHaveLength(before);
      }
      await page.click(at(points(other, 15)[0]));
      await waitForStones(page, before + 1);
    }
    await expect.poll(() => page.locator('.board-note').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('undo, hint, swap, resign, and a game that survives a reload', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'Black (moves first)', rule: 'Freestyle', size: 15, level: 3 });
    await page.click(at({ x: 7, y: 7 }));
    await waitForStones(page, 2);
    await reload(page);
    await page.waitForSelector('.stone');
    await expect.poll(() => stonesOn(page)).toHaveLength(2);
    await page.click('button:text-is("Hint")');
    await page.waitForSelector('.mark-hint');
    await expect.poll(() => page.textContent('.advice')).toMatch(/^Try [A-O]\d+ \(win chance \d+ %\)/);
    await page.click('button:text-is("Undo")');
    await expect.poll(() => stonesOn(page)).toEqual([]);
    await page.click('button:text-is("Swap sides")');
    await waitForStones(page, 1);
    await waitForTurn(page);
    await page.click('button:text-is("Resign")');
    await page.click('button:text-is("Really resign?")');
    await expect.poll(() => page.textContent('.status')).toBe('tengen wins by resignation, after 1 move.');
    expect(faults).toEqual([]);
  });

  test('undone moves can be redone: by button, by keys, after a reload, but not after another move', async () => {
    const { page, faults } = await open();
    await startGame(page, { players: 'Black (moves first)', rule: 'Freestyle', size: 15, level: 2 });
    const isOff = (name: string) => page.isDisabled(`.panel button:text-is("${name}")`);
    const press = (name: string) => page.click(`.panel button:text-is("${name}")`);
    await expect.poll(async () => [await isOff('Undo'), await isOff('Redo')]).toEqual([true, true]);
    await page.click(at({ x: 7, y: 7 }));
    await waitForStones(page, 2);
    await waitForTurn(page);
    const played = await stonesOn(page);
    await press('Undo');
    await expect.poll(() => stonesOn(page)).toEqual([]);
    await expect.poll(async () => [await isOff('Undo'), await isOff('Redo')]).toEqual([true, false]);
    await press('Redo');
    await expect.poll(() => stonesOn(page)).toEqual(played);
    await expect.poll(() => isOff('Redo')).toBe(true);
    for (const redo of ['Control+y', 'Control+Shift+Z', 'Meta+Shift+Z']) {
      await page.keyboard.press('Control+z');
      await expect.poll(() => stonesOn(page)).toEqual([]);
      await page.keyboard.press(redo);
      await expect.poll(() => stonesOn(page)).toEqual(played);
    }
    await press('Undo');
    await expect.poll(() => stonesOn(page)).toEqual([]);
    await reload(page);
    await press('Redo');
    await expect.poll(() => stonesOn(page)).toEqual(played);
    await press('Undo');
    await page.click(at({ x: 6, y: 6 }));
    await waitForStones(page, 2);
    await expect.poll(() => isOff('Redo')).toBe(true);
    expect(faults).toEqual([]);
  });

  test('no single key destroys anything, and ? lists all keys', async () => {
    const { page } = await open();
    await startGame(page, { players: 'Two players', size: 15 });
    for (const point of points('h8i9', 15)) await page.click(at(point));
    await page.focus('nav button');
    // A dialog gets Escape once it is open.
    const closeDialogs = () =>
      expect
        .poll(async () => {
          await page.keyboard.press('Escape');
          return page.locator('dialog').count();
        })
        .toBe(0);
    for (const key of ['n', '?', 's']) {
      await page.keyboard.press(key);
      await page.waitForSelector('dialog');
      await closeDialogs();
    }
    // r shows the problems, and p the game again.
    for (const key of ['x', 'u', 'z', 'Delete', 'Backspace', 'r', 'p']) await page.keyboard.press(key);
    await expect.poll(() => stonesOn(page)).toHaveLength(2);
    await page.keyboard.press('?');
    await expect.poll(() => page.locator('.help kbd').count()).toBeGreaterThan(10);
    await closeDialogs();
    await page.keyboard.press('Control+z');
    await waitForStones(page, 1);
  });
});
