/** A match coordinated over a transport without a network: which results count, and what the files contain. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gameFault } from '../../../../src/measure/fleet/check-game.ts';
import { runFleetMatch } from '../../../../src/measure/fleet/match-work.ts';
import type { TaskResult } from '../../../../src/measure/fleet/wire.ts';
import { type Prepared, runWorker } from '../../../../src/measure/fleet/worker.ts';
import type { MatchConfig, MatchEvents, MatchOutcome } from '../../../../src/measure/match/match.ts';
import { matchFacts } from '../../../../src/measure/match/match.ts';
import { fingerprintOf, ResultStore } from '../../../../src/measure/match/store.ts';
import type { GameRecord } from '../../../../src/records/notation/game-record.ts';
import { temporaryFolder } from '../../../folder.ts';
import { comparable, factsOf, fakeConfig, fakeGame, fakePlayer, faultOf } from './fake-match.ts';
import { LOADING, MemoryTransport } from './memory-transport.ts';

vi.mock('../../../../src/measure/fleet/check-game.ts', async (load) => {
  const real = await load<typeof import('../../../../src/measure/fleet/check-game.ts')>();
  return { ...real, gameFault: vi.fn(real.gameFault) };
});

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const blackWins = (game: number) => (Math.imul(game + 7, 0x9e3779b1) >>> 16) % 3 !== 0;
const at = (name: string) => join(folder, name);
const FAST = { tickMs: 10, searchAfterMs: 30 };

/** @returns the file of a run on one machine, without times */
function expected(config: MatchConfig, games: number): string[] {
  const facts = matchFacts(config);
  const header = { type: 'match', format: 1, facts, fingerprint: fingerprintOf(facts), startedAt: '' };
  const lines = [header, ...Array.from({ length: games }, (_, i) => fakeGame(config, i, blackWins))];
  return comparable(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

interface Fleet {
  readonly transport: MemoryTransport;
  readonly stop: AbortController;
  readonly workers: Promise<void>[];
  readonly notices: string[];
}

const fleets: Fleet[] = [];
function fleet(): Fleet {
  const made = { transport: new MemoryTransport(), stop: new AbortController(), workers: [], notices: [] };
  fleets.push(made);
  return made;
}
afterEach(async () => {
  for (const { stop, workers } of fleets.splice(0)) {
    stop.abort();
    await Promise.all(workers);
  }
});

function hire(into: Fleet, name: string, prepared: Prepared, slots = 2): AbortController {
  const stop = new AbortController();
  const options = {
    facts: factsOf(name),
    slots,
    prepare: async () => prepared,
    load: () => 0,
    onNotice: (line: string) => into.notices.push(`${name}: ${line}`),
    heartbeatMs: 10,
    refuseMs: 100,
  };
  const drain = AbortSignal.any([stop.signal, into.stop.signal]);
  into.workers.push(runWorker(options, into.transport, drain, into.stop.signal));
  return stop;
}

function lead(
  into: Fleet,
  config: MatchConfig,
  events: MatchEvents = {},
  stop = new AbortController(),
): Promise<MatchOutcome> {
  const onNotice = (line: string) => into.notices.push(line);
  return runFleetMatch(config, events, stop.signal, into.transport, { ...FAST, onNotice });
}

test('fake games are games of the match', () => {
  const config = fakeConfig('x.jsonl');
  for (let game = 0; game < 40; game++) expect(faultOf(config, fakeGame(config, game, blackWins))).toBeNull();
});

describe('a match of three workers', () => {
  test('the file equals that of a run on one machine, whichever worker is fast', async () => {
    const fleetOfThree = fleet();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 101 });
    hire(fleetOfThree, 'slow', fakePlayer(config, blackWins, 30), 1);
    hire(fleetOfThree, 'fast', fakePlayer(config, blackWins, 1));
    hire(fleetOfThree, 'odd', fakePlayer(config, blackWins, 7));
    const seen: number[] = [];
    const outcome = await lead(fleetOfThree, config, { onGame: ({ game }) => void seen.push(game) });
    expect(outcome.end).toBe('done');
    expect(seen).toEqual(Array.from({ length: 101 }, (_, i) => i));
    const text = readFileSync(at('m.jsonl'), 'utf8');
    expect(comparable(text)).toEqual(expected(config, 101));
    const players = new Set(
      text
        .split('\n')
        .slice(1, -1)
        .map((line) => JSON.parse(line).worker.name),
    );
    expect([...players].sort()).toEqual(['fast', 'odd', 'slow']);
    expect(existsSync(at('m.ahead.jsonl'))).toBe(false);
    expect(outcome.standings.workers.reduce((sum, { games }) => sum + games, 0)).toBe(101);
  });

  test('a stopped match resumes, and results that arrived in between count', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 60 });
    hire(here, 'one', fakePlayer(config, blackWins, 2));
    const stop = new AbortController();
    const first = await lead(here, config, { onGame: ({ game }) => void (game === 20 && stop.abort()) }, stop);
    // However fast the worker is, what it sends after the stop waits for the next run.
    expect([first.end, first.standings.games < 40]).toEqual(['stopped', true]);
    const second = await lead(here, config);
    expect([second.end, second.resumedGames >= 20]).toEqual(['done', true]);
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 60));
  });

  test('lost tasks are offered again', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'));
    const outcome = lead(here, config);
    await expect.poll(() => [...here.transport.jobs.values()][0]?.waiting.length).toBeGreaterThan(0);
    [...here.transport.jobs.values()][0].waiting.length = 0;
    hire(here, 'one', fakePlayer(config, blackWins));
    expect((await outcome).end).toBe('done');
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 40));
  });

  test('few pairs ahead: twice as many as slots', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 400 });
    let [most, playing] = [0, 0];
    const player = fakePlayer(config, blackWins, 1);
    const play: Prepared['play'] = async (task, signal) => {
      const [work] = [...here.transport.jobs.values()];
      // The transport may still hold a task whose result has arrived, so this counts the games.
      playing++;
      most = Math.max(most, work.waiting.length + playing);
      const outcome = await player.play(task, signal);
      playing--;
      return outcome;
    };
    hire(here, 'one', { ...player, play }, 5);
    // No searches for lost tasks: on a busy machine, a task whose result is on its way would count as lost.
    await runFleetMatch(config, {}, new AbortController().signal, here.transport, { tickMs: 10 });
    expect(most).toBeLessThanOrEqual(10);
    expect(most).toBeGreaterThan(5);
  });
});

