/** A book that a fleet searches, over a transport without a network: it is that of a local run, whatever happens. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { searchForBook } from '../../src/engine/book-search.ts';
import {
  type BookSpec,
  bookId,
  moveFault,
  parseBookSpec,
  parsePosition,
  positionText,
  taskOf,
} from '../../src/measure/fleet/book-spec.ts';
import { type BookLeading, leadBookSearch } from '../../src/measure/fleet/book-work.ts';
import { Offers } from '../../src/measure/fleet/offers.ts';
import { prepareBook } from '../../src/measure/fleet/play-own.ts';
import { readOutcome, type TaskOutcome } from '../../src/measure/fleet/wire.ts';
import { EnginePool } from '../../src/platform/node/engine-pool.ts';
import { type Expansion, expandBook } from '../../src/records/book/expand.ts';
import { Line, PASS } from '../../src/records/book/key.ts';
import { formatBook, parseBook } from '../../src/records/book/text.ts';
import { factsOf } from '../unit/measure/fleet/fake-match.ts';
import { LOADING, MemoryTransport } from '../unit/measure/fleet/memory-transport.ts';
import { startWorker } from './workers.ts';

const START = 'tengen-book 1 rule=renju size=15\nh8\n h9\n  j9\n i9\n  j8\n';
const KIND = { rule: 4, size: 15, nodes: 600, lines: 3 };
const EXPANSION: Expansion = { positions: 12, until: Number.POSITIVE_INFINITY, even: 30000, deep: 10, ahead: 4 };
const NEVER = new AbortController().signal;

const player = { bench: async () => 7 };
const textOf = (book: ReturnType<typeof parseBook>) => [...formatBook(book)].join('');
let expected = '';

beforeAll(async () => {
  const engines = new EnginePool({ rule: KIND.rule, size: KIND.size });
  const book = parseBook(START);
  await expandBook(
    book,
    EXPANSION,
    async (lines) => {
      const found = [];
      for (const line of lines) found.push(await engines.use(NEVER, (engine) => searchForBook(engine, line, KIND)));
      return found;
    },
    () => {},
  );
  expected = textOf(book);
  await engines.close();
});

interface Changes {
  readonly slots?: number;
  readonly change?: (outcome: TaskOutcome) => TaskOutcome;
}

function hire(transport: MemoryTransport, name: string, { slots = 2, change }: Changes = {}) {
  const notices: string[] = [];
  const stop = new AbortController();
  const options = {
    facts: factsOf(name),
    slots,
    prepare: async (...[work, file]: [Parameters<typeof prepareBook>[0], Parameters<typeof prepareBook>[1]]) => {
      const prepared = await prepareBook(work, file, player, NEVER);
      const play: typeof prepared.play = async (...task) => {
        const outcome = await prepared.play(...task);
        return change?.(outcome) ?? outcome;
      };
      return { ...prepared, play };
    },
    load: () => 0,
    onNotice: (line: string) => void notices.push(line),
    heartbeatMs: 10,
  };
  startWorker(options, transport, stop);
  return { notices, stop };
}

/** Expands a text on a fleet. @param changes stops the run after `changes` rounds */
async function expand(
  transport: MemoryTransport,
  {
    from = START,
    done = 0,
    rounds = Number.POSITIVE_INFINITY,
    ...more
  }: Partial<BookLeading> & {
    from?: string;
    /** Positions already searched. */
    done?: number;
    rounds?: number;
  } = {},
): Promise<{ text: string; count: number }> {
  const book = parseBook(from);
  const stop = new AbortController();
  const positions = EXPANSION.positions - done;
  const leading: BookLeading = { name: 'a.tbook', positions, player, tickMs: 10, searchAfterMs: 100, ...more };
  const led = await leadBookSearch(KIND, leading, stop.signal, transport);
  let [text, count, round] = [from, 0, 0];
  await expandBook(book, { ...EXPANSION, positions }, led.search, (searched) => {
    if (++round > rounds) return stop.abort();
    [text, count] = [textOf(book), searched];
    led.saved();
  }).catch((error) => {
    if (!stop.signal.aborted) throw error;
  });
  await led.leave(!stop.signal.aborted);
  return { text, count };
}

