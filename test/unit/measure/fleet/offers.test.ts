/** Which tasks are on offer, how far ahead, and which are searched for. */
import { expect, test, vi } from 'vitest';
import { Offers } from '../../../../src/measure/fleet/offers.ts';
import type { Lead } from '../../../../src/measure/fleet/transport.ts';
import type { WorkerStatus } from '../../../../src/measure/fleet/wire.ts';
import { diskError } from '../../../../src/platform/node/disk-error.ts';
import { factsOf } from './fake-match.ts';

/** A transport that records offers and finds what the test sets. */
function wire() {
  const offered: number[][] = [];
  const lost = new Set<number>();
  const lead: Lead = {
    offer: async (tasks) => void offered.push([...tasks]),
    missing: async (tasks) => tasks.filter((task) => lost.has(task)),
    board: async () => ({ workers: [], excluded: [] }),
    report: async () => {},
    leave: async () => {},
  };
  return { lead, offered, lost };
}

/** @returns the numbers below `end` that are not done */
function* wanted(end: number, done: ReadonlySet<number> = new Set()): Generator<number> {
  for (let task = 0; task < end; task++) if (!done.has(task)) yield task;
}

const card = (name: string, slots: number, refusals = {}): WorkerStatus => {
  return { facts: factsOf(name, `${name}-host`), slots, working: null, busy: 0, tasksDone: 0, upMs: 0, refusals };
};

test('twice as many tasks as slots are on offer, in their order, but at least four', async () => {
  const { lead, offered } = wire();
  const done = new Set([1, 3]);
  const offers = new Offers();
  await offers.pump(lead, wanted(100, done));
  expect(offered).toEqual([[0, 2, 4, 5]]);
  const workers = [card('one', 3), card('two', 2), card('strict', 8, { id: 'not this' }), card('bad', 8)];
  const present = offers.count('id', workers, ['bad-host']);
  expect(present.map(({ facts }) => facts.name)).toEqual(['one', 'two', 'strict']);
  await offers.pump(lead, wanted(100, done));
  expect(offered[1]).toEqual([6, 7, 8, 9, 10, 11]);
  for (const task of [2, 4]) offers.back(task);
  await offers.pump(lead, wanted(13, done.add(2)));
  expect([offered[2], offers.size]).toEqual([[4, 12], 10]);
  await offers.pump(lead, wanted(100, done));
  expect(offered).toHaveLength(3);
});

test('tasks whose offer failed are offered by the next pump', async () => {
  const { lead, offered } = wire();
  const offers = new Offers();
  const failing = { offer: () => Promise.reject(new Error('OOM')) };
  await expect(offers.pump(failing, wanted(2))).rejects.toThrow('OOM');
  await offers.pump(lead, wanted(2));
  expect(offered).toEqual([[0, 1]]);
});

test('a task that is missing in two searches is offered again, one that is found is not', async () => {
  const { lead, offered, lost } = wire();
  const offers = new Offers(0);
  await offers.pump(lead, wanted(4));
  lost.add(1).add(2);
  await offers.search(lead);
  lost.delete(2);
  await offers.pump(lead, wanted(4));
  expect(offered).toEqual([[0, 1, 2, 3]]);
  await offers.search(lead);
  await offers.pump(lead, wanted(4));
  expect(offered.slice(1)).toEqual([[1]]);
});

test('lost tasks of many ages are all offered again, and no others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { lead, offered, lost } = wire();
    const offers = new Offers(100);
    const most = 40;
    offers.count('id', [card('one', most / 2)], []);
    // Whatever their distance, searches never see all of them at the same time.
    for (let task = 0; task < most; task++) {
      await offers.pump(lead, wanted(task + 1));
      vi.advanceTimersByTime((task * 7) % 31);
      if (task % 3 > 0) lost.add(task);
    }
    offered.length = 0;
    for (let i = 0; i < 30; i++) {
      await offers.search(lead);
      for (const task of offered.flat()) lost.delete(task);
      await offers.pump(lead, wanted(most));
      vi.advanceTimersByTime(13);
    }
    const again = offered.flat().sort((a, b) => a - b);
    expect(again).toEqual(Array.from({ length: most }, (_, i) => i).filter((task) => task % 3 > 0));
  } finally {
    vi.useRealTimers();
  }
});

test('a task that was found in between must be missing twice again', async () => {
  const { lead, offered, lost } = wire();
  const offers = new Offers(0);
  await offers.pump(lead, wanted(2));
  for (const isLost of [true, false, true]) {
    if (isLost) lost.add(1);
    else lost.delete(1);
    await offers.search(lead);
  }
  await offers.pump(lead, wanted(2));
  expect(offered).toEqual([[0, 1]]);
  await offers.search(lead);
  await offers.pump(lead, wanted(2));
  expect(offered).toEqual([[0, 1], [1]]);
});

test('a disk error becomes a line with advice, any other error is unchanged', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(diskError(full, 'm.jsonl', '; games are kept')).toMatchObject({
    name: 'UserError',
    message: 'm.jsonl: no space left on the disk: free disk space; games are kept',
  });
  const other = new Error('else');
  expect(diskError(other, 'm.jsonl', '; games are kept')).toBe(other);
});