describe('a sequential test', () => {
  const sprt = { elo0: 0, elo1: 200, alpha: 0.05, beta: 0.05, model: 'logistic' as const };
  // The first engine has Black in even games: it wins them all and some of the others.
  const firstWins = (game: number) => game % 2 === 0 || game % 3 === 0;

  test('ends at the same game as on one machine; results after the verdict are stored separately', async () => {
    const alone = fleet();
    const one = fakeConfig(at('one.jsonl'), { gamesPerPairing: 1000, sprt });
    hire(alone, 'one', fakePlayer(one, firstWins), 1);
    const reference = await lead(alone, one);
    expect(reference.end).toBe('decided');

    const many = fleet();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 1000, sprt });
    for (let i = 0; i < 6; i++) hire(many, `w${i}`, fakePlayer(config, firstWins, 1 + 5 * (i % 3)), 4);
    const outcome = await lead(many, config);
    expect(outcome.end).toBe('decided');
    expect(outcome.standings.sprt).toEqual(reference.standings.sprt);
    const lines = comparable(readFileSync(at('m.jsonl'), 'utf8'));
    expect(lines).toEqual(comparable(readFileSync(at('one.jsonl'), 'utf8')));
    if (existsSync(at('m.ahead.jsonl'))) {
      const later = readFileSync(at('m.ahead.jsonl'), 'utf8').split('\n').slice(1, -1);
      for (const line of later) expect(JSON.parse(line).game).toBeGreaterThanOrEqual(lines.length - 1);
    }
    expect(many.transport.jobs.size).toBe(0);
    // Run again, the same command has nothing to do.
    expect((await lead(many, config)).end).toBe('decided');
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(lines);
  });
});

