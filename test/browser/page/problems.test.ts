/** Problems solved in a real browser. */
import files from 'tengen:board-files';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.ts';
import { FREESTYLE } from '../../../src/core/rule-code.ts';
import { NO_PRACTICE } from '../../../src/play/problems/practice.ts';
import { formatProblem, idOf, parseProblem } from '../../../src/play/problems/problem.ts';
import { variantOf } from '../../../src/play/state/variant.ts';
import { isFirefox, useSite } from '../browser.ts';
import { accessibilityFaults, at, describeInBrowser, openOffline, openSite, reload, stonesOn, until } from './kit.ts';

const THREES = '0 15 threes 1040 b hafr..i.c.b.atgucisrbc. i8i9h8g8l8';
const FOUL = '4 15 foul 750 w ban.bia.ipzv.lewatswwbmnqmbzpmhinxgdyqufiwslg.pugb.yuw.fsne.rcf...i.. b6a1c6';
const OMOK_FOUL = '16 15 foul 750 b fhg.a.rr.z..kaav.....a i12a1j12';
const DEFENSE = '0 15 defense 1090 b dbdi.lsazf c6';
/** Not unique: both ends of the three win, and the line names one. */
const OPEN_THREE = (() => {
  const cells = new Uint8Array(15 * 15);
  for (const x of [7, 8, 9]) cells[7 * 15 + x] = BLACK;
  for (const y of [0, 3, 6]) cells[y * 15] = WHITE;
  const line = [10, 6, 11].map((x) => ({ x, y: 7 }));
  return formatProblem({
    variant: variantOf(FREESTYLE, 15, 15, null),
    cells,
    toPlay: BLACK,
    kind: 'fours',
    rating: 700,
    line,
  });
})();
const TODAY = new Date('2026-05-04T12:00:00');

const status = (page: Page): Promise<string> => page.innerText('.status');
const waitFor = (page: Page, phase: string) => page.waitForSelector(`.status[data-status=${phase}]`);
const press = (page: Page, text: string) => page.click(`.panel button:text-is("${text}")`);

