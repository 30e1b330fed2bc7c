/** Games in which the engine plays both sides. */
import { expect, test } from 'vitest';
import { at, describeInBrowser, reload, startGame, stonesOn, waitForStones } from './kit.ts';

describeInBrowser('engine against engine', ({ open }) => {
  /** Opens a page where two engines have begun to play. */
  const openEngineGame = async () => {
    const opened = await open();
    await startGame(opened.page, { players: 'Engine against engine', level: 1, size: 15 });
    await expect.poll(async () => (await stonesOn(opened.page)).length).toBeGreaterThan(1);
    return opened;
  };

  test('a game is played, logged, paused and continued to its end', async () => {
    const { page, faults } = await open();
    await page.click('.panel button:has-text("New game")');
    await page.click('.new-game .choice label:text-is("Engine against engine")');
    await page.locator('#level').fill('1');
    await page.locator('#level-of-white').fill('7');
    await page.locator('#size').fill('9');
    await page.click('.new-game button:text-is("Start")');
    const rows = () =>
      page.$$eval('.panel tbody tr', (all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
      );
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(3);
    await page.click('.panel button:text-is("Pause")');
    await page.waitForSelector('.panel button:text-is("Continue")');
    const stones = await stonesOn(page);
    const logged = await rows();
    expect(logged.length).toBe(stones.length);
    // The last move is the first row; level 7 searches, level 1 does not.
    for (const [move, chance, depth, nodes] of logged) {
      const number = Number(/(\d+)\./.exec(move)?.[1]);
      if (number % 2 === 1) expect([chance, depth, nodes]).toEqual(['', '', '']);
    }
    expect(logged.some(([, chance, depth]) => /%|[+−]/.test(chance) && Number(depth) > 0)).toBe(true);
    // A click plays nothing.
    await page.click(at({ x: 0, y: 0 }));
    await expect.poll(() => stonesOn(page)).toEqual(stones);
    // A visit later it waits, too.
    await reload(page);
    await waitForStones(page, stones.length);
    await page.click('.panel button:text-is("Undo")');
    await waitForStones(page, stones.length - 1);
    await page.waitForTimeout(1000);
    await expect.poll(() => stonesOn(page)).toHaveLength(stones.length - 1);
    await page.click('.panel button:text-is("Continue")');
    await page.waitForSelector('.status[data-status=over]');
    expect(faults).toEqual([]);
  });

  test('a person continues from a game of two engines, and the engine answers', async () => {
    const { page, faults } = await openEngineGame();
    await page.click('.panel button:text-is("Pause")');
    await page.click('nav button:text-is("Study")');
    await page.click('button:text-is("Play on from here")');
    const { length } = await stonesOn(page);
    const taken = new Set((await stonesOn(page)).map(({ x, y }) => `${x},${y}`));
    const free = [0, 7, 14].map((x) => ({ x, y: 0 })).find(({ x, y }) => !taken.has(`${x},${y}`))!;
    await page.click(at(free));
    await waitForStones(page, length + 2);
    expect(faults).toEqual([]);
  });

  test('another mode stops both, and they continue afterwards', async () => {
    const { page, faults } = await openEngineGame();
    // The page itself counts and clicks: by the time of a click from here, more moves might have been played.
    const left = await page.evaluate(() => {
      const stones = document.querySelectorAll('[role=gridcell]:not(.empty)').length;
      [...document.querySelectorAll<HTMLElement>('nav button')]
        .find(({ textContent }) => textContent === 'Study')!
        .click();
      return stones;
    });
    await page.waitForTimeout(2000);
    await page.evaluate(async () => {
      const find = (place: string, text: string) =>
        [...document.querySelectorAll<HTMLElement>(`${place} button`)].find(({ textContent }) => textContent === text);
      find('nav', 'Play')!.click();
      while (find('.panel', 'Pause') === undefined) await new Promise(requestAnimationFrame);
      find('.panel', 'Pause')!.click();
    });
    await page.waitForSelector('.panel button:text-is("Continue")');
    // At most the move under way at each change of modes; engines that play on add four or five.
    expect((await stonesOn(page)).length - left).toBeLessThanOrEqual(2);
    await page.click('.panel button:text-is("Continue")');
    await expect.poll(async () => (await stonesOn(page)).length).toBeGreaterThan(left + 2);
    expect(faults).toEqual([]);
  });
});