describe('after the verdict', () => {
  const sprt = { elo0: 0, elo1: 200, alpha: 0.05, beta: 0.05, model: 'logistic' as const };
  const firstWins = (game: number) => game % 2 === 0 || game % 3 === 0;
  const cheats = (game: number) => !firstWins(game);

  test('a worker is excluded: the same command counts without it and resumes', async () => {
    const alone = fleet();
    const one = fakeConfig(at('one.jsonl'), { gamesPerPairing: 1000, sprt });
    hire(alone, 'honest', fakePlayer(one, firstWins), 1);
    await lead(alone, one);

    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 1000, sprt });
    const wrong = fleet();
    hire(wrong, 'cheat', fakePlayer(config, cheats), 1);
    const before = await lead(wrong, config);
    expect([before.end, before.standings.sprt?.verdict]).toEqual(['decided', 'H0']);

    const right = fleet();
    hire(right, 'honest', fakePlayer(config, firstWins), 1);
    right.transport.excluded.add('cheat');
    let resumed = -1;
    const after = await lead(right, config, {
      onReady: ({ resumedGames }) => {
        resumed = resumedGames;
      },
    });
    expect([after.end, after.standings.sprt?.verdict, resumed]).toEqual(['decided', 'H1', 0]);
    expect(right.notices.join('\n')).toMatch(/excluded cheat: \d+ games removed; they will be replayed/);
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(comparable(readFileSync(at('one.jsonl'), 'utf8')));
    // Other results decide now: nothing is left to do.
    expect((await lead(right, config)).end).toBe('decided');
  });
});

