/** Guarantees of every coordinator: the same tests for matches, self-play and books. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src/engine/runtime/kernel.ts';
import { leadBookSearch } from '../../src/measure/fleet/book-work.ts';
import { runFleetMatch } from '../../src/measure/fleet/match-work.ts';
import type { RangePlayer } from '../../src/measure/fleet/range-player.ts';
import { optionsFingerprint, packRecords } from '../../src/measure/fleet/selfplay-spec.ts';
import { runFleetSelfPlay } from '../../src/measure/fleet/selfplay-work.ts';
import type { TaskResult } from '../../src/measure/fleet/wire.ts';
import { type Prepared, runWorker } from '../../src/measure/fleet/worker.ts';
import { matchFacts } from '../../src/measure/match/match.ts';
import { fingerprintOf } from '../../src/measure/match/store.ts';
import { startGenerator } from '../../src/measure/selfplay/generate.ts';
import { playRange, productOf, redrawRange, type SelfPlayRun } from '../../src/measure/selfplay/product.ts';
import { type Expansion, expandBook, type Found, type SearchAll } from '../../src/records/book/expand.ts';
import { Line } from '../../src/records/book/key.ts';
import { formatBook, parseBook } from '../../src/records/book/text.ts';
import { temporaryFolder } from '../folder.ts';
import { comparable, factsOf, fakeConfig, fakeGame, fakePlayer } from '../unit/measure/fleet/fake-match.ts';
import { LOADING, MemoryTransport, OUT_OF_MEMORY } from '../unit/measure/fleet/memory-transport.ts';
import { repeatingRun } from './repeats.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const at = (name: string) => join(folder, name);

interface Leading {
  readonly transport: MemoryTransport;
  readonly stop: AbortSignal;
  readonly notices: string[];
  /** Called when the file has grown. */
  readonly onWritten?: () => void;
  /** The results file; with another one it is the same job. */
  readonly file?: string;
}

interface Kind {
  readonly name: 'match' | 'self-play' | 'book';
  /** The name of its tasks. */
  readonly task: string;
  /** Coordinates the job until it is done or stopped. @throws the error that ends it */
  lead(leading: Leading): Promise<void>;
  /** Plays a task of the job. */
  play: Prepared['play'];
  /** Plays it differently, in a way that a coordinator cannot detect. */
  cheat: Prepared['play'];
  /** The result of the job. */
  product(): unknown;
  expected(): unknown;
}

const OPTIONS = { tickMs: 10, searchAfterMs: 30 };

