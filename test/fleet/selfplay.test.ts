/** Self-play by a fleet over a transport without a network: the file is that of a local run, whatever happens. */

import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { COMMAND as SELFPLAY } from '../../src/cli/selfplay.ts';
import type { Kernel } from '../../src/engine/runtime/kernel.ts';
import { weightsName } from '../../src/measure/fleet/own-engine.ts';
import { prepareSelfPlay } from '../../src/measure/fleet/play-own.ts';
import type { RangePlayer } from '../../src/measure/fleet/range-player.ts';
import {
  gamesAtOnce,
  packRecords,
  parseSelfPlaySpec,
  rangeOf,
  taskCount,
  unpackRecords,
} from '../../src/measure/fleet/selfplay-spec.ts';
import { runFleetSelfPlay, type SelfPlayLeading } from '../../src/measure/fleet/selfplay-work.ts';
import type { TaskOutcome, TaskResult } from '../../src/measure/fleet/wire.ts';
import { startGenerator } from '../../src/measure/selfplay/generate.ts';
import { playRange, productOf, redrawRange, type SelfPlayRun } from '../../src/measure/selfplay/product.ts';
import { decodeFile, decodeGames, encodeGame, type SelfPlayGame } from '../../src/measure/selfplay/record.ts';
import { temporaryFolder } from '../folder.ts';
import { factsOf } from '../unit/measure/fleet/fake-match.ts';
import { MemoryTransport } from '../unit/measure/fleet/memory-transport.ts';
import { repeatingRun } from './repeats.ts';
import { startWorker } from './workers.ts';

/** Least number of games whose opening an earlier game has. */
const REPEATS = 3;
/** A small board, so that openings repeat. */
const RUN = repeatingRun(
  startGenerator(),
  { rule: 0, sizes: [8], nodes: 100, seed: 3, games: 110, handset: true, network: null, labels: null },
  REPEATS,
);
const NAME = 'here.tgs';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
let expected = Buffer.alloc(0);
/** Games of the ranges before openings are compared. */
let alone: SelfPlayGame[] = [];
let kernel: Kernel;

const runHere = (out: string, games: number, more: string[] = []) => {
  const { rule, sizes, nodes, seed } = RUN;
  const words = ['--rule', `${rule}`, '--sizes', sizes.join(), '--nodes', `${nodes}`, '--seed', `${seed}`, '--handset'];
  return runCommand(SELFPLAY, ['--out', at(out), '--games', `${games}`, ...words, ...more]);
};

beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await runHere(NAME, RUN.games)).toBe(0);
  expected = readFileSync(at(NAME));
  kernel = startGenerator();
  const pieces: Uint8Array[] = [];
  playRange(kernel, productOf(RUN), 0, RUN.games, ({ bytes }) => pieces.push(bytes));
  alone = decodeGames(Buffer.concat(pieces), 0).games;
});
afterAll(() => {
  vi.restoreAllMocks();
});

const encoded = (games: readonly SelfPlayGame[]) => Buffer.concat(games.map(encodeGame));

/** Plays in this process: instantly, from known games. */
const player: RangePlayer = {
  play: async (_run, first, count) => encoded(alone.slice(first, first + count)),
  redraw: async (run, first, openings, taken, signal) => {
    signal.throwIfAborted();
    const pieces: Uint8Array[] = [];
    redrawRange(kernel, productOf(run), first, openings, taken, ({ bytes }) => pieces.push(bytes));
    return Buffer.concat(pieces);
  },
  bench: async () => 7,
};

interface Changes {
  readonly change?: (outcome: TaskOutcome, task: number) => TaskOutcome;
  readonly ms?: (task: number) => number;
  readonly own?: RangePlayer;
}