describe('results that do not count', () => {
  const result = (config: MatchConfig, task: number, changes: object = {}): TaskResult => ({
    id: fingerprintOf(matchFacts(config)),
    task,
    worker: factsOf('stranger'),
    outcome: { kind: 'games', games: [2 * task, 2 * task + 1].map((game) => fakeGame(config, game, blackWins)) },
    ...changes,
  });
  const changed = (config: MatchConfig, change: (game: GameRecord) => object) => {
    const games = [0, 1].map((game) => fakeGame(config, game, blackWins));
    return { outcome: { kind: 'games', games: games.map((game) => ({ ...game, ...change(game) })) } };
  };

  test.each<[string, (config: MatchConfig) => TaskResult, RegExp]>([
    ['another match', (config) => result(config, 0, { id: 'beef' }), /a result of job beef, expected \w+: rejected/],
    ['no such pair', (config) => result(config, 0, { task: 20 }), /task 20, expected a number from 0 to 19/],
    [
      'nobody',
      (config) => result(config, 0, { worker: {} }),
      /a result: worker\.name missing: expected letters, .*: rejected$/,
    ],
    [
      'the games of another pair',
      (config) => result(config, 0, { outcome: result(config, 1).outcome }),
      /game 2: expected game 0: rejected and offered again/,
    ],
    [
      'one game',
      (config) => result(config, 0, { outcome: { kind: 'games', games: [fakeGame(config, 0, blackWins)] } }),
      /expected 2 games/,
    ],
    [
      'other players',
      (config) =>
        result(
          config,
          0,
          changed(config, ({ black, white }) => ({ black: white, white: black })),
        ),
      /expected a - b/,
    ],
    [
      'another winner',
      (config) =>
        result(
          config,
          0,
          changed(config, ({ result }) => ({ result: result === 'black' ? 'white' : 'black' })),
        ),
      /but it ends with black/,
    ],
    [
      'another opening',
      (config) =>
        result(
          config,
          0,
          changed(config, ({ moves }) => ({ moves: `a2b5${moves.slice(4)}` })),
        ),
      /opening/,
    ],
    [
      'a game cut off',
      (config) =>
        result(
          config,
          0,
          changed(config, ({ moves }) => ({ moves: moves.slice(0, -3) })),
        ),
      /pair 1: games\[0\]\.moves .*: expected moves such as h8i9: rejected and offered again/,
    ],
    [
      'moves that are none',
      (config) =>
        result(
          config,
          0,
          changed(config, () => ({ moves: 'xx' })),
        ),
      /games\[0\]\.moves "xx": expected moves such as h8i9: rejected and offered again/,
    ],
    [
      'a move more than the board has',
      (config) =>
        result(
          config,
          0,
          changed(config, () => ({ moves: 'h8z99' })),
        ),
      /pair 1: game 1: .*: rejected and offered again/,
    ],
    [
      'an engine that is none of the pair did not start',
      (config) => result(config, 0, { outcome: { kind: 'failed-start', names: ['c'], detail: 'x' } }),
      /pair 1: engine "c" is not in this pair: rejected and offered again/,
    ],
    [
      'an outcome of another kind',
      (config) => result(config, 0, { outcome: { kind: 'position', found: null } }),
      /pair 1: expected games: rejected and offered again/,
    ],
    [
      'no outcome',
      (config) => result(config, 0, { outcome: null }),
      /pair 1: null: expected an object: rejected and offered again/,
    ],
    [
      'a list that is none',
      (config) =>
        result(
          config,
          0,
          changed(config, () => ({ scores: { length: 14 } })),
        ),
      /games\[0\]\.scores {"length":14}: expected a list/,
    ],
    [
      'words that a terminal obeys',
      (config) =>
        result(
          config,
          0,
          changed(config, () => ({ detail: '\x1b]0;x\x07' })),
        ),
      /games\[0\]\.detail "[^\x00-\x1f]*": expected a line of at most 4000 characters without control characters/,
    ],
    [
      'an unknown field',
      (config) =>
        result(
          config,
          0,
          changed(config, () => ({ worker: factsOf('another one') })),
        ),
      /unknown field "worker" in games\[0\]: expected type, /,
    ],
  ])('%s', async (_name, wrong, line) => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'));
    const outcome = lead(here, config);
    await expect.poll(() => here.transport.jobs.size).toBe(1);
    await here.transport.deliver(fingerprintOf(matchFacts(config)), wrong(config));
    expect(here.notices.join('\n')).toMatch(line);
    hire(here, 'one', fakePlayer(config, blackWins));
    expect((await outcome).end).toBe('done');
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 40));
  });

  test('the first result of a pair counts, later ones are dropped', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'));
    const id = fingerprintOf(matchFacts(config));
    const outcome = lead(here, config);
    await expect.poll(() => here.transport.jobs.size).toBe(1);
    for (let i = 0; i < 3; i++) await here.transport.deliver(id, result(config, 0));
    await here.transport.deliver(id, result(config, 1));
    await expect.poll(() => here.transport.jobs.get(id)?.status?.lateResults).toBe(2);
    hire(here, 'one', fakePlayer(config, blackWins));
    await outcome;
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 40));
    const first = JSON.parse(readFileSync(at('m.jsonl'), 'utf8').split('\n')[1]);
    expect(first.worker.name).toBe('stranger');
  });
});

test('two coordinators: the second is rejected, by the file and by the fleet', async () => {
  const here = fleet();
  const config = fakeConfig(at('m.jsonl'));
  const first = lead(here, config);
  await expect.poll(() => here.transport.jobs.size).toBe(1);
  await expect(lead(here, config)).rejects.toThrow(/is being written by process/);
  await expect(lead(here, { ...config, out: at('other.jsonl') })).rejects.toThrow(/already has another coordinator/);
  hire(here, 'one', fakePlayer(config, blackWins));
  expect((await first).end).toBe('done');
  expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 40));
});

