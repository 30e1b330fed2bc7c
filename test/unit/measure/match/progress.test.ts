import { describe, expect, test } from 'vitest';
import type { MatchRun } from '../../../../src/measure/match/match.ts';
import { durationText, gameLine, MatchProgress, statusLine } from '../../../../src/measure/match/progress.ts';
import { createSchedule } from '../../../../src/measure/match/schedule.ts';
import { Standings } from '../../../../src/measure/match/standings.ts';
import type { GameRecord, GameResult } from '../../../../src/records/notation/game-record.ts';

const SIDE = { startMs: 0, worstOverrunMs: 0, peakBytes: null, noiseLines: 0, strayMoves: 0, ignoredEnd: false };

function runOf(engines: number, sprt = false): MatchRun {
  const schedule = createSchedule({ engines, gamesPerPairing: 10, gauntlet: false, opening: () => [] });
  const names = ['alpha', 'beta', 'gamma'].slice(0, engines);
  const options = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05, model: 'logistic' as const };
  return {
    file: 'x.jsonl',
    schedule,
    standings: new Standings(names, schedule, sprt ? options : null),
    resumedGames: 0,
  };
}

function record(run: MatchRun, game: number, result: GameResult, reason: GameRecord['reason'] = 'five'): GameRecord {
  const names = run.standings.engines.map(({ name }) => name);
  const { black, white } = run.schedule.at(game);
  return {
    type: 'game',
    game,
    black: names[black],
    white: names[white],
    rule: 0,
    size: 15,
    openingPlies: 0,
    moves: 'h8i9',
    result,
    reason,
    detail: 'why',
    timesMs: [1, 1],
    scores: [null, null],
    depths: [null, null],
    nodes: [null, null],
    blackSide: SIDE,
    whiteSide: SIDE,
    endedAt: '',
  };
}

function output(isTerminal: boolean) {
  const parts: string[] = [];
  return { isTerminal, columns: 60, write: (text: string) => void parts.push(text), text: () => parts.join('') };
}

describe('status line', () => {
  test('two engines: score, Elo, speed, time left', () => {
    const run = runOf(2);
    for (const [game, result] of (['black', 'black', 'black', 'white'] as const).entries())
      run.standings.add(record(run, game, result));
    // Pairs of 1 and 2 points: mean 0.75 per game, standard error 0.25 / sqrt 2, so the lower bound is the Elo of
    // 0.4035.
    expect(statusLine(run, 0, 60_000)).toBe('4/10  +3 =0 -1  Elo +190.8 [-67.9, +inf]  4.0 games/min  1:30 left');
  });

  test('games played earlier do not count for the speed', () => {
    const run = runOf(2);
    for (let game = 0; game < 4; game++) run.standings.add(record(run, game, 'black'));
    expect(statusLine(run, 2, 60_000)).toContain('2.0 games/min  3:00 left');
  });

  test('with a sequential test, its ratio, but no remaining time', () => {
    const run = runOf(2, true);
    run.standings.add(record(run, 0, 'black'));
    run.standings.add(record(run, 1, 'white'));
    expect(statusLine(run, 0, 60_000)).toMatch(/^2 games {2}.*LLR \+\d\.\d\d \(-2\.94, \+2\.94\) {2}2\.0 games\/min$/);
  });

  test('several engines: points, best first', () => {
    const run = runOf(3);
    for (let game = 0; game < 6; game++)
      run.standings.add(record(run, game, game === 1 || game === 3 ? 'white' : 'draw'));
    expect(statusLine(run, 0, 60_000)).toMatch(
      /^6\/30 {2}alpha 3\/4 gamma 1\.5\/4 beta 1\.5\/4|^6\/30 {2}alpha 3\/4 beta 1\.5\/4 gamma 1\.5\/4/,
    );
  });
});

describe('output', () => {
  test('in a pipe: one line per interval, faults at once', () => {
    let now = 0;
    const out = output(false);
    const progress = new MatchProgress(out, () => now, { intervalMs: 10_000, verbose: false });
    const run = runOf(2);
    progress.begin(run);
    for (let game = 0; game < 6; game++) {
      now += 4000;
      const played = record(run, game, 'black', game === 3 ? 'crash' : 'five');
      run.standings.add(played);
      progress.game(played, run);
    }
    const lines = out.text().trim().split('\n');
    expect(lines[0]).toBe('10 games; results in x.jsonl');
    expect(lines.filter((line) => /^\d+\/10 /.test(line))).toHaveLength(2);
    expect(lines).toContain('game 4: beta - alpha 1-0, crash (why), 2 stones');
  });

  test('on a terminal: one line, cut to its width and overwritten', () => {
    let now = 0;
    const out = output(true);
    const progress = new MatchProgress(out, () => now, { intervalMs: 10_000, verbose: false });
    const run = runOf(2);
    for (let game = 0; game < 3; game++) {
      now += 1000;
      const played = record(run, game, 'black');
      run.standings.add(played);
      progress.game(played, run);
    }
    progress.end();
    const parts = out.text().split('\r\x1b[K');
    expect(parts).toHaveLength(4);
    for (const part of parts.slice(1)) expect(part.trimEnd().length).toBeLessThan(60);
    expect(out.text().endsWith('\n')).toBe(true);
  });
});

test('a game on one line', () => {
  const run = runOf(2);
  expect(gameLine(record(run, 1, 'draw', 'full'))).toBe('game 2: beta - alpha 1/2-1/2, full, 2 stones');
});

test('durations', () => {
  expect([0, 59.6, 125, 3600, 45_296].map(durationText)).toEqual(['0:00', '1:00', '2:05', '1:00:00', '12:34:56']);
});
