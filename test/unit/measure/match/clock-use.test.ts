/** How much of its match time an engine used, and the warning if that is next to nothing. */
import { expect, test } from 'vitest';
import type { TimeControl } from '../../../../src/measure/match/engine-spec.ts';
import { parseTimeControl } from '../../../../src/measure/match/engine-spec.ts';
import type { MatchConfig } from '../../../../src/measure/match/match.ts';
import { createSchedule } from '../../../../src/measure/match/schedule.ts';
import { Standings } from '../../../../src/measure/match/standings.ts';
import { summarize } from '../../../../src/measure/match/summarize.ts';
import { summaryLines } from '../../../../src/measure/match/summary-text.ts';
import type { GameRecord } from '../../../../src/records/notation/game-record.ts';
import { FREESTYLE_15, scripted } from './scripted.ts';

const SIDE = { startMs: 0, worstOverrunMs: 0, peakBytes: null, noiseLines: 0, strayMoves: 0, ignoredEnd: false };

/** A game in which Black takes `blackMs` for each of its moves and White `whiteMs`. */
function record(game: number, names: readonly [string, string], moves: number, blackMs: number, whiteMs: number) {
  const timesMs = Array.from({ length: 2 * moves + 1 }, (_, i) => (i === 0 ? 0 : i % 2 === 0 ? blackMs : whiteMs));
  const none = timesMs.map(() => null);
  const value: GameRecord = {
    type: 'game',
    game,
    black: names[0],
    white: names[1],
    rule: 0,
    size: 15,
    openingPlies: 1,
    moves: '',
    result: 'draw',
    reason: 'length',
    detail: '',
    timesMs,
    scores: none,
    depths: none,
    nodes: none,
    blackSide: SIDE,
    whiteSide: SIDE,
    endedAt: '',
  };
  return value;
}

function standingsOf(
  time: TimeControl | null,
  games: readonly (readonly [moves: number, slowMs: number, fastMs: number])[],
) {
  const schedule = createSchedule({ engines: 2, gamesPerPairing: 100, gauntlet: false, opening: () => [] });
  const names = ['slow', 'fast'];
  const clocks = new Map(time === null ? [] : names.map((name) => [name, time] as const));
  const standings = new Standings(names, schedule, null, clocks);
  for (const [game, [moves, slowMs, fastMs]] of games.entries()) {
    const isSlowBlack = schedule.at(game).black === 0;
    const ofBoth = isSlowBlack ? ([slowMs, fastMs] as const) : ([fastMs, slowMs] as const);
    standings.add(record(game, isSlowBlack ? ['slow', 'fast'] : ['fast', 'slow'], moves, ...ofBoth));
  }
  return { standings, schedule };
}

const uses = (text: string | null, games: Parameters<typeof standingsOf>[1]) =>
  standingsOf(text === null ? null : parseTimeControl(text), games).standings.engines.map(({ clockUse }) => clockUse);

test.each<[string, string | null, Parameters<typeof standingsOf>[1], unknown]>([
  ['percent of the clock', '6', [[10, 300, 6]], [50, 1]],
  [
    'the median of the games',
    '6',
    [
      [10, 600, 6],
      [10, 300, 60],
      [10, 60, 12],
    ],
    [50, 2],
  ],
  [
    'short games do not count',
    '6',
    [
      [9, 300, 6],
      [10, 60, 60],
    ],
    [10, 10],
  ],
  ['nothing but short games', '6', [[9, 300, 6]], [null, null]],
  ['no match time', null, [[10, 300, 6]], [null, null]],
  ['no limit of the match', '0/1', [[10, 300, 6]], [null, null]],
  ['what came back counts', '6+0.6', [[10, 600, 6]], [50, 0]],
  ['no more than the turns allow', '1000/1', [[10, 900, 20]], [90, 2]],
  ['more than there was', '6', [[10, 700, 6]], [100, 1]],
])('%s', (_, time, games, expected) => {
  expect(uses(time, games)).toEqual(expected);
});

test('the final report warns of an engine that used less than a tenth', () => {
  const time = parseTimeControl('6')!;
  const { standings, schedule } = standingsOf(time, [
    [12, 50, 49],
    [12, 50, 40],
  ]);
  const config = {
    engines: [scripted('slow'), scripted('fast')],
    settings: FREESTYLE_15,
    sprt: null,
  } as unknown as MatchConfig;
  const lines = summaryLines(summarize(config, { standings, schedule, file: '', resumedGames: 0 }));
  expect(lines.filter((line) => line.startsWith('warning'))).toEqual([
    'warning: fast used 8 % of its match time (median): expected 10 % or more; see Time in docs/guide/match.md',
  ]);
});