test('an engine that starts nowhere is dropped; one that starts somewhere plays there', async () => {
  const here = fleet();
  const config = fakeConfig(at('m.jsonl'));
  const fails = {
    timeScale: 1,
    play: async () => ({ kind: 'failed-start' as const, names: ['b'], detail: 'b: cannot start' }),
  };
  hire(here, 'broken', fails, 1);
  await expect.poll(() => here.transport.cards.size).toBe(1);
  hire(here, 'whole', fakePlayer(config, blackWins, 1), 1);
  await expect.poll(() => here.transport.cards.size).toBe(2);
  const some = await lead(here, config);
  expect([some.end, some.givenUp]).toEqual(['done', []]);
  expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 40));

  const nowhere = fleet();
  hire(nowhere, 'broken', fails, 1);
  hire(nowhere, 'broken-too', fails, 1);
  await expect.poll(() => nowhere.transport.cards.size).toBe(2);
  const none = await lead(nowhere, fakeConfig(at('none.jsonl')));
  expect(none.end).toBe('given-up');
  expect(none.givenUp).toEqual([{ name: 'b', detail: expect.stringMatching(/^worker broken.*: b: cannot start$/) }]);
});

describe('failed starts', () => {
  const failed = (config: MatchConfig, task: number, worker: string): TaskResult => ({
    id: fingerprintOf(matchFacts(config)),
    task,
    worker: factsOf(worker),
    outcome: { kind: 'failed-start', names: ['b'], detail: 'b: cannot start' },
  });

  test('one from an earlier run drops nothing before any worker is known', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'));
    const { id } = failed(config, 0, 'gone');
    const stop = new AbortController();
    const before = lead(here, config, {}, stop);
    await expect.poll(() => here.transport.jobs.size).toBe(1);
    stop.abort();
    await before;
    await here.transport.deliver(id, failed(config, 0, 'gone'));
    expect(here.transport.jobs.get(id)?.undelivered).toHaveLength(1);
    // As over a network, results come before the list of workers.
    const real = here.transport.lead.bind(here.transport);
    here.transport.lead = async (...all) => {
      const led = await real(...all);
      const board: typeof led.board = () => new Promise((resolve) => setTimeout(() => resolve(led.board()), 50));
      return { ...led, board };
    };
    const outcome = lead(here, config);
    hire(here, 'whole', fakePlayer(config, blackWins, 1), 1);
    expect(await outcome).toMatchObject({ end: 'done', givenUp: [] });
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 40));
  });

  test('three temporary ones do not end the match: those of workers that have played since do not count', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 1000 });
    const attempts: number[] = [];
    const failsOnce = () => {
      let isFirst = true;
      const { play, timeScale } = fakePlayer(config, blackWins, 1);
      const once: Prepared['play'] = async (task, signal) => {
        const { outcome } = failed(config, task, '');
        if (!isFirst) return play(task, signal);
        isFirst = false;
        return outcome;
      };
      return { timeScale, play: once };
    };
    hire(here, 'whole', fakePlayer(config, blackWins, 8), 1);
    await expect.poll(() => here.transport.cards.size).toBe(1);
    // Each fails at its first pair, and plays the next ones before another one comes.
    let hired = 0;
    const outcome = await lead(here, config, {
      onGame: ({ worker }) => {
        if (hired < 4 && worker?.name === (hired === 0 ? 'whole' : `w${hired}`))
          hire(here, `w${++hired}`, failsOnce(), 1);
      },
      onFailedStart: ({ attempt }) => void attempts.push(attempt),
    });
    expect([outcome.end, outcome.givenUp, attempts]).toEqual(['done', [], [1, 1, 1, 1]]);
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 1000));
  });
});