function hire(transport: MemoryTransport, name: string, { change, ms, own = player }: Changes = {}): string[] {
  const notices: string[] = [];
  const stop = new AbortController();
  const options = {
    facts: factsOf(name),
    slots: 2,
    prepare: async (
      ...[work, file]: Parameters<typeof prepareSelfPlay> extends [infer A, infer B, ...unknown[]] ? [A, B] : never
    ) => {
      const prepared = await prepareSelfPlay(work, file, own, at('cache'), stop.signal);
      const play: typeof prepared.play = async (task, signal) => {
        await new Promise((resolve) => setTimeout(resolve, ms?.(task) ?? 1));
        const outcome = await prepared.play(task, signal);
        return change?.(outcome, task) ?? outcome;
      };
      return { ...prepared, play };
    },
    load: () => 0,
    onNotice: (line: string) => notices.push(line),
    heartbeatMs: 10,
  };
  startWorker(options, transport, stop);
  return notices;
}

function lead(
  transport: MemoryTransport,
  out: string,
  more: Partial<SelfPlayLeading> = {},
  stop = new AbortController(),
  run = RUN,
) {
  const leading = { out: at(out), player, atOnce: 8, tickMs: 10, searchAfterMs: 30, ...more };
  const network = run.network === null ? null : readFileSync(run.network);
  return runFleetSelfPlay(run, network, leading, stop.signal, transport);
}

describe('the file of a fleet is that of a local run', () => {
  test.each([1, 7, 64, 1000])('in ranges of %i', async (atOnce) => {
    const transport = new MemoryTransport();
    // Later ranges come first.
    const ms = (task: number) => 1 + ((task * 7) % 5) * 4;
    hire(transport, 'one', { ms });
    hire(transport, 'two', { ms });
    const out = `${atOnce}.tgs`;
    const outcome = await lead(transport, out, { atOnce });
    expect(readFileSync(at(out))).toEqual(expected);
    expect(outcome).toMatchObject({ games: RUN.games, isDone: true });
    // Otherwise this would test nothing.
    expect(outcome.redrawn).toBeGreaterThanOrEqual(REPEATS);
    expect(transport.jobs.size).toBe(0);
    expect(await lead(transport, out, { atOnce })).toEqual({ games: RUN.games, isDone: true, redrawn: 0 });
  });

  test('stopped, truncated in mid-game, resumed locally and by the fleet', async () => {
    const transport = new MemoryTransport();
    hire(transport, 'one');
    const stop = new AbortController();
    const stopped = await lead(transport, 'cut.tgs', { onWritten: (games) => games >= 16 && stop.abort() }, stop);
    expect(stopped.isDone).toBe(false);
    const { games, completeBytes } = decodeFile(readFileSync(at('cut.tgs')));
    expect(games.length).toBe(stopped.games);
    truncateSync(at('cut.tgs'), completeBytes - 3);
    expect(await runHere('cut.tgs', games.length + 2)).toBe(0);
    expect((await lead(transport, 'cut.tgs')).isDone).toBe(true);
    expect(readFileSync(at('cut.tgs'))).toEqual(expected);
  });

  test('a file of another run is not touched, and of two coordinators only one runs', async () => {
    const transport = new MemoryTransport();
    const other = Buffer.from(expected);
    other.writeUInt32LE(99, 12);
    writeFileSync(at('other.tgs'), other);
    await expect(lead(transport, 'other.tgs')).rejects.toThrow(/seed 99; use the same/);
    expect(readFileSync(at('other.tgs'))).toEqual(other);
    const stop = new AbortController();
    const first = lead(transport, 'twice.tgs', {}, stop);
    await expect.poll(() => transport.jobs.size).toBe(1);
    await expect(lead(transport, 'twice.tgs')).rejects.toThrow(/twice\.tgs/);
    await expect(lead(transport, 'elsewhere.tgs')).rejects.toThrow(/already has another coordinator/);
    stop.abort();
    expect((await first).isDone).toBe(false);
  });
});

