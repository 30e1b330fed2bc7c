/** What an engine does about threads that do not end: they may write to their memory for as long as the process runs. */
import { beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/api.ts';
import { CONTROL_WORDS, HELPED_ID, IS_LOADED } from '../../../src/engine/control.ts';
import { createEngineOn } from '../../../src/engine/engine.ts';
import type { ThinkMessage } from '../../../src/engine/messages.ts';
import type { Platform, ThreadEvents, ThreadSetup } from '../../../src/engine/platform.ts';
import { MAX_PAGES } from '../../../src/engine/runtime/memory-layout.ts';

/** A thread that answers each think at once, by its events. */
interface Started extends ThreadSetup {
  readonly thinks: ThinkMessage[];
}

let started: Started[];
let canEnd: boolean;
/** Whether helpers finish their thinks. */
let canHelp: boolean;
/** Whether helpers report errors. */
let areBroken: boolean;
let engine: Engine;

function start(setup: ThreadSetup, events: ThreadEvents): ReturnType<Platform['startThread']> {
  const thinks: ThinkMessage[] = [];
  started.push({ ...setup, thinks });
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  control[IS_LOADED] = 1;
  return {
    control,
    readsControl: true,
    post(message) {
      if (message.type !== 'think') return;
      thinks.push(message);
      if (message.helper > 0) {
        if (areBroken) events.onMessage({ type: 'error', id: message.id, text: 'bad' });
        else if (canHelp) control[HELPED_ID] = message.id;
        return;
      }
      const { id } = message;
      const figures = { pv: [4, 4], score: 0, depth: 1, selDepth: 1, nodes: 1, line: 0, lines: 1 };
      if (message.isShared)
        events.onMessage({ type: 'started', id, startedAt: message.startedAt ?? PLATFORM.monotonicMs() });
      // Helpers join as soon as their memory is free.
      setTimeout(() => events.onMessage({ ...figures, type: 'result', id, best: [4, 4], forced: false, searchMs: 1 }));
    },
    keepAlive() {},
    end: async () => canEnd,
  };
}

const PLATFORM: Platform = {
  // No time passes.
  monotonicMs: () => 0,
  clockSince: (epochMs) => () => -epochMs,
  residentBytes: () => 0,
  sharedPages: [MAX_PAGES],
  startThread: start,
};

beforeEach(() => {
  started = [];
  canEnd = true;
  canHelp = true;
  areBroken = false;
  engine = createEngineOn(PLATFORM, { size: 9 });
});

const memories = () => started.map(({ memory }) => memory);

test.each([true, false])('the memory of a thread is used again only if the thread has ended: %s', async (hasEnded) => {
  await engine.think();
  const [first] = memories();
  canEnd = hasEnded;
  await engine.close();
  const next = createEngineOn(PLATFORM, { size: 9 });
  await next.think();
  expect(memories()[1] === first).toBe(hasEnded);
  canEnd = true;
  await next.close();
});

test('helpers that have not ended keep their memory: the next think begins in another one', async () => {
  engine.setThreads(2);
  await engine.think({ maxMs: 1000 });
  const [first, helper] = started;
  expect([started.length, helper.thinks.length, helper.memory]).toEqual([2, 1, first.memory]);
  canEnd = false;
  engine.setThreads(1);
  engine.setThreads(2);
  await new Promise((resolve) => setTimeout(resolve, 5));
  canEnd = true;
  await engine.think({ maxMs: 1000 });
  expect(started.length).toBe(4);
  const [, , newFirst, newHelper] = started;
  expect(newFirst.memory).not.toBe(first.memory);
  expect([newHelper.memory, newHelper.thinks.length]).toEqual([newFirst.memory, 1]);
  await engine.close();
});

test('a helper that reports an error is replaced in the next think', async () => {
  engine.setThreads(2);
  areBroken = true;
  for (let move = 0; move < 3; move++) await engine.think({ maxMs: 1000 });
  expect(started.map(({ thinks }) => thinks.map(({ helper }) => helper))).toEqual([[0, 0, 0], [1], [1], [1]]);
  await engine.close();
});

test.each([true, false])(
  'a table grows over the memory of helpers only if they have finished: %s',
  async (hasFinished) => {
    engine.setThreads(2);
    canHelp = hasFinished;
    await engine.think({ maxMs: 100 });
    await engine.think({ maxMs: 100 });
    expect(started).toHaveLength(2);
    await engine.think({ maxMs: 5000 });
    const [first, helper, ...others] = started;
    expect(helper.memory).toBe(first.memory);
    // A new helper after the larger table, or two new threads in another memory.
    expect(others).toHaveLength(hasFinished ? 1 : 2);
    for (const { memory } of others) expect(memory === first.memory).toBe(hasFinished);
    await engine.close();
  },
);

test('a table does not grow over the memory of helpers that are ending', async () => {
  engine.setThreads(2);
  await engine.think({ maxMs: 100 });
  const [first] = started;
  engine.setThreads(1);
  await engine.think({ maxMs: 5000 });
  expect(started[2].memory).not.toBe(first.memory);
  await engine.close();
});