describe('errors other than those of the disk do not end the run', () => {
  test('transport errors: one line for each kind, and the match continues', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'));
    here.transport.breakCalls();
    const outcome = lead(here, config);
    await expect.poll(() => Object.values(here.transport.broken).flat()).toEqual([]);
    hire(here, 'one', fakePlayer(config, blackWins, 1));
    expect((await outcome).end).toBe('done');
    const told = here.notices.filter((line) => line.startsWith('fleet: '));
    expect(told.sort()).toEqual(MemoryTransport.BROKEN_LINES);
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 40));
  });

  test('a task whose offer failed is offered at the next tick, not searched for', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'));
    here.transport.broken.offer.push(new Error(LOADING));
    const stop = new AbortController();
    const onNotice = (line: string) => void here.notices.push(line);
    const never = { tickMs: 10, searchAfterMs: 1e9, onNotice };
    const outcome = runFleetMatch(config, {}, stop.signal, here.transport, never);
    await expect.poll(() => [...here.transport.jobs.values()][0]?.waiting).toEqual([0, 1, 2, 3]);
    stop.abort();
    expect((await outcome).end).toBe('stopped');
  });

  test('a result that cannot be processed is rejected and acknowledged, and its pair is offered again', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'));
    let faults = 2;
    const real = vi.mocked(gameFault).getMockImplementation()!;
    vi.mocked(gameFault).mockImplementation((game, ...more) => {
      if (game.game === 6 && faults-- > 0) throw new TypeError('no number');
      return real(game, ...more);
    });
    hire(here, 'one', fakePlayer(config, blackWins, 1));
    expect((await lead(here, config)).end).toBe('done');
    const told = here.notices.filter((line) => line.includes('no number'));
    expect(told).toEqual(Array(2).fill('worker one, pair 4: no number: rejected and offered again'));
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 40));
  });

  test('a disk error does, wherever it occurs', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'));
    here.transport.broken.board.push(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    await expect(lead(here, config)).rejects.toThrow(
      /m\.jsonl: the disk cannot be read or written: check the disk and run the same command again/,
    );
  });
});

test('a full disk ends the run in one line, and nothing is lost or counted twice', async () => {
  const here = fleet();
  const config = fakeConfig(at('m.jsonl'));
  hire(here, 'one', fakePlayer(config, blackWins, 1));
  const real = ResultStore.prototype.addAll;
  let games = 0;
  const full = vi.spyOn(ResultStore.prototype, 'addAll').mockImplementation(function (this: ResultStore, records) {
    games += records.length;
    if (games <= 14) return real.call(this, records);
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    return Promise.reject(error);
  });
  await expect(lead(here, config)).rejects.toThrow(
    /m\.jsonl: no space left on the disk: free disk space and run the same command again/,
  );
  full.mockRestore();
  expect((await lead(here, config)).end).toBe('done');
  expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 40));
});

describe('games that wait for an earlier one, more than their file keeps permanently', () => {
  const UNITS = 1003;
  /** Delivers all pairs except the first, and then the first with the last. @returns the games acknowledged before */
  async function fill(here: Fleet, config: MatchConfig): Promise<void> {
    const id = fingerprintOf(matchFacts(config));
    await expect.poll(() => here.transport.jobs.size).toBe(1);
    const deliver = (task: number) => {
      const games = [2 * task, 2 * task + 1].map((game) => fakeGame(config, game, blackWins));
      const outcome = { kind: 'games' as const, games };
      return here.transport.deliver(id, { id, task, worker: factsOf('one'), outcome });
    };
    await Promise.all(Array.from({ length: UNITS - 2 }, (_, i) => deliver(i + 1)));
    await Promise.all([deliver(0), deliver(UNITS)]);
  }
  /** Calls `then` when all of those are about to be written to the results file. */
  function whenWritten(then: () => Promise<void>): void {
    const real = ResultStore.prototype.addAll;
    vi.spyOn(ResultStore.prototype, 'addAll').mockImplementation(async function (this: ResultStore, records) {
      if (this.file === at('m.jsonl') && records.length > UNITS) await then();
      return real.call(this, records);
    });
  }
  const gamesOf = (file: string) => {
    const lines = readFileSync(file, 'utf8').split('\n').slice(1, -1);
    return new Set(lines.map((line) => JSON.parse(line).game));
  };

  test('a crash while they are written to the results file loses none', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 2 * UNITS + 2 });
    let isCopied = false;
    whenWritten(async () => {
      cpSync(at('m.ahead.jsonl'), at('crash.ahead.jsonl'));
      isCopied = true;
    });
    const stop = new AbortController();
    const outcome = lead(here, config, {}, stop);
    await fill(here, config);
    stop.abort();
    expect((await outcome).standings.games).toBe(2 * (UNITS - 1));
    expect(isCopied).toBe(true);
    expect(gamesOf(at('crash.ahead.jsonl')).size).toBeGreaterThanOrEqual(2 * (UNITS - 2));
    // And a placed result is not stored twice forever.
    expect(gamesOf(at('m.ahead.jsonl'))).toEqual(new Set([2 * UNITS, 2 * UNITS + 1]));
  });

  test('a full disk at that time loses none of them either', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 2 * UNITS + 2 });
    whenWritten(async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    });
    const outcome = lead(here, config).catch((error) => error);
    await fill(here, config);
    expect(String(await outcome)).toMatch(/no space left on the disk: free disk space and run the same command again/);
    expect(gamesOf(at('m.ahead.jsonl')).size).toBeGreaterThanOrEqual(2 * (UNITS - 2));
  });
});