describe('labeled positions by a fleet', () => {
  const LABELS = { labelNodes: 20, period: 30, playouts: 1 };
  const LABELED = repeatingRun(startGenerator(), { ...RUN, seed: 1, games: 30, labels: LABELS });
  const labeler: RangePlayer = {
    ...player,
    play: async (run, first, count) => {
      const pieces: Uint8Array[] = [];
      playRange(kernel, productOf(run), first, count, ({ bytes }) => pieces.push(bytes));
      return Buffer.concat(pieces);
    },
  };

  test.each([0, 1])('the file is that of a local run, with %i positions of a game played out', async (playouts) => {
    const words = ['--seed', `${LABELED.seed}`, '--label-nodes', '20', '--period', '30', '--playouts', `${playouts}`];
    expect(await runHere(`here${playouts}.tgsa`, LABELED.games, words)).toBe(0);
    const here = readFileSync(at(`here${playouts}.tgsa`));
    kernel = startGenerator(); // the local run had its own
    const out = `fleet${playouts}.tgsa`;
    const run = { ...LABELED, labels: { ...LABELS, playouts } };
    const transport = new MemoryTransport();
    hire(transport, 'one', { own: labeler, ms: (task) => 1 + ((task * 7) % 5) * 4 });
    const stop = new AbortController();
    const stopped = await lead(transport, out, { onWritten: (games) => games >= 16 && stop.abort() }, stop, run);
    expect(stopped.isDone).toBe(false);
    const outcome = await lead(transport, out, {}, undefined, run);
    expect(outcome).toMatchObject({ games: LABELED.games, isDone: true });
    expect(stopped.redrawn + outcome.redrawn).toBeGreaterThan(0);
    expect(readFileSync(at(out)).equals(here)).toBe(true);
  });

  test('impossible positions of a game are rejected', async () => {
    const pieces: Uint8Array[] = [];
    const product = productOf(LABELED);
    playRange(kernel, product, 0, 2, ({ bytes }) => pieces.push(bytes));
    const fault = (change: (bytes: Buffer) => unknown) => {
      const bytes = Buffer.from(pieces[0]);
      change(bytes);
      return product.fault(product.read(bytes, 0).pieces[0], 0);
    };
    expect(fault(() => {})).toBeNull();
    expect(product.fault(product.read(pieces[1], 0).pieces[0], 0)).toBe('game 1: expected game 0');
    expect(fault((bytes) => bytes.writeUInt8(9, 1))).toBe('game 0: a board of size 9');
    expect(fault((bytes) => bytes.writeUInt8(3, 2))).toMatch(/^game 0, position 1: result 3$/);
    expect(fault((bytes) => bytes.writeUInt8(7, 3))).toMatch(/cannot be read/);
    expect(fault((bytes) => bytes.copy(bytes, 16, 18, 20))).toMatch(
      /position 1: expected one stone or more, each on a different point of the board$/,
    );
    expect(fault((bytes) => bytes.writeUInt16LE(9, 16))).toMatch(
      /position 1: expected one stone or more, each on a different point of the board$/,
    );
    expect(product.read(pieces[0].subarray(0, -1), 0).end).toBeLessThan(pieces[0].length - 1);
  });

  test('a custom network goes to the workers, who evaluate with it', async () => {
    const network = at('other.tgnn');
    writeFileSync(network, 'a network');
    const transport = new MemoryTransport();
    const given: string[] = [];
    const own: RangePlayer = {
      ...labeler,
      play: (run, ...more) => {
        given.push(run.network!);
        return labeler.play(run, ...more);
      },
    };
    hire(transport, 'one', { own });
    const outcome = await lead(transport, 'network.tgsa', {}, undefined, {
      ...LABELED,
      handset: false,
      games: 4,
      network,
    });
    expect(outcome.isDone).toBe(true);
    expect(readFileSync(given[0], 'utf8')).toBe('a network');
    expect(given[0].startsWith(at('cache'))).toBe(true);
  });
});

