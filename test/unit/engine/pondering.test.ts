/** What the search receives on the opponent's time, with a search that the test plays. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../../src/engine/api.ts';
import { CONTROL_WORDS, IS_LOADED, STOP_UP_TO } from '../../../src/engine/control.ts';
import { createEngineOn } from '../../../src/engine/engine.ts';
import type { ThinkMessage } from '../../../src/engine/messages.ts';
import type { Platform, ThreadEvents } from '../../../src/engine/platform.ts';

const FIGURES = { score: 0, depth: 3, selDepth: 3, nodes: 10, line: 0, lines: 1 };

let thinks: ThinkMessage[];
let events: ThreadEvents;
let control: Int32Array;
let threads: number;
let isAwaited: boolean;
let debug: string[];
let engine: Engine;

function open(options: EngineOptions = {}, readsControl = true): void {
  thinks = [];
  debug = [];
  threads = 0;
  const platform: Platform = {
    monotonicMs: () => performance.now(),
    clockSince: (epochMs) => () => performance.now() - epochMs,
    residentBytes: () => 0,
    sharedPages: [],
    startThread(_, given) {
      events = given;
      control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
      control[IS_LOADED] = 1;
      threads++;
      return {
        control,
        readsControl,
        post: (message) => message.type === 'think' && void thinks.push(message),
        keepAlive(wanted) {
          isAwaited = wanted;
        },
        end: async () => true,
      };
    },
  };
  engine = createEngineOn(platform, { size: 9, onDebug: (text) => debug.push(text), ...options });
}

const last = () => thinks.at(-1)!;
/** Resolves when the engine has done everything that was pending. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const answer = (pv: readonly number[]) =>
  events.onMessage({ ...FIGURES, type: 'result', id: last().id, pv, best: pv.slice(0, 2), forced: false, searchMs: 1 });
const isStopped = ({ id }: ThinkMessage) => Atomics.load(control, STOP_UP_TO) >= id;

/** The engine finds a move, which is played. @param pv the line that begins with it, as x and y in turn */
async function move(...pv: number[]): Promise<void> {
  const think = engine.think();
  answer(pv);
  const { x, y } = await think;
  engine.play(x, y);
  await settled();
}

beforeEach(() => open({ pondering: true }));

describe('begins', () => {
  test('when the found move is played: searches for the opponent', async () => {
    await move(4, 4, 5, 5, 3, 4);
    expect(thinks).toHaveLength(2);
    expect(last()).toMatchObject({ maxMs: 600_000, maxDepth: 0, maxNodes: 0, lines: 1, excluded: [] });
    expect(last().position).toMatchObject({ stones: [4, 4, 1], color: 2 });
    expect([engine.isPondering, engine.isThinking, isAwaited]).toEqual([true, false, false]);
    expect(isStopped(last())).toBe(false);
  });

  test('only if it is enabled, and never before a think', async () => {
    open();
    await move(4, 4, 5, 5);
    expect([thinks.length, engine.isPondering]).toEqual([1, false]);
    engine.setPondering(true);
    engine.play(5, 5);
    await move(3, 4, 5, 4);
    expect([thinks.length, engine.isPondering]).toEqual([3, true]);
    engine.setPondering(false);
    expect(engine.isPondering).toBe(false);
  });

  test('not if another move is played, or the game is over', async () => {
    const think = engine.think();
    answer([4, 4, 5, 5]);
    await think;
    engine.play(3, 3);
    engine.undo();
    engine.play(4, 4);
    await settled();
    expect([thinks.length, engine.isPondering]).toEqual([1, false]);

    const four = [0, 1, 2, 3].flatMap((x) => [
      { x, y: 0, color: 1 as const },
      { x, y: 8, color: 2 as const },
    ]);
    engine.setPosition({ stones: four });
    await move(4, 0, 4, 8);
    expect([thinks.length, engine.isPondering]).toEqual([2, false]);

    engine.newGame({ size: 3, rule: 0, winLength: 3 });
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [2, 0],
      [1, 1],
      [0, 1],
      [2, 1],
      [1, 2],
      [0, 2],
    ])
      engine.play(x, y);
    await move(2, 2);
    expect([thinks.length, engine.isPondering]).toEqual([3, false]);
  });

  test('not if the search cannot be stopped', async () => {
    open({ pondering: true }, false);
    await move(4, 4, 5, 5);
    expect([thinks.length, engine.isPondering]).toEqual([1, false]);
  });
});

describe('ends', () => {
  const calls: Record<string, () => unknown> = {
    play: () => engine.play(5, 5),
    undo: () => engine.undo(),
    newGame: () => engine.newGame(),
    setPosition: () => engine.setPosition({ stones: [] }),
    setRule: () => engine.setRule(1),
    stop: () => engine.stop(),
    cancel: () => engine.cancel(),
    clearHash: () => engine.clearHash(),
    setMemory: () => engine.setMemory(0),
    setTableBytes: () => engine.setTableBytes(0),
    setThreads: () => engine.setThreads(2),
    setPondering: () => engine.setPondering(false),
    close: () => engine.close(),
  };
  test.each(Object.keys(calls))('by %s', async (name) => {
    await move(4, 4, 5, 5);
    const pondered = last();
    calls[name]();
    expect([engine.isPondering, isStopped(pondered)]).toEqual([false, true]);
  });

  test('by another think', async () => {
    await move(4, 4, 5, 5);
    const pondered = last();
    const think = engine.think({ maxMs: 1000 });
    expect(last().id).toBeGreaterThan(pondered.id);
    // Later reports of the previous think do not reach the caller of this one.
    events.onMessage({
      ...FIGURES,
      type: 'result',
      id: pondered.id,
      pv: [0, 0],
      best: [0, 0],
      forced: false,
      searchMs: 1,
    });
    answer([5, 5]);
    expect(await think).toMatchObject({ x: 5, y: 5 });
  });

  test('before it has begun', async () => {
    const think = engine.think();
    answer([4, 4, 5, 5]);
    await think;
    engine.play(4, 4);
    expect(engine.isPondering).toBe(true);
    engine.play(5, 5);
    await settled();
    expect([thinks.length, engine.isPondering]).toEqual([1, false]);
  });

  test('by itself when there is nothing left to find', async () => {
    await move(4, 4, 5, 5);
    answer([3, 4]);
    expect(engine.isPondering).toBe(false);
  });

  test('silently if the search fails; the next think uses a new one', async () => {
    await move(4, 4, 5, 5);
    events.onFailure('out of memory');
    expect([engine.isPondering, debug]).toEqual([false, []]);
    engine.play(5, 5);
    const think = engine.think();
    answer([3, 4]);
    await think;
    expect([threads, debug]).toEqual([2, []]);
  });
});

test("the table has the requested size, or else the size for the longest of the engine's own moves", async () => {
  const MB = 1 << 20;
  const think = async (maxMs: number) => {
    const thinking = engine.think({ maxMs });
    const isFirst = engine.position.stones.length === 0;
    answer(isFirst ? [4, 4, 5, 5] : [3, 3]);
    await thinking;
    return last().tableBytes / MB;
  };
  expect(await think(150)).toBe(16);
  engine.play(4, 4);
  await settled();
  expect([engine.isPondering, last().tableBytes / MB]).toEqual([true, 16]);
  expect(await think(400)).toBe(32);
  expect(await think(150)).toBe(32);
  expect(await think(60_000)).toBe(128);
  engine.setTableBytes(24 * MB);
  expect(await think(150)).toBe(24);
});