describe('an excluded worker', () => {
  // All its results are games of the match, but it always lets White win.
  test('its games are removed, stored separately and played again', async () => {
    const here = fleet();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 120 });
    let isOut = false;
    const isRemoved = () => here.notices.some((line) => line.startsWith('excluded cheat'));
    // The last pairs wait: otherwise the match can be over before the exclusion has reached its coordinator.
    const lingering = ({ play, timeScale }: Prepared): Prepared => ({
      timeScale,
      play: async (task, signal, ...more) => {
        while (task >= 40 && !isRemoved() && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1));
        return play(task, signal, ...more);
      },
    });
    const cheat = fakePlayer(config, () => false, 2);
    hire(here, 'cheat', lingering(cheat), 1);
    hire(here, 'honest', lingering(fakePlayer(config, blackWins, 2)), 1);
    const outcome = await lead(here, config, {
      onGame: ({ game }) => {
        if (game < 60 || isOut) return;
        isOut = true;
        void here.transport.setExcluded('cheat', true);
      },
    });
    expect(outcome.end).toBe('done');
    expect(comparable(readFileSync(at('m.jsonl'), 'utf8'))).toEqual(expected(config, 120));
    const aside = readFileSync(at('m.excluded.jsonl'), 'utf8').split('\n').slice(1, -1);
    expect(aside.length).toBeGreaterThan(0);
    for (const line of aside) expect(JSON.parse(line).worker.name).toBe('cheat');
    expect(outcome.standings.workers.map(({ name }) => name)).toEqual(['honest']);
    expect(here.notices.join('\n')).toMatch(/excluded cheat: \d+ games removed; they will be replayed/);
    expect(here.notices).toContain('cheat: excluded by the fleet: takes no jobs');
  });
});

test('games of a longer match stay in the file of waiting games', async () => {
  const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 8 });
  const whole = fleet();
  hire(whole, 'one', fakePlayer(config, blackWins));
  await lead(whole, config);
  const [header] = readFileSync(at('m.jsonl'), 'utf8').split('\n');
  const later = [10, 11].map((game) => JSON.stringify(fakeGame({ ...config, gamesPerPairing: 12 }, game, blackWins)));
  writeFileSync(at('m.ahead.jsonl'), `${[header, ...later].join('\n')}\n`);
  expect((await lead(fleet(), config)).end).toBe('done');
  expect(readFileSync(at('m.ahead.jsonl'), 'utf8').split('\n').slice(1, -1)).toEqual(later);
  // A longer match uses them.
  const longer = fleet();
  const twelve = { ...config, gamesPerPairing: 12 };
  const player = fakePlayer(twelve, blackWins);
  const tasks: number[] = [];
  const noting: Prepared = {
    ...player,
    play: (task, signal) => {
      tasks.push(task);
      return player.play(task, signal);
    },
  };
  hire(longer, 'two', noting);
  expect((await lead(longer, twelve)).standings.games).toBe(12);
  expect(tasks).toEqual([4]);
  expect(existsSync(at('m.ahead.jsonl'))).toBe(false);
});

