/** Analysis in the page, with memory shared between threads and without. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { at, describeInBrowser, stonesOn, until } from './kit.ts';

/** Black wins by threats, but not soon; found by tengen in a game against itself. */
const ATTACK = '#v=1&r=0&s=15&m=d6f7g6e9f5e5e6f6';

for (const isIsolated of [true, false]) {
  describeInBrowser(
    `analysis, cross-origin isolated: ${isIsolated}`,
    ({ open }) => {
      const opened = async (fragment: string) => {
        const { page, faults } = await open(fragment);
        await expect.poll(() => page.evaluate('crossOriginIsolated')).toBe(isIsolated);
        return { page, faults };
      };
      const waitForDepth = (page: Page, depth: number) =>
        until(page, `Number(/depth (\\d+)/.exec(document.querySelector('.speed').textContent)?.[1] ?? 0) >= ${depth}`);

      test('live lines with values on the points; more of them, none, stopped, resumed', async () => {
        const { page, faults } = await opened('#v=1&r=0&s=15&m=h8i9');
        await waitForDepth(page, 5);
        await until(page, `document.querySelectorAll('.line').length === 3`);
        await expect.poll(() => page.locator('.mark-value').count()).toBe(3);
        await expect.poll(() => page.textContent('.mark-value.best .worth')).toMatch(/^\d+$/);
        await page.selectOption('.count select', '6');
        await until(page, `document.querySelectorAll('.line').length === 6`);
        await page.selectOption('.count select', '0');
        await until(page, `document.querySelectorAll('.mark-value').length === 0`);
        await until(page, `document.querySelector('.bar').dataset.percent !== ''`);
        await page.click('[role=switch]');
        await expect.poll(() => page.getAttribute('[role=switch]', 'aria-checked')).toBe('false');
        await page.click('[role=switch]');
        await waitForDepth(page, 3);
        expect(faults).toEqual([]);
      });

      test('pointing at a line or pressing its number shows it, and a click plays it', async () => {
        const { page } = await opened('#v=1&r=0&s=15&m=h8i9');
        await waitForDepth(page, 4);
        await page.click('[role=switch]');
        // Switched off, the lines disappear; switched on, they return.
        await page.click('[role=switch]');
        await waitForDepth(page, 4);
        await page.hover('.line >> nth=0');
        await page.waitForSelector('.ghost');
        await page.hover('.top h1');
        await page.waitForSelector('.ghost', { state: 'detached' });
        await page.focus('nav button');
        await page.keyboard.press('1');
        await page.waitForSelector('.ghost');
        // The engine has found its lines again by then.
        const depth = Number(/depth (\d+)/.exec((await page.textContent('.speed')) ?? '')?.[1]);
        await waitForDepth(page, depth + 1);
        await page.keyboard.press('1');
        await page.waitForSelector('.ghost', { state: 'detached' });
        await page.keyboard.press('1');
        await page.waitForSelector('.ghost');
        await page.click('.line >> nth=0');
        await expect.poll(() => stonesOn(page)).toHaveLength(3);
      });

      test('a move is excluded, and included again', async () => {
        const { page } = await opened('#v=1&r=0&s=15&m=h8i9');
        await waitForDepth(page, 4);
        await page.click('[data-rank="1"]');
        // The move is read afterward: another one may have become the best just before.
        const name = /Excluded: (\w+)\./.exec((await page.textContent('.advice')) ?? '')?.[1] ?? '';
        expect(name).toMatch(/^[A-O]\d+$/);
        await waitForDepth(page, 4);
        await expect.poll(() => page.locator(`.line .pv:text-matches("^${name}\\\\b")`).count()).toBe(0);
        await page.click('.advice button');
        await until(page, `document.querySelector('.advice button') === null`);
      });

      test('variations: moves are tried without losing the game', async () => {
        const { page } = await opened('#v=1&r=0&s=15&m=h8i9h9h10');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowLeft');
        await page.click(at({ x: 3, y: 3 }));
        await expect.poll(() => page.textContent('.variations')).toContain('This is a variation.');
        await page.click('.variations button:text-is("Back to the game")');
        await expect.poll(() => page.textContent('.variations')).toContain('Variations:');
        await page.keyboard.press('End');
        await expect.poll(() => stonesOn(page)).toHaveLength(4);
        await expect.poll(() => page.textContent('.moves')).toContain('H10');
      });

      test('a proof, the opponent’s threat, and the threats of both sides', async () => {
        const { page, faults } = await opened(ATTACK);
        await page.click('button:text-is("Find a win")');
        await until(page, `/wins in \\d+ moves: /.test(document.querySelector('.advice')?.textContent ?? '')`);
        await expect.poll(() => page.textContent('.advice')).toMatch(/^Black wins in \d+ moves: [A-O]\d+/);
        await expect.poll(() => page.locator('.ghost').count()).toBeGreaterThan(8);
        await page.click('button:text-is("Opponent’s threat")');
        await until(page, `/^If White/.test(document.querySelector('.advice')?.textContent ?? '')`);
        await page.evaluate(`location.hash = '#v=1&r=0&s=15&m=h8a1i8a2j8a3'`);
        await page.click('button:text-is("Threats")');
        await page.waitForSelector('.mark-threat.black', { state: 'attached' });
        await page.waitForSelector('.mark-threat.white', { state: 'attached' });
        expect(faults).toEqual([]);
      });

      test('a proof sets the bar and stays there, and the analysis continues after it, in the study too', async () => {
        const { page, faults } = await opened(ATTACK);
        const isOn = () => page.getAttribute('[role=switch]', 'aria-checked');
        await expect.poll(() => page.textContent('.panel')).toContain('Win chances for Black, the side to move');
        await page.click('button:text-is("Find a win")');
        await until(page, `/wins in \\d+ moves: /.test(document.querySelector('.advice')?.textContent ?? '')`);
        const [, moves, line] = /in (\d+) moves: (.*)$/.exec((await page.textContent('.advice')) ?? '') ?? [];
        expect(line.endsWith(' …')).toBe(line.replace(' …', '').split(' ').length < 2 * Number(moves) - 1);
        await expect.poll(() => page.getAttribute('.bar', 'data-percent')).toBe('100');
        await waitForDepth(page, 3);
        await expect.poll(isOn).toBe('true');
        await expect.poll(() => page.getAttribute('.bar', 'data-percent')).toBe('100');
        await page.click('button:text-is("Review game")');
        await page.waitForSelector('.panel button:text-is("Review game")');
        await waitForDepth(page, 3);
        await page.click('nav button:text-is("Study")');
        await expect.poll(isOn).toBe('true');
        expect(faults).toEqual([]);
      });

      test('a whole game is analyzed, and its blunder is marked', async () => {
        // With the sixth move, White ignores an open three.
        const { page, faults } = await opened('#v=1&r=0&s=15&m=h8i9h9g8h10a1h11a2h12');
        await page.click('button:text-is("Review game")');
        await page.waitForSelector('.move .blunder');
        await until(page, `!/Stop/.test(document.querySelector('.actions').textContent)`);
        await expect.poll(() => page.locator('.move:has-text("A1") .blunder').count()).toBe(1);
        await expect.poll(() => page.locator('.graph .blunder').count()).toBeGreaterThan(0);
        await expect.poll(() => page.locator('.graph .curve').count()).toBe(1);
        expect(faults).toEqual([]);
      });

      test('the page stays responsive while the engine thinks', async () => {
        const longTasks = async (): Promise<number> => {
          const { page } = await open('#v=1&r=0&s=15&m=h8i9');
          await page.evaluate(`new PerformanceObserver((list) => {
        globalThis.long = (globalThis.long ?? 0) + list.getEntries().length;
      }).observe({ type: 'longtask' })`);
          await waitForDepth(page, 8);
          const count = Number(await page.evaluate('globalThis.long ?? 0'));
          await page.context().close();
          return count;
        };
        // A busy machine stretches a task now and then; a page that computes would have long tasks all the time.
        let least = Number.POSITIVE_INFINITY;
        for (let i = 0; i < 5 && least > 0; i++) least = Math.min(least, await longTasks());
        expect(least).toBe(0);
      });
    },
    isIsolated,
  );
}