describe('a book searched by a fleet', () => {
  test.each([1, 3])('with %i workers: the book of a local run', async (count) => {
    const transport = new MemoryTransport();
    for (let i = 0; i < count; i++) hire(transport, `w${i}`);
    expect(await expand(transport)).toEqual({ text: expected, count: EXPANSION.positions });
    expect(transport.jobs.size).toBe(0);
  });

  test('a restarted coordinator uses results that arrived meanwhile, without having requested them', async () => {
    const transport = new MemoryTransport();
    hire(transport, 'w');
    const before = await expand(transport, { rounds: 1 });
    expect(before.count).toBe(2); // as many as there are leaves at first
    // The second round was searched and not saved: the transport holds its results.
    const [work] = [...transport.jobs.values()];
    await expect.poll(() => work.undelivered.length).toBeGreaterThanOrEqual(4);
    const offered: number[] = [];
    const lead = transport.lead.bind(transport);
    transport.lead = async (...all) => {
      const led = await lead(...all);
      const offer: typeof led.offer = (tasks, positions) => {
        offered.push(...tasks);
        return led.offer(tasks, positions);
      };
      return { ...led, offer };
    };
    const after = await expand(transport, { from: before.text, done: before.count });
    expect(after.text).toBe(expected);
    expect(offered.length).toBeLessThan(after.count);
  });

  test('an impossible result is rejected with a line, and its position is searched again', async () => {
    const transport = new MemoryTransport();
    let bad = 3;
    hire(transport, 'liar', {
      change: (outcome) =>
        bad-- > 0 ? { kind: 'position', found: { moves: [{ cell: 112, value: 0, depth: 1 }], depth: 1 } } : outcome,
    });
    const notices: string[] = [];
    expect((await expand(transport, { onNotice: (line) => void notices.push(line) })).text).toBe(expected);
    expect(notices).toHaveLength(3);
    expect(notices[0]).toMatch(
      /^worker liar, position \d: a move off the board, or on a stone: rejected and offered again$/,
    );
  });

  test('results of an excluded worker are not used, and another one searches', async () => {
    const transport = new MemoryTransport();
    transport.excluded.add('out');
    const id = bookId(await specOf());
    const line = new Line(4, 15, parseBook(START).lineTo(3).plies);
    const running = expand(transport);
    await expect.poll(() => transport.jobs.get(id)?.hasCoordinator).toBe(true);
    await expect.poll(() => transport.jobs.get(id)?.status).toBeTruthy();
    const found = { moves: [{ cell: 0, value: 5, depth: 9 }], depth: 9 };
    await transport.deliver(id, {
      id,
      task: taskOf(line),
      worker: factsOf('out'),
      outcome: { kind: 'position', found },
    });
    hire(transport, 'w');
    expect((await running).text).toBe(expected);
  });

  test('exclusions are read before waiting results are used', async () => {
    const transport = new MemoryTransport();
    const id = bookId(await specOf());
    const stop = new AbortController();
    const leading: BookLeading = { name: 'a.tbook', positions: 1, player, tickMs: 10, searchAfterMs: 100 };
    const first = await leadBookSearch(KIND, leading, stop.signal, transport);
    await first.leave(false);
    const line = new Line(4, 15, parseBook(START).lineTo(3).plies);
    const found = { moves: [{ cell: 0, value: 5, depth: 9 }], depth: 9 };
    const outcome = { kind: 'position' as const, found };
    await transport.deliver(id, { id, task: taskOf(line), worker: factsOf('out'), outcome });
    transport.excluded.add('out');
    transport.broken.board.push(new Error(LOADING)); // the first tick comes too late
    const led = await leadBookSearch(KIND, leading, stop.signal, transport);
    hire(transport, 'w');
    expect(await led.search([line])).not.toEqual([found]);
    led.saved();
    await led.leave(true);
  });

  test('a result that arrives before its position is requested is checked, and counts once it is requested', async () => {
    const transport = new MemoryTransport();
    const id = bookId(await specOf());
    const notices: string[] = [];
    const leading: BookLeading = { name: 'a.tbook', positions: 2, player, tickMs: 10, searchAfterMs: 1e9 };
    const onNotice = (line: string) => void notices.push(line);
    const led = await leadBookSearch(KIND, { ...leading, onNotice }, NEVER, transport);
    const [one, two] = [0, 3].map((index) => new Line(4, 15, parseBook(START).lineTo(index).plies));
    const foundAt = (cell: number) => ({ moves: [{ cell, value: 5, depth: 9 }], depth: 9 });
    const send = (line: Line, cell: number) => {
      const outcome = { kind: 'position' as const, found: foundAt(cell) };
      return transport.deliver(id, { id, task: taskOf(line), worker: factsOf('early'), outcome });
    };
    const sent = [send(one, 0), send(two, two.plies[0])];
    await expect.poll(() => led.unsaved).toBe(2);
    const round = led.search([one, two]);
    await expect
      .poll(() => notices)
      .toEqual([expect.stringMatching(/^worker early, position 2: a move off the board/)]);
    sent.push(send(two, 0));
    expect(await round).toEqual([foundAt(0), foundAt(0)]);
    led.saved();
    await led.leave(true);
    await Promise.all(sent);
    expect(transport.jobs.size).toBe(0);
  });

  test('a search that no worker would accept is rejected before it is announced', async () => {
    const transport = new MemoryTransport();
    const leading: BookLeading = { name: 'a.tbook', positions: 1, player };
    const lead = leadBookSearch({ ...KIND, nodes: 5 }, leading, NEVER, transport);
    await expect(lead).rejects.toThrow(/nodes 5: expected a whole number from 100 to/);
    expect(transport.jobs.size).toBe(0);
  });

  test('transport errors do not end it: one line for each kind', async () => {
    const transport = new MemoryTransport();
    const notices: string[] = [];
    transport.breakCalls();
    const running = expand(transport, { onNotice: (line) => void notices.push(line) });
    await expect.poll(() => Object.values(transport.broken).flat()).toEqual([]);
    hire(transport, 'w');
    expect((await running).text).toBe(expected);
    expect(notices.sort()).toEqual(MemoryTransport.BROKEN_LINES);
  });

  test('a result that cannot be processed is rejected and searched again; a disk error ends the search', async () => {
    const transport = new MemoryTransport();
    const notices: string[] = [];
    const back = vi.spyOn(Offers.prototype, 'back').mockImplementationOnce(() => {
      throw new TypeError('no number');
    });
    hire(transport, 'w');
    expect((await expand(transport, { onNotice: (line) => void notices.push(line) })).text).toBe(expected);
    back.mockRestore();
    expect(notices).toEqual([expect.stringMatching(/^worker w, position \d: no number: rejected and offered again$/)]);
    transport.broken.board.push(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    await expect(expand(transport)).rejects.toThrow('the disk cannot be read or written');
  });

  test('a worker with another engine does not join', async () => {
    const transport = new MemoryTransport();
    const running = expand(transport, { player: { bench: async () => 8 } });
    const { notices } = hire(transport, 'other');
    await expect.poll(() => notices.join()).toContain('tengen bench gives 7 nodes here: expected 8');
    const [work] = [...transport.jobs.values()];
    expect(work.announcement.kind).toBe('book');
    work.onResult = null;
    void running.catch(() => {});
  });
});

async function specOf(): Promise<BookSpec> {
  const transport = new MemoryTransport();
  const led = await leadBookSearch(KIND, { name: 'x', positions: 1, player }, NEVER, transport);
  const [bytes] = [...transport.files.values()];
  await led.leave(true);
  return parseBookSpec(Buffer.from(bytes).toString());
}

const call = (faultOf: () => unknown) => {
  try {
    return faultOf();
  } catch (error) {
    return error;
  }
};

describe('messages of a book search', () => {
  const spec: BookSpec = { ...KIND, version: '1', weights: 'w', bench: 7 };

  test('a position is restored as it was', () => {
    for (const plies of [[], [112, 97, PASS, 0], [224]]) {
      const line = new Line(4, 15, plies);
      expect(parsePosition(positionText(line), spec)?.plies).toEqual(plies);
      expect(Number.isSafeInteger(taskOf(line))).toBe(true);
    }
  });

  test.each(['225', '-2', '1 1', 'x', '1  2', '1.5', '-'])('"%s" is not a position', (text) => {
    expect(parsePosition(text, spec)).toBeNull();
  });

  test.each([
    [undefined, 'found missing: expected an object'],
    [{ moves: [], depth: 3 }, 'found.moves list of 0: expected at least 1'],
    [{ moves: Array(4).fill({ cell: 1, value: 1, depth: 1 }), depth: 3 }, 'expected 1 to 3 moves'],
    [
      { moves: [{ cell: 1, value: 1, depth: 1 }], depth: 256 },
      'found.depth 256: expected a whole number from 0 to 255',
    ],
    [{ moves: [{ cell: 225, value: 1, depth: 1 }], depth: 3 }, 'a move off the board'],
    [{ moves: [{ cell: 1, value: 32000, depth: 1 }], depth: 3 }, 'found.moves[0].value 32000'],
    [{ moves: Array(2).fill({ cell: 1, value: 1, depth: 1 }), depth: 3 }, 'a duplicate move'],
  ])('%j is rejected', (found, fault) => {
    const faultOf = () => {
      const outcome = readOutcome({ kind: 'position', found });
      return outcome.kind === 'position' && outcome.found && moveFault(outcome.found, new Line(4, 15, [112]), spec);
    };
    expect(`${call(faultOf)}`).toContain(fault);
  });

  test.each([
    ['{', 'not valid JSON'],
    [JSON.stringify({ ...spec, rule: 77 }), 'rule 77'],
    [JSON.stringify({ ...spec, size: 23 }), 'size 23: expected a whole number from 3 to 22'],
    [JSON.stringify({ ...spec, nodes: 1 }), 'nodes 1: expected a whole number from 100'],
    [JSON.stringify({ ...spec, lines: 17 }), 'lines 17: expected a whole number from 1 to 16'],
  ])('%s is not a book', (text, fault) => {
    expect(() => parseBookSpec(text)).toThrow(fault);
  });
});