describe('results that do not count', () => {
  const withGames = (change: (games: SelfPlayGame[]) => SelfPlayGame[]) => (outcome: TaskOutcome) => {
    const data = outcome.kind === 'records' ? outcome.data : '';
    const { games } = decodeGames(unpackRecords(data, 1 << 20)!, 0);
    return { kind: 'records' as const, data: packRecords(encoded(change(games))) };
  };
  const firstGame = (change: (game: SelfPlayGame) => object) =>
    withGames(([game, ...games]) => [{ ...game, ...change(game) }, ...games]);

  test.each<[string, (outcome: TaskOutcome) => TaskOutcome, RegExp]>([
    ['no records', () => ({ kind: 'position', found: null }), /expected records of games/],
    ['half a record', () => ({ kind: 'records', data: packRecords(Buffer.from('xx')) }), /its records cannot be read/],
    ['nothing packed', () => ({ kind: 'records', data: 'AAAA' }), /its records cannot be read/],
    [
      'more bytes than its games can have',
      withGames(([game, ...games]) => [{ ...game, plies: new Array(8000).fill(game.plies[0]) }, ...games]),
      /its records cannot be read/,
    ],
    ['too few', withGames((games) => games.slice(1)), /7 games: expected 8/],
    ['another number', firstGame(() => ({ index: 99 })), /game 99: expected game 0/],
    ['another board', firstGame(() => ({ size: 9 })), /a board of size 9/],
    ['no such result', firstGame(() => ({ result: 3 })), /result 3/],
    ['no opening', firstGame(() => ({ openingPlies: 0 })), /an opening of 0 moves/],
    ['a stone on a stone', firstGame(({ plies }) => ({ plies: [plies[1], ...plies.slice(1)] })), /move 2 is not legal/],
    [
      'off the board',
      firstGame(({ plies }) => ({ plies: [{ ...plies[0], x: 20 }, ...plies.slice(1)] })),
      /move 1 is not/,
    ],
    [
      'a score too many',
      firstGame(({ plies }) => ({ plies: [{ ...plies[0], score: 1 }, ...plies.slice(1)] })),
      /score 1/,
    ],
  ])('%s', async (name, spoil, line) => {
    const transport = new MemoryTransport();
    let isFirst = true;
    const change = (outcome: TaskOutcome, task: number) => {
      if (task !== 0 || !isFirst) return outcome;
      isFirst = false;
      return spoil(outcome);
    };
    hire(transport, 'liar', { change });
    const notices: string[] = [];
    await lead(transport, `${name}.tgs`, { onNotice: (text) => notices.push(text) });
    expect(notices).toEqual([expect.stringMatching(line)]);
    expect(notices[0]).toMatch(/^worker liar, range 1: .*: rejected and offered again$/);
    expect(readFileSync(at(`${name}.tgs`))).toEqual(expected);
  });

  test('results of another job, duplicates, and those of an excluded worker', async () => {
    const transport = new MemoryTransport();
    const stop = new AbortController();
    const notices: string[] = [];
    const leading = lead(transport, 'odd.tgs', { onNotice: (text) => notices.push(text) }, stop);
    await expect.poll(() => transport.jobs.size).toBe(1);
    const [id] = transport.jobs.keys();
    const outcome = { kind: 'records' as const, data: packRecords(encoded(alone.slice(8, 16))) };
    const result: TaskResult = { id, task: 1, worker: factsOf('stranger'), outcome };
    await transport.deliver(id, { ...result, id: 'beef' });
    await transport.deliver(id, { ...result, task: 99 });
    expect(notices).toEqual([
      expect.stringMatching(/ of job beef, .*: rejected$/),
      expect.stringMatching(/ of task 99, /),
    ]);
    // Before its turn: the transport keeps it until it is written.
    let isTaken = false;
    const early = transport.deliver(id, result).then(() => {
      isTaken = true;
    });
    await transport.setExcluded('stranger', true);
    await early;
    expect(isTaken).toBe(true);
    hire(transport, 'honest');
    expect((await leading).isDone).toBe(true);
    expect(readFileSync(at('odd.tgs'))).toEqual(expected);
  });

  test('a range that waits for an earlier one is returned when the coordinator stops', async () => {
    const transport = new MemoryTransport();
    const stop = new AbortController();
    const leading = lead(transport, 'early.tgs', {}, stop);
    await expect.poll(() => transport.jobs.size).toBe(1);
    const [id] = transport.jobs.keys();
    const outcome = { kind: 'records' as const, data: packRecords(encoded(alone.slice(8, 16))) };
    const early = transport.deliver(id, { id, task: 1, worker: factsOf('fast'), outcome });
    stop.abort();
    await early;
    expect((await leading).games).toBe(0);
    expect(transport.jobs.get(id)?.undelivered).toHaveLength(1);
  });
});