const blackWins = (game: number) => (Math.imul(game + 7, 0x9e3779b1) >>> 16) % 3 !== 0;
const GAMES = 40;
const config = (file = 'm.jsonl') => fakeConfig(at(file), { gamesPerPairing: GAMES });
const MATCH: Kind = {
  name: 'match',
  task: 'pair',
  lead: async ({ transport, stop, notices, onWritten, file }) => {
    const onNotice = (line: string) => void (line.startsWith('workers need') || notices.push(line));
    await runFleetMatch(config(file), onWritten === undefined ? {} : { onGame: onWritten }, stop, transport, {
      ...OPTIONS,
      onNotice,
    });
  },
  play: (...all) => fakePlayer(config(), blackWins).play(...all),
  cheat: (...all) => fakePlayer(config(), (game) => !blackWins(game)).play(...all),
  product: () => comparable(readFileSync(at('m.jsonl'), 'utf8')),
  expected: () => {
    const facts = matchFacts(config());
    const header = { type: 'match', format: 1, facts, fingerprint: fingerprintOf(facts), startedAt: '' };
    const lines = [header, ...Array.from({ length: GAMES }, (_, i) => fakeGame(config(), i, blackWins))];
    return comparable(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  },
};

let RUN: SelfPlayRun = {
  rule: 0,
  sizes: [8],
  nodes: 100,
  seed: 1,
  games: 40,
  handset: true,
  network: null,
  labels: null,
};
const RANGE = 4;
let kernel: Kernel;
const played = new Map<number, Uint8Array[]>();
beforeAll(() => {
  kernel = startGenerator();
  RUN = repeatingRun(kernel, RUN);
  for (const nodes of [RUN.nodes, 2 * RUN.nodes]) {
    const pieces: Uint8Array[] = [];
    playRange(kernel, productOf({ ...RUN, nodes }), 0, RUN.games, ({ bytes }) => pieces.push(bytes));
    played.set(nodes, pieces);
  }
});
const rangesOf =
  (nodes: number): Prepared['play'] =>
  async (task) => {
    const bytes = Buffer.concat(played.get(nodes)!.slice(task * RANGE, (task + 1) * RANGE));
    return { kind: 'records', data: packRecords(bytes) };
  };
const player: RangePlayer = {
  play: () => Promise.reject(new Error('only workers play')),
  redraw: async (run, first, openings, taken) => {
    const pieces: Uint8Array[] = [];
    redrawRange(kernel, productOf(run), first, openings, taken, ({ bytes }) => pieces.push(bytes));
    return Buffer.concat(pieces);
  },
  bench: async () => 7,
};
const SELFPLAY: Kind = {
  name: 'self-play',
  task: 'range',
  lead: async ({ transport, stop, notices, onWritten, file = 's.tgs' }) => {
    const onNotice = (line: string) => void notices.push(line);
    const leading = { out: at(file), player, atOnce: RANGE, ...OPTIONS, onNotice, ...(onWritten && { onWritten }) };
    await runFleetSelfPlay(RUN, null, leading, stop, transport);
  },
  play: rangesOf(RUN.nodes),
  cheat: rangesOf(2 * RUN.nodes),
  product: () => readFileSync(at('s.tgs')).toString('hex'),
  expected: () => {
    const product = productOf(RUN, optionsFingerprint(RUN, null));
    const { pieces } = product.read(Buffer.concat(played.get(RUN.nodes)!), 0);
    const again = new Map<number, Uint8Array>();
    const openings = pieces.map(({ opening }) => opening);
    redrawRange(kernel, product, 0, openings, [], ({ index, bytes }) => again.set(index, bytes));
    expect(again.size).toBeGreaterThan(0);
    const bytes = pieces.map((piece) => again.get(piece.index) ?? piece.bytes);
    return Buffer.concat([product.head, ...bytes]).toString('hex');
  },
};

const START = 'tengen-book 1 rule=freestyle size=15\nh8\n h9\n  j9\n  i9\n  g7\n i9\n  j8\n  h11\n';
const BOOK_KIND = { rule: 0, size: 15, nodes: 600, lines: 3 };
const EXPANSION: Expansion = { positions: 24, until: 1e9, even: 30000, deep: 10, ahead: 4 };
/** @returns moves determined by the position */
function foundFor(line: Line, salt: number): Found {
  const free = Array.from({ length: 225 }, (_, cell) => cell).filter((cell) => !line.has(cell));
  const first = (line.low + salt) % free.length;
  const moves = [0, 1, 2].map((i) => ({ cell: free[(first + 7 * i) % free.length], value: salt - i, depth: 3 }));
  return { moves, depth: 3 };
}
const searches =
  (salt: number): Prepared['play'] =>
  async (_task, _signal, position) => {
    const line = new Line(BOOK_KIND.rule, BOOK_KIND.size, position!.split(' ').map(Number));
    return { kind: 'position', found: foundFor(line, salt) };
  };
let bookText = '';
const BOOK: Kind = {
  name: 'book',
  task: 'position',
  lead: async ({ transport, stop, notices, onWritten, file = 'b.tbook' }) => {
    const onNotice = (line: string) => void notices.push(line);
    const done = Number(/^# (\d+)/.exec(bookText)?.[1] ?? 0);
    const positions = EXPANSION.positions - done;
    const leading = { name: file, positions, player, ...OPTIONS, onNotice };
    const book = parseBook(bookText === '' ? START : bookText);
    const led = await leadBookSearch(BOOK_KIND, leading, stop, transport);
    try {
      await expandBook(book, { ...EXPANSION, positions }, led.search, (count) => {
        bookText = `# ${done + count}\n${[...formatBook(book)].join('')}`;
        led.saved();
        onWritten?.();
      });
      await led.leave(true);
    } catch (error) {
      await led.leave(false);
      if (!stop.aborted) throw error;
    }
  },
  play: searches(5),
  cheat: searches(9),
  product: () => bookText,
  expected: async () => {
    const book = parseBook(START);
    const search: SearchAll = async (lines) => lines.map((line) => foundFor(line, 5));
    const count = await expandBook(book, EXPANSION, search, () => {});
    return `# ${count}\n${[...formatBook(book)].join('')}`;
  },
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  bookText = '';
});

describe.each([MATCH, SELFPLAY, BOOK])('$name', (kind) => {
  interface Job {
    readonly transport: MemoryTransport;
    readonly notices: string[];
    readonly stop: AbortController;
    /** Settles like the job; null: without an error. */
    readonly ended: Promise<unknown>;
    readonly id: string;
  }

  /** Starts the job and waits until its first tasks are offered. */
  async function begin(transport = new MemoryTransport(), more: Partial<Leading> = {}): Promise<Job> {
    const [stop, notices]: [AbortController, string[]] = [new AbortController(), []];
    const leading = { transport, notices, stop: stop.signal, ...more };
    const ended = kind.lead(leading).then(
      () => null,
      (error) => error,
    );
    closers.push(() => {
      stop.abort();
      return ended;
    });
    const offered = () => [...transport.jobs.values()].some(({ waiting }) => waiting.length > 1);
    await Promise.race([ended, expect.poll(offered).toBe(true)]);
    return { transport, notices, stop, ended, id: [...transport.jobs.keys()][0] };
  }

  /** An honest worker. */
  function hire(
    transport: MemoryTransport,
    play = kind.play,
    name = 'honest',
    onNotice: (line: string) => void = () => {},
  ): { readonly stop: AbortController; readonly ended: Promise<void> } {
    const stop = new AbortController();
    const prepare = async () => ({ timeScale: 1, play });
    const options = { facts: factsOf(name), slots: 2, prepare, load: () => 0, onNotice, heartbeatMs: 10 };
    const ended = runWorker(options, transport, stop.signal, stop.signal);
    closers.push(() => {
      stop.abort();
      return ended;
    });
    return { stop, ended };
  }

  /** @returns the result of an offered task: the n-th of those that wait */
  async function resultOf({ transport, id }: Job, n: number, worker: string, play = kind.play): Promise<TaskResult> {
    const { waiting, positions } = transport.jobs.get(id)!;
    const task = waiting[n];
    const outcome = await play(task, new AbortController().signal, positions.get(task));
    return { id, task, worker: factsOf(worker), outcome };
  }

  async function finish({ transport, ended }: Job): Promise<void> {
    hire(transport);
    expect(await ended).toBeNull();
    expect(kind.product()).toEqual(await kind.expected());
    expect(transport.jobs.size).toBe(0);
  }

  test('done by one worker: the file is that of a run on one machine', async () => {
    const job = await begin();
    await finish(job);
    expect(job.notices).toEqual([]);
  });

  test('a lost lease ends it with the reason; the transport keeps results for the next coordinator', async () => {
    const job = await begin();
    const result = await resultOf(job, 0, 'one');
    job.transport.lose(job.id);
    await job.transport.deliver(job.id, result);
    expect(job.transport.jobs.get(job.id)?.undelivered).toEqual([result]);
    expect(String(await job.ended)).toMatch(/another coordinator took over/);
    await finish(await begin(job.transport));
  });

  test('Redis is emptied: lost tasks are offered again', async () => {
    let count = 0;
    const transport = new MemoryTransport();
    const job = await begin(transport, { onWritten: () => void (count++ === 2 && transport.empty()) });
    transport.empty();
    await finish(job);
    expect(count).toBeGreaterThan(2);
  });

  test('stopped while results wait for an earlier one: the next run uses them and those that arrived meanwhile', async () => {
    const job = await begin();
    const results = await Promise.all([1, 2].map((n) => resultOf(job, n, 'one')));
    const early = job.transport.deliver(job.id, results[0]);
    job.stop.abort();
    expect(await job.ended).toBeNull();
    await early;
    await job.transport.deliver(job.id, results[1]);
    await finish(await begin(job.transport));
  });

  test('stopped while the transport does not answer: it ends, and the next run resumes', async () => {
    const transport = new MemoryTransport();
    transport.isSilent = true;
    const opening = new AbortController();
    const opened = kind.lead({ transport, notices: [], stop: opening.signal });
    await expect.poll(() => transport.unanswered).toBeGreaterThan(0);
    opening.abort();
    await opened;
    transport.isSilent = false;
    const job = await begin(transport);
    transport.isSilent = true;
    transport.unanswered = 0;
    await expect.poll(() => transport.unanswered).toBeGreaterThan(0);
    job.stop.abort();
    expect(await job.ended).toBeNull();
    transport.isSilent = false;
    await finish(await begin(transport));
  });

  test('heartbeats that fail do not end a worker: one line for each kind of error', async () => {
    const job = await begin();
    const notices: string[] = [];
    const heartbeat = job.transport.heartbeat.bind(job.transport);
    const errors = [OUT_OF_MEMORY, OUT_OF_MEMORY, LOADING];
    job.transport.heartbeat = async (card) => {
      const error = errors.shift();
      if (error !== undefined) throw new Error(error);
      return heartbeat(card);
    };
    hire(job.transport, kind.play, 'honest', (line) => notices.push(line));
    expect(await job.ended).toBeNull();
    const lines = [OUT_OF_MEMORY, LOADING].map((error) => `fleet: ${error}: retrying`);
    expect(notices.filter((line) => line.startsWith('fleet:'))).toEqual(lines);
  });

  test('a worker leaves at once while it finishes tasks of a coordinator that is gone', async () => {
    const job = await begin();
    const notices: string[] = [];
    const endless: Prepared['play'] = (task, signal, position) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(kind.play(task, signal, position))));
    const { stop, ended } = hire(job.transport, endless, 'busy', (line) => notices.push(line));
    await expect.poll(() => job.transport.jobs.get(job.id)?.active.size).toBe(2);
    job.stop.abort();
    await job.ended;
    await expect.poll(() => notices.at(-1)).toMatch(/: no coordinator; finishing the tasks in progress$/);
    stop.abort();
    await ended;
  });

  test('neither earlier nor later results of an excluded worker are used', async () => {
    const job = await begin();
    const cheated = await Promise.all([1, 0].map((n) => resultOf(job, n, 'cheat', kind.cheat)));
    const waits = job.transport.deliver(job.id, cheated[0]);
    const status = () => job.transport.jobs.get(job.id)?.status?.tasksDone;
    await expect.poll(status).toBe(1);
    await job.transport.setExcluded('cheat', true);
    await expect.poll(status).toBe(0);
    await waits;
    await job.transport.deliver(job.id, cheated[1]);
    await finish(job);
  });

  test('results of an excluded worker are not even read: no line about them', async () => {
    const transport = new MemoryTransport();
    transport.excluded.add('cheat');
    const job = await begin(transport);
    const result = await resultOf(job, 0, 'cheat');
    const failed = { kind: 'failed-start', names: ['a'], detail: 'x' };
    for (const outcome of [null, failed]) await transport.deliver(job.id, { ...result, outcome });
    await finish(job);
    expect(job.notices).toEqual([]);
  });

  test('impossible results: one line each, and the task is offered again', async () => {
    const job = await begin();
    const { transport, id, notices } = job;
    const result = await resultOf(job, 0, 'liar');
    const wrong = kind.name === 'book' ? { kind: 'games', games: [] } : { kind: 'position', found: null };
    await transport.deliver(id, { ...result, id: 'beef' });
    await transport.deliver(id, { ...result, worker: {} });
    for (const outcome of [null, wrong, { kind: 'failed-start', names: ['nowhere'], detail: 'x' }]) {
      await transport.deliver(id, { ...result, outcome });
    }
    if (kind.name !== 'book') await transport.deliver(id, { ...result, task: 99 });
    const [other, nameless, ...refused] = notices;
    expect(other).toMatch(/ beef\b.*: rejected$/);
    expect(nameless).toMatch(/a result: worker\.name .*: rejected$/);
    const again = new RegExp(`^worker liar, ${kind.task} 1: .*: rejected and offered again$`);
    expect(refused.slice(0, 3)).toEqual(Array(3).fill(expect.stringMatching(again)));
    if (kind.name !== 'book') expect(refused[3]).toMatch(/ 99\b.*: rejected$/);
    await finish(job);
  });

  test('a second result of a task is dropped and counted', async () => {
    const job = await begin();
    const result = await resultOf(job, 1, 'one');
    const first = job.transport.deliver(job.id, result);
    const second = job.transport.deliver(job.id, await resultOf(job, 1, 'two', kind.cheat));
    await expect.poll(() => job.transport.jobs.get(job.id)?.status?.lateResults).toBe(1);
    await finish(job);
    await Promise.all([first, second]);
  });

  test('two coordinators: the fleet rejects the second', async () => {
    const job = await begin();
    const leading = { transport: job.transport, notices: [], stop: new AbortController().signal, file: 'other' };
    await expect(kind.lead(leading)).rejects.toThrow(/already has another coordinator/);
    await finish(job);
  });

  test('transport errors do not end it: one line for each kind', async () => {
    const transport = new MemoryTransport();
    transport.breakCalls();
    const job = await begin(transport);
    await expect.poll(() => Object.values(transport.broken).flat()).toEqual([]);
    await finish(job);
    expect(job.notices.sort()).toEqual(MemoryTransport.BROKEN_LINES);
  });

  test('a disk error ends it, with advice', async () => {
    const transport = new MemoryTransport();
    transport.broken.board.push(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    const file = { match: /m\.jsonl/, 'self-play': /s\.tgs/, book: /b\.tbook/ }[kind.name];
    const error = String(await kind.lead({ transport, notices: [], stop: new AbortController().signal }).catch(String));
    expect(error).toMatch(file);
    expect(error).toMatch(/the disk cannot be read or written: check the disk/);
  });
});
