import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import script from 'tengen:report-script';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MatchConfig, MatchRun } from '../../src/measure/match/match.ts';
import type { ReportData } from '../../src/measure/match/report/collect.ts';
import { formatReport } from '../../src/measure/match/report/report.ts';
import { createSchedule } from '../../src/measure/match/schedule.ts';
import { Standings } from '../../src/measure/match/standings.ts';
import { summarize } from '../../src/measure/match/summarize.ts';
import { summaryLines } from '../../src/measure/match/summary-text.ts';
import type { GameRecord, GameResult } from '../../src/records/notation/game-record.ts';
import { temporaryFolder } from '../folder.ts';
import { FREESTYLE_15, scripted } from '../unit/measure/match/scripted.ts';
import { hasBrowser, useBrowser } from './browser.ts';

const NAMES = ['alpha', 'be</script><b>ta', 'gamma'];
const SIDE = { startMs: 30, worstOverrunMs: 0, peakBytes: 50 << 20, noiseLines: 0, strayMoves: 0, ignoredEnd: false };

/** Three engines, four games for each pair; Black wins by five, except for one loss on time and one draw. */
function sample(): { config: MatchConfig; run: MatchRun; games: GameRecord[] } {
  const engines = NAMES.map((name) => scripted('sound', { name }));
  const schedule = createSchedule({ engines: 3, gamesPerPairing: 4, gauntlet: false, opening: () => [] });
  const standings = new Standings(NAMES, schedule, null);
  const games = Array.from({ length: schedule.total }, (_, game): GameRecord => {
    const { black, white } = schedule.at(game);
    const result: GameResult = game === 3 ? 'draw' : game === 5 ? 'white' : 'black';
    const moves = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2', 'e1'];
    return {
      type: 'game',
      game,
      black: NAMES[black],
      white: NAMES[white],
      rule: 0,
      size: 15,
      openingPlies: 2,
      moves: moves.slice(0, result === 'black' ? 9 : 6).join(''),
      result,
      reason: result === 'black' ? 'five' : result === 'white' ? 'time' : 'drawn',
      detail: 'why it ended',
      timesMs: [0, 0, 20, 30, 40, 50, 60, 70, 80].slice(0, result === 'black' ? 9 : 6),
      scores: [null, null, 10, -20, 300, '-M4', '+M3', '-M2', '+M1'].slice(0, result === 'black' ? 9 : 6),
      depths: [null, null, 8, 8, 9, 9, 10, 10, 1].slice(0, result === 'black' ? 9 : 6),
      nodes: [],
      blackSide: SIDE,
      whiteSide: SIDE,
      ...(result === 'white' ? { lastLines: ['> TURN 1,1', '! out of memory'] } : {}),
      endedAt: '2026-11-21T10:00:00.000Z',
    };
  });
  for (const game of games) standings.add(game);
  const config: MatchConfig = {
    engines,
    settings: FREESTYLE_15,
    openings: [],
    openingOrder: { order: 'sequential', symmetry: 'none', seed: 1 },
    gamesPerPairing: 4,
    gauntlet: false,
    concurrency: 1,
    sprt: null,
    out: null,
    fresh: false,
  };
  return { config, run: { file: 'x.jsonl', schedule, standings, resumedGames: 0 }, games };
}

const { config, run, games } = sample();
const html = formatReport(config, run, games);

function embedded(page: string): ReportData {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]);
}

test('the page contains every game and requests nothing from outside', () => {
  const data = embedded(html);
  expect(data.games).toHaveLength(12);
  expect(data.games[0]).toMatchObject({ game: 0, black: 'alpha', result: 'black', reason: 'five', row: [0, 0, 4, 0] });
  expect(data.games[0].moves).toBe('a1a2b1b2c1c2d1d2e1');
  expect(data.games[5]).toMatchObject({
    result: 'white',
    reason: 'time',
    row: null,
    tail: ['> TURN 1,1', '! out of memory'],
  });
  expect(data.pairings).toHaveLength(3);
  expect(data.pairings[1]).toMatchObject({ first: 'alpha', second: 'gamma', wins: 2, draws: 1, losses: 1 });
  expect(html).not.toMatch(/(?:src|href)\s*=|https?:\/\/(?!www\.w3\.org)/);
});

test('names of engines cannot break out of the page', () => {
  expect(html).not.toContain('</script><b>');
  expect(embedded(html).engines[1].name).toBe(NAMES[1]);
});

test('an infinite Elo has the same name as in the text', () => {
  const engines = ['a', 'b'].map((name) => scripted('sound', { name }));
  const schedule = createSchedule({ engines: 2, gamesPerPairing: 2, gauntlet: false, opening: () => [] });
  const standings = new Standings(['a', 'b'], schedule, null);
  const swept = [0, 1].map((game): GameRecord => {
    const [black, white] = game === 0 ? ['a', 'b'] : ['b', 'a'];
    return { ...games[0], game, black, white, result: game === 0 ? 'black' : 'white', reason: 'resigned' };
  });
  for (const game of swept) standings.add(game);
  const match = { ...config, engines };
  const played = { file: 'x.jsonl', schedule, standings, resumedGames: 0 };
  expect(embedded(formatReport(match, played, swept)).verdict).toMatch(
    /^a over b: Elo \+inf \[\u2212\d+\.\d, \+inf\], LOS/,
  );
  expect(summaryLines(summarize(match, played)).join('\n')).toMatch(/Elo \+inf \[-\d+\.\d, \+inf\]/);
});