describe('errors other than those of the disk do not end the run', () => {
  test('transport errors: one line for each kind', async () => {
    const transport = new MemoryTransport();
    const notices: string[] = [];
    transport.breakCalls();
    const leading = lead(transport, 'wire.tgs', { onNotice: (text) => notices.push(text) });
    await expect.poll(() => Object.values(transport.broken).flat()).toEqual([]);
    hire(transport, 'one');
    expect((await leading).isDone).toBe(true);
    expect(notices.sort()).toEqual(MemoryTransport.BROKEN_LINES);
    expect(readFileSync(at('wire.tgs'))).toEqual(expected);
  });

  const brokenFor = (faults: number): RangePlayer => ({
    ...player,
    redraw: async (...all) => {
      if (faults-- > 0) throw new Error('its own engine ended with 1');
      return player.redraw(...all);
    },
  });

  test("a replay that fails here is tried again, with the worker's result", async () => {
    const transport = new MemoryTransport();
    const notices: string[] = [];
    hire(transport, 'one');
    const leading = lead(transport, 'odd2.tgs', { player: brokenFor(2), onNotice: (text) => notices.push(text) });
    expect((await leading).isDone).toBe(true);
    const line = /^range \d+, from game \d+ on: the replay on this machine failed: its own .* with 1: retrying$/;
    expect(notices).toEqual(Array(2).fill(expect.stringMatching(line)));
    expect(readFileSync(at('odd2.tgs'))).toEqual(expected);
  });

  test('a replay that keeps failing here ends the run; the transport keeps its result', async () => {
    const transport = new MemoryTransport();
    hire(transport, 'one');
    await expect(lead(transport, 'odd3.tgs', { player: brokenFor(Number.POSITIVE_INFINITY) })).rejects.toThrow(
      /^range \d+, from game \d+ on: the replay on this machine failed 3 times: its own engine ended with 1: fix this/,
    );
    expect([...transport.jobs.values()][0].undelivered.length).toBeGreaterThan(0);
    expect((await lead(transport, 'odd3.tgs')).isDone).toBe(true);
    expect(readFileSync(at('odd3.tgs'))).toEqual(expected);
  });

  test('a replay with any other result counts as failed', async () => {
    const transport = new MemoryTransport();
    hire(transport, 'one');
    const odd = { ...player, redraw: async () => new Uint8Array(0) };
    await expect(lead(transport, 'odd4.tgs', { player: odd })).rejects.toThrow(/failed 3 times: openings occur twice/);
  });

  test('a run that no worker would accept is rejected before it is announced', async () => {
    const transport = new MemoryTransport();
    const run = { ...RUN, nodes: 5 };
    await expect(lead(transport, 'few.tgs', {}, undefined, run)).rejects.toThrow(
      /nodes 5: expected a whole number from 100 to/,
    );
    expect(transport.jobs.size).toBe(0);
  });

  test('a disk error does', async () => {
    const transport = new MemoryTransport();
    transport.broken.board.push(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    await expect(lead(transport, 'disk.tgs')).rejects.toThrow(
      /disk\.tgs: the disk cannot be read or written: check the disk/,
    );
  });
});

test('a restarted coordinator knows who is excluded before it uses waiting results', async () => {
  const transport = new MemoryTransport();
  const stop = new AbortController();
  const before = lead(transport, 'back.tgs', {}, stop);
  await expect.poll(() => transport.jobs.size).toBe(1);
  const [id] = transport.jobs.keys();
  stop.abort();
  await before;
  const outcome = { kind: 'records' as const, data: packRecords(encoded(alone.slice(0, 8))) };
  await transport.deliver(id, { id, task: 0, worker: factsOf('out'), outcome });
  transport.excluded.add('out');
  const [again, written] = [new AbortController(), vi.fn()];
  const leading = lead(transport, 'back.tgs', { onWritten: written }, again);
  await expect.poll(() => transport.jobs.get(id)?.status).toBeTruthy();
  again.abort();
  expect((await leading).games).toBe(0);
  expect(written).not.toHaveBeenCalled();
});

describe('a worker', () => {
  test('with another bench count does not join', async () => {
    const transport = new MemoryTransport();
    const stop = new AbortController();
    const leading = lead(transport, 'bench.tgs', {}, stop);
    const notices = hire(transport, 'other', { own: { ...player, bench: async () => 8 } });
    await expect.poll(() => notices).toEqual([expect.stringMatching(/tengen bench gives 8 nodes here: expected 7/)]);
    stop.abort();
    expect((await leading).games).toBe(0);
  });

  const spec = { ...RUN, atOnce: 8, version: '0', weights: weightsName(true, null), bench: 7 };
  test.each<[string, object | string, RegExp]>([
    ['no JSON', '{', /is not valid JSON/],
    ['null', 'null', /null: expected an object/],
    ['rule', { rule: 77 }, /rule 77: expected a rule that this tengen knows/],
    ['sizes', { sizes: [8, 99] }, /sizes\[1\] 99: expected a whole number from 8 to 22/],
    ['nodes', { nodes: 5 }, /nodes 5: expected a whole number from 100 to/],
    ['games', { games: '7' }, /games "7": expected a whole number from 0 to/],
    ['atOnce', { atOnce: 1e6 }, /atOnce 1000000: expected a whole number from 1 to 1000/],
    ['handset', { handset: 'yes --out x' }, /handset "yes --out x": expected true or false/],
    ['network', { network: '/etc/passwd' }, /network "\/etc\/passwd": expected a SHA-256/],
    ['a network in a list', { network: ['0'.repeat(64)] }, /network \["0+\.\.\.: expected a SHA-256/],
    [
      'labels',
      { labels: { labelNodes: 5, period: '3 --out x', playouts: 0 } },
      /labels\.period "3 --out x": expected a whole number from 1 to/,
    ],
  ])('validates everything it receives: %s', (_, change, line) => {
    const text = typeof change === 'string' ? change : JSON.stringify({ ...spec, ...change });
    expect(() => parseSelfPlaySpec(text)).toThrow(line);
  });

  test('gets each game once', () => {
    for (const atOnce of [1, 3, 8, 110, 111]) {
      const ranges = Array.from({ length: taskCount({ ...spec, atOnce }) }, (_, task) =>
        rangeOf({ ...spec, atOnce }, task),
      );
      const games = ranges.flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i));
      expect(games).toEqual(Array.from({ length: RUN.games }, (_, i) => i));
    }
    const atOnce = (nodes: number, labels: SelfPlayRun['labels'] = null) => gamesAtOnce({ nodes, labels });
    expect([atOnce(100), atOnce(3000), atOnce(1e8)]).toEqual([1000, 567, 1]);
    expect(atOnce(2000, { labelNodes: 500, period: 100, playouts: 12 })).toBe(340);
    expect(weightsName(false, null)).toMatch(/^learned [0-9a-f]{16}$/);
  });
});