test('a worker is excluded from a match whose file name was that of another match', async () => {
  const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 8, fresh: true });
  const before = fakeConfig(at('m.jsonl'), { openingOrder: { order: 'random', symmetry: 'cycle', seed: 9 } });
  const facts = matchFacts(before);
  const header = { type: 'match', format: 1, facts, fingerprint: fingerprintOf(facts), startedAt: '' };
  for (const name of ['m.jsonl', 'm.excluded.jsonl']) writeFileSync(at(name), `${JSON.stringify(header)}\n`);
  const here = fleet();
  hire(here, 'cheat', fakePlayer(config, blackWins));
  await lead(here, config);
  const next = fleet();
  next.transport.excluded.add('cheat');
  hire(next, 'honest', fakePlayer(config, blackWins));
  expect((await lead(next, { ...config, fresh: false })).end).toBe('done');
  expect(next.notices.join('\n')).toContain('excluded cheat: 8 games removed');
});

test('a worker that gives a match up plays no more games than before, and finishes them before it leaves', async () => {
  const here = fleet();
  const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 40 });
  const player = fakePlayer(config, blackWins);
  let [atOnce, most, started, ended] = [0, 0, 0, 0];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const failing: Prepared = {
    timeScale: 1,
    play: async (task, signal) => {
      most = Math.max(most, ++atOnce);
      if (started++ === 0) {
        atOnce--;
        throw new Error('no memory');
      }
      await Promise.race([held, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
      atOnce--;
      ended++;
      return player.play(task, signal);
    },
  };
  const drain = hire(here, 'failing', failing, 4);
  const stop = new AbortController();
  const outcome = lead(here, config, {}, stop);
  await expect.poll(() => here.notices.join()).toContain('not taken: no memory');
  // Longer than the refusal lasts.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(most).toBeLessThanOrEqual(4);
  drain.abort();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ended).toBe(0);
  release();
  await here.workers[0];
  expect(ended).toBe(started - 1);
  stop.abort();
  await outcome;
});

test('a worker that cannot play a match says why and leaves it to others', async () => {
  const here = fleet();
  const config = fakeConfig(at('m.jsonl'));
  const stop = new AbortController();
  const options = {
    facts: factsOf('strict'),
    slots: 1,
    prepare: () => Promise.reject(new Error("not on this worker's allow list: --allow a=00")),
    load: () => 0,
    onNotice: (line: string) => here.notices.push(line),
    heartbeatMs: 10,
  };
  here.workers.push(runWorker(options, here.transport, stop.signal, stop.signal));
  const outcome = lead(here, config);
  await expect.poll(() => here.notices).toContain("a - b: not taken: not on this worker's allow list: --allow a=00");
  hire(here, 'other', fakePlayer(config, blackWins));
  expect((await outcome).end).toBe('done');
  stop.abort();
  expect(here.notices.filter((line) => line.includes('not taken'))).toHaveLength(1);
});

test('the first stop finishes the pair, the second returns it', async () => {
  const here = fleet();
  const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 4 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const player = fakePlayer(config, blackWins);
  const slow: Prepared = {
    timeScale: 1,
    play: async (task, signal) => {
      await Promise.race([held, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
      return player.play(task, signal);
    },
  };
  const drain = hire(here, 'patient', slow, 1);
  const hasty = new AbortController();
  const options = {
    facts: factsOf('hasty'),
    slots: 1,
    prepare: async () => slow,
    load: () => 0,
    onNotice: () => {},
    heartbeatMs: 10,
  };
  const left = runWorker(options, here.transport, hasty.signal, hasty.signal);
  const outcome = lead(here, config);
  await expect.poll(() => [...here.transport.jobs.values()][0]?.active.size).toBe(2);
  drain.abort();
  hasty.abort();
  await left;
  await expect.poll(() => [...here.transport.jobs.values()][0]?.active.size).toBe(1);
  expect([...here.transport.cards.keys()]).toEqual(['patient']);
  release();
  await Promise.all(here.workers);
  expect(here.transport.cards.size).toBe(0);
  hire(here, 'last', player, 1);
  expect((await outcome).end).toBe('done');
  const text = readFileSync(at('m.jsonl'), 'utf8');
  expect(comparable(text)).toEqual(expected(config, 4));
  const players = text
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line).worker.name);
  expect(players.sort()).toEqual(['last', 'last', 'patient', 'patient']);
});