describeInBrowser('problems', ({ openAt }) => {
  const site = useSite(() =>
    openSite(true, { ...files, 'problems.txt': `${[THREES, FOUL, OMOK_FOUL, DEFENSE, OPEN_THREE].join('\n')}\n` }),
  );

  /** Opens the view with one of the problems on the board. */
  async function openProblem(line: string, options = {}, kept: Readonly<Record<string, unknown>> = {}) {
    const opened = await openAt(site(), options);
    const { page } = opened;
    const values = { ...kept, problem: idOf(parseProblem(line)) };
    for (const [key, value] of Object.entries(values)) {
      await page.evaluate(`localStorage.setItem('tengen.${key}', ${JSON.stringify(JSON.stringify(value))})`);
    }
    await page.click('nav button:text-is("Problems")');
    await waitFor(page, 'solve');
    return opened;
  }

  const practiceOf = (page: Page) => page.evaluate("JSON.parse(localStorage.getItem('tengen.practice'))");

  test('are loaded when they are opened, not before', async () => {
    const { page, faults } = await openAt(site());
    const loaded = () => page.evaluate("performance.getEntriesByType('resource').map((one) => one.name).join()");
    const before = await loaded();
    expect(before).not.toMatch(/problems\.txt|view-/);
    await page.keyboard.press('r');
    await waitFor(page, 'solve');
    await expect.poll(loaded).toMatch(/problems\.txt/);
    expect(faults).toEqual([]);
  });

  test('a right move is answered by the stubborn defense, and the five solves it', async () => {
    const { page, faults } = await openProblem(THREES);
    await expect.poll(() => status(page)).toBe('Black to move and win.');
    const before = (await stonesOn(page)).length;
    await page.click(at({ x: 8, y: 7 }));
    await until(page, `document.querySelectorAll('.stone').length === ${before + 2}`);
    await expect.poll(() => status(page)).toBe('I8 is right. Answer: I7. Continue.');
    await page.click(at({ x: 7, y: 7 }));
    await until(page, `document.querySelectorAll('.stone').length === ${before + 4}`);
    await page.click(at({ x: 11, y: 7 }));
    await waitFor(page, 'solved');
    await expect.poll(() => status(page)).toBe('Solved. Solution: I8 I7 H8 G8 L8');
    await expect.poll(() => page.$('.winning-row')).not.toBeNull();
    await expect.poll(() => practiceOf(page)).toMatchObject({ streak: 1, best: 1, log: [{ isSolved: true }] });
    await expect
      .poll(() => page.innerText('.score'))
      .toMatch(/Rating 1,3\d\d ± \d+ \+1\d\d\n?.*In a row: 1 \(best 1\)/s);
    expect(faults).toEqual([]);
  });

  test('a wrong move is refuted, and the problem is failed once', async () => {
    const { page, faults } = await openProblem(THREES);
    await page.click(at({ x: 0, y: 0 }));
    await waitFor(page, 'wrong');
    await expect.poll(() => status(page)).toMatch(/^A15 (is not enough: White answers|loses: White plays) /);
    await page.click('[aria-label="To the start"]');
    await expect.poll(() => page.getAttribute(at({ x: 0, y: 0 }), 'aria-label')).toBe('A15, empty');
    await page.click('[aria-label="Forward"]');
    await expect.poll(() => page.getAttribute(at({ x: 0, y: 0 }), 'aria-label')).toMatch(/^A15, Black/);
    await press(page, 'Try again');
    await waitFor(page, 'solve');
    await page.click(at({ x: 0, y: 1 }));
    await waitFor(page, 'wrong');
    await expect.poll(() => practiceOf(page)).toMatchObject({ streak: 0, log: [{ isSolved: false }] });
    await press(page, 'Solution');
    await waitFor(page, 'shown');
    await page.keyboard.press('End');
    await expect.poll(() => page.$('.winning-row')).not.toBeNull();
    await expect.poll(async () => (await practiceOf(page)) as { log: unknown[] }).toHaveProperty('log.length', 1);
    expect(faults).toEqual([]);
  });

  test('another move that the engine proves to win is accepted, and answered by the engine', async () => {
    const { page } = await openProblem(OPEN_THREE);
    await page.click(at({ x: 6, y: 7 }));
    await until(page, `document.querySelector('.status').innerText.includes('Continue')`);
    await expect.poll(() => status(page)).toMatch(/^G8 is right\. Answer: [A-O]\d+\. Continue\.$/);
    await expect.poll(() => page.evaluate("localStorage.getItem('tengen.practice')")).toBeNull();
  });

  test('a defense is solved by its move, and a wrong one shows how the other side wins', async () => {
    const { page } = await openProblem(DEFENSE);
    await expect.poll(() => status(page)).toBe('Black to move: find the only move that does not lose.');
    await page.click(at({ x: 14, y: 14 }));
    await waitFor(page, 'wrong');
    await expect.poll(() => status(page)).toMatch(/^O1 loses: White plays [A-O]\d+ and wins in \d+ moves?\.$/);
    await press(page, 'Try again');
    await page.click(at({ x: 2, y: 5 }));
    await waitFor(page, 'solved');
  });

  test.each([
    ['renju: White wins where Black may not answer', FOUL],
    ['omok: Black wins where White may not answer', OMOK_FOUL],
  ])('%s', async (_, text) => {
    const { page } = await openProblem(text);
    const { line } = parseProblem(text);
    await page.click(at(line[0]));
    await until(page, `document.querySelector('.status').innerText.includes('Continue')`);
    await page.click(at(line[2]));
    await waitFor(page, 'solved');
    await expect.poll(() => status(page)).toMatch(/^Solved: the only answer was forbidden\./);
  });

  test('are solved by keyboard alone, and by typing', async () => {
    const { page } = await openProblem(THREES);
    await page.fill('.entry input', 'i8');
    await page.keyboard.press('Enter');
    await until(page, `document.querySelector('.status').innerText.includes('Continue')`);
    await page.focus(at({ x: 8, y: 7 }));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await until(page, `document.querySelector('.status').innerText.startsWith('H8')`);
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await waitFor(page, 'solved');
    await page.keyboard.press('n');
    await waitFor(page, 'solve');
  });

  test.skipIf(isFirefox)('by touch: the first tap aims, the second plays', async () => {
    const { page } = await openProblem(THREES, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.tap(at({ x: 8, y: 7 }));
    await expect.poll(() => status(page)).toBe('Black to move and win.');
    await page.tap('.confirm .primary');
    await until(page, `document.querySelector('.status').innerText.includes('Continue')`);
  });

  test('a hint shows the move, and the problem returns the next day', async () => {
    const { page } = await openProblem(THREES);
    await page.keyboard.press('h');
    await page.waitForSelector('.mark-hint');
    await expect.poll(() => status(page)).toBe('Hint: I8. This attempt does not count as solved.');
    await expect.poll(() => page.isDisabled('button:text-is("Repeat failed (0)")')).toBe(true);
    const practice = (await practiceOf(page)) as { repetitions: Record<string, { day: number }> };
    const [repetition] = Object.values(practice.repetitions);
    repetition.day -= 1;
    await page.evaluate(`localStorage.setItem('tengen.practice', ${JSON.stringify(JSON.stringify(practice))})`);
    await reload(page);
    await page.keyboard.press('r');
    await waitFor(page, 'solve');
    await press(page, 'Next problem');
    await press(page, 'Repeat failed (1)');
    await expect.poll(() => page.innerText('.panel h2')).toContain('Win by threes and fours');
  });

  test('the history lists attempts and opens them', async () => {
    const log = [
      { id: idOf(parseProblem(FOUL)), at: TODAY.getTime(), isSolved: true },
      { id: 'gone', at: TODAY.getTime(), isSolved: false },
    ];
    const results = { [log[0].id]: true, gone: false };
    const { page } = await openProblem(THREES, {}, { practice: { ...NO_PRACTICE, log, results } });
    await page.click('.history summary');
    await expect.poll(() => page.innerText('.history summary')).toBe('History: 1 of 2 solved');
    await expect.poll(() => page.isDisabled('.history li:first-child button')).toBe(true);
    await page.click('.history li:last-child button');
    await expect.poll(() => page.innerText('.panel h2')).toContain('Win by a forbidden move');
  });

  test('the problem of the day is the same for everyone', async () => {
    const titles: string[] = [];
    for (const line of [THREES, DEFENSE]) {
      const { page } = await openProblem(line);
      await press(page, 'Problem of the day');
      titles.push(await page.innerText('.panel h2'));
    }
    expect(titles[0]).toBe(titles[1]);
  });

  test('the choice of kind, rule and source selects, and an empty one says so', async () => {
    const { page } = await openProblem(THREES);
    const rules = await page.locator('.choices select >> nth=1').locator('option').allTextContents();
    expect(rules).toEqual(['All', 'Freestyle', 'Renju', 'Omok']);
    await page.selectOption('.choices select >> nth=0', 'foul');
    await expect.poll(() => page.innerText('.panel h2')).toContain('Win by a forbidden move');
    await page.selectOption('.choices select >> nth=1', '0');
    await waitFor(page, 'none');
    await expect.poll(() => status(page)).toBe('No problem fits this choice.');
    await page.selectOption('.choices select >> nth=0', 'all');
    await waitFor(page, 'solve');
    await page.selectOption('.choices select >> nth=3', 'own');
    await waitFor(page, 'none');
  });

  test('a position of an analysis is checked, saved, solved and deleted', async () => {
    const { page } = await openProblem(THREES);
    await press(page, 'Analyze here');
    await page.click('nav button:text-is("Study")');
    await press(page, 'Save as problem');
    await waitFor(page, 'solve');
    await expect.poll(() => status(page)).toBe('Saved. Black to move and win.');
    const own = JSON.parse(String(await page.evaluate("localStorage.getItem('tengen.problems.own')"))) as string[];
    expect(own.map((line) => idOf(parseProblem(line)))).toEqual([idOf(parseProblem(THREES))]);
    expect(parseProblem(own[0]).line[0]).toEqual({ x: 8, y: 7 });
    await press(page, 'Delete');
    await press(page, 'Really delete?');
    await expect.poll(() => page.evaluate("localStorage.getItem('tengen.problems.own')")).toBe('[]');
  });

  test('a position with two solutions is refused with the second one, and nothing is saved', async () => {
    const { page } = await openAt(`${site()}#v=1&r=0&s=15&m=h8a1i8a3j8a5`);
    await press(page, 'Save as problem');
    await waitFor(page, 'refused');
    await expect
      .poll(() => status(page))
      .toMatch(/^Not saved: [A-O]\d+ solves it too, and a problem has one solution\.$/);
    await expect.poll(() => page.evaluate("localStorage.getItem('tengen.problems.own')")).toBeNull();
    await press(page, 'Analyze here');
    await page.waitForSelector('.line');
  });

  test('what is stored damaged or too much for the browser does not stop the view', async () => {
    const { page, faults } = await openProblem(
      THREES,
      {},
      { practice: 7, 'problems.own': ['x', 3], 'problems.choice': [] },
    );
    await press(page, 'Next problem');
    await waitFor(page, 'solve');
    expect(faults).toEqual([]);
  });

  test('without the file of problems the page says so, and loads it when it can', async () => {
    const { page } = await openAt(site());
    await page.route('**/problems.txt', (route) => route.fulfill({ status: 404, body: '' }));
    await page.keyboard.press('r');
    await waitFor(page, 'failed');
    await expect.poll(() => status(page)).toMatch(/^The problems could not be loaded: 404/);
    await page.unroute('**/problems.txt');
    await press(page, 'Try again');
    await waitFor(page, 'solve');
  });

  test('work offline after the first visit', async () => {
    const { page } = await openOffline(openAt);
    await page.click('nav button:text-is("Problems")');
    await waitFor(page, 'solve');
  });

  test('no accessibility violations, light and dark', async () => {
    const { page } = await openProblem(THREES);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.click(at({ x: 0, y: 0 }));
    await waitFor(page, 'wrong');
    await page.click('.history summary');
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