test('its script is JavaScript', () => {
  expect(() => new Function(script)).not.toThrow();
});

describe.skipIf(!hasBrowser)('in a browser', () => {
  let folder = '';
  const browser = useBrowser();
  let page: Page;
  const complaints: string[] = [];
  const requests: string[] = [];
  beforeAll(async () => {
    folder = temporaryFolder();
    writeFileSync(join(folder, 'report.html'), html);
    page = await browser().newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${pathToFileURL(join(folder, 'report.html'))}#game=1&ply=2`);
  });

  const stones = () => page.evaluate(`document.querySelectorAll('#board .stone').length`);
  const title = () => page.evaluate(`document.getElementById('title').textContent`);
  const rows = () => page.evaluate(`document.getElementById('rows').children.length`);
  const choose = (id: string, value: string) =>
    page.evaluate(
      `{ const s = document.getElementById('${id}'); s.value = '${value}'; s.dispatchEvent(new Event('change')); }`,
    );

  test('opens the game and move in its address, without errors', async () => {
    await expect.poll(stones).toBe(2);
    await expect.poll(title).toMatch(/^Game 1: alpha \(Black\)/);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('about:'))).toEqual([]);
  });

  test('keys step through the game', async () => {
    for (const [key, count] of [
      ['ArrowRight', 3],
      ['ArrowRight', 4],
      ['ArrowLeft', 3],
      ['End', 9],
      ['ArrowRight', 9],
      ['Home', 0],
      ['ArrowLeft', 0],
      ['PageDown', 9],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await stones()]).toEqual([key, count]);
    }
    await expect
      .poll(() => page.evaluate(`document.getElementById('now').textContent`))
      .toBe('9 of 9, Black E15, 80 ms, score +M1, depth 1');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#game=1&ply=9');
    await page.keyboard.press('ArrowDown');
    await expect.poll(title).toMatch(/^Game 2: /);
    await page.keyboard.press('ArrowUp');
    await expect.poll(title).toMatch(/^Game 1: /);
  });

  test('the list can be filtered by engine, result and reason', async () => {
    await expect.poll(rows).toBe(12);
    await choose('reason', 'time');
    await expect.poll(rows).toBe(1);
    await expect.poll(title).toMatch(/^Game 6: .*time$/);
    await expect
      .poll(() => page.evaluate(`document.getElementById('tail').textContent`))
      .toBe('> TURN 1,1\n! out of memory');
    await choose('reason', '');
    await choose('engine', '0');
    await expect.poll(rows).toBe(8);
    await choose('result', 'won');
    await expect
      .poll(rows)
      .toBe(games.filter((game) => game.result !== 'draw' && game[game.result] === 'alpha').length);
    await choose('result', 'draw');
    await expect.poll(rows).toBe(1);
    await choose('engine', '');
    await choose('result', '');
    await expect.poll(rows).toBe(12);
  });

  test('graphs, tables and charts are drawn', async () => {
    await choose('reason', 'five');
    const count = (selector: string) => page.evaluate(`document.querySelectorAll('${selector}').length`);
    await expect.poll(() => count('#graphs .evaluation')).toBe(2);
    await expect.poll(() => count('#graphs .time')).toBe(7);
    await expect.poll(() => count('#graphs .cursor')).toBe(2);
    await expect.poll(() => count('#cross tbody tr')).toBe(3);
    await expect.poll(() => count('#behavior tbody tr')).toBe(3);
    await expect.poll(() => count('#ratings circle')).toBe(3);
    // The axes state the unit and the step.
    await expect
      .poll(() => page.evaluate(`[...document.querySelectorAll('.axis')].map((e) => e.textContent)`))
      .toEqual([
        'Elo relative to the mean of all engines, with 95 % intervals',
        'Elo of alpha over be</script><b>ta, with its 95 % interval',
        'pairs of games',
        'score, Black up (logarithmic)',
        'move',
        'time for the move, ms',
        'move',
      ]);
    const labels = await page.evaluate(
      `[...document.querySelector('#graphs svg').querySelectorAll('text:not(.axis)')].map((e) => e.textContent).join(' ')`,
    );
    expect(labels).toMatch(/^−win −1000 −100 0 100 1000 win 0 \d/);
    await expect.poll(() => page.evaluate(`document.getElementById('opening-key').hidden`)).toBe(false);
    // A click on a graph goes to that move.
    await page.keyboard.press('Home');
    await page.evaluate(`{ const svg = document.querySelector('#graphs svg'); const box = svg.getBoundingClientRect();
      svg.dispatchEvent(new MouseEvent('click', { clientX: box.right - 2, clientY: box.top + 20 })); }`);
    await expect.poll(stones).toBe(9);
    expect(complaints).toEqual([]);
  });

  test('a narrow window shows all of it, with text of the same size', async () => {
    await page.setViewportSize({ width: 340, height: 700 });
    const scale = `(() => { const svg = document.querySelector('#graphs svg');
      return svg.getBoundingClientRect().width / svg.viewBox.baseVal.width; })()`;
    // The charts are redrawn when the page learns of its new width.
    await expect.poll(() => page.evaluate(scale)).toBeGreaterThan(0.9);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(340);
    expect(complaints).toEqual([]);
  });
});
