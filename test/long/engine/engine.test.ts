import { afterEach, describe, expect, test } from 'vitest';
import type { XY } from '../../../src/core/point.ts';
import type { Engine, EngineOptions, ThinkInfo, ThinkLimits } from '../../../src/engine/api.ts';
import { EngineError } from '../../../src/engine/errors.ts';
import { createEngine } from '../../../src/platform/node/engine.ts';
import { FORMS, SHARED_FORMS } from './forms.ts';

/** A think that ends only because something else ends it. */
const FOREVER_MS = 1 << 30;

const open: Engine[] = [];

function opened(engine: Engine): Engine {
  open.push(engine);
  return engine;
}

const engineWith = (options: EngineOptions = {}) => opened(createEngine(options));

const playFour = (engine: Engine) => {
  for (const [x, y] of [
    [7, 7],
    [8, 8],
    [6, 7],
    [8, 7],
  ])
    engine.play(x, y);
};

afterEach(() => {
  for (const engine of open.splice(0)) engine.close();
});

const codeOf = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    if (error instanceof EngineError) return error.code;
    throw error;
  }
  return 'none';
};

const rejection = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof EngineError ? error.code : String(error);
};

describe('the game', () => {
  test('stones alternate, undo removes them, a move returns its result', () => {
    const engine = engineWith();
    for (let x = 0; x < 4; x++) {
      expect(engine.play(x, 7).outcome).toBe('none');
      engine.play(x, 8);
    }
    expect(engine.sideToMove).toBe(1);
    expect(engine.play(4, 7)).toMatchObject({ outcome: 'win' });
    expect(engine.undo()).toEqual({ x: 4, y: 7, color: 1 });
    expect(engine.sideToMove).toBe(1);
    expect(engine.undo({ x: 0, y: 7 })).toEqual({ x: 0, y: 7, color: 1 });
    expect(engine.position.stones).toHaveLength(7);
  });

  test('the returned position is a copy', () => {
    const engine = engineWith({ size: 9 });
    const before = engine.position;
    engine.play(4, 4);
    expect(before.stones).toHaveLength(0);
    expect(before.cells[4 * 9 + 4]).toBe(0);
    engine.position.cells.fill(1);
    expect(engine.position.stones).toEqual([{ x: 4, y: 4, color: 1 }]);
    expect(codeOf(() => engine.play(0, 0))).toBe('none');
  });

  test('the returned position is created once for all callers until the next change', () => {
    const engine = engineWith({ size: 9 });
    const changes: (() => unknown)[] = [
      () => engine.play(4, 4),
      () => engine.undo(),
      () => engine.setRule(4),
      () => engine.setPosition({ stones: [{ x: 1, y: 2, color: 1 }] }),
      () => engine.newGame(),
    ];
    for (const change of changes) {
      const before = engine.position;
      expect(engine.position).toBe(before);
      expect(codeOf(() => engine.play(9, 9))).toBe('bad-point');
      expect(engine.position).toBe(before);
      change();
      expect(engine.position).not.toBe(before);
    }
  });

  test('fouls are reported, and explained in advance', () => {
    const engine = engineWith({ rule: 4 });
    engine.setPosition({
      stones: [
        { x: 7, y: 4, color: 1 },
        { x: 8, y: 4, color: 1 },
        { x: 6, y: 5, color: 1 },
        { x: 6, y: 6, color: 1 },
      ],
      sideToMove: 1,
    });
    expect(engine.forbiddenPoints()).toEqual([{ x: 6, y: 4 }]);
    expect(engine.explainForbidden(6, 4)).not.toBeNull();
    expect(engine.explainForbidden(0, 0)).toBeNull();
    expect(engine.play(6, 4).outcome).toBe('foul');
    engine.setRule(0);
    expect(engine.forbiddenPoints()).toEqual([]);
  });

  test('the side to move follows from the stones unless it is given', () => {
    const engine = engineWith();
    engine.setPosition({ stones: [{ x: 1, y: 1, color: 1 }] });
    expect(engine.sideToMove).toBe(2);
    engine.setPosition({ stones: [{ x: 1, y: 1, color: 3 }] });
    expect(engine.sideToMove).toBe(1);
    engine.setPosition({ stones: [], sideToMove: 2 });
    expect(engine.sideToMove).toBe(2);
  });

  test('size and rule stay until they change', () => {
    const engine = engineWith({ width: 20, height: 15, rule: 1 });
    engine.setPosition({ stones: [] });
    expect(engine.position).toMatchObject({ width: 20, height: 15, rule: { code: 1 } });
    engine.newGame({ size: 9 });
    expect(engine.position).toMatchObject({ width: 9, height: 9, rule: { code: 1 } });
    engine.newGame({ size: 3, rule: 0, winLength: 3 });
    expect(engine.position.rule.winLength).toBe(3);
  });

  test('impossible requests are rejected with a typed error and change nothing', () => {
    const engine = engineWith({ size: 9 });
    engine.play(4, 4);
    const before = engine.position;
    expect(codeOf(() => engine.play(4, 4))).toBe('occupied');
    expect(codeOf(() => engine.play(9, 0))).toBe('bad-point');
    expect(codeOf(() => engine.play(0.5, 0))).toBe('bad-point');
    expect(codeOf(() => engine.play(Number.NaN, 0))).toBe('bad-point');
    expect(codeOf(() => engine.undo({ x: 0, y: 0 }))).toBe('nothing-to-undo');
    expect(codeOf(() => engine.newGame({ size: 2 }))).toBe('bad-size');
    expect(codeOf(() => engine.newGame({ width: 23, height: 9 }))).toBe('bad-size');
    expect(codeOf(() => engine.setRule(12))).toBe('bad-rule');
    expect(codeOf(() => engine.setRule(1, 4))).toBe('bad-rule');
    expect(codeOf(() => engine.setMemory(-1))).toBe('bad-memory');
    expect(codeOf(() => engine.setMemory(1000))).toBe('bad-memory');
    const twice = { x: 1, y: 1, color: 1 as const };
    expect(codeOf(() => engine.setPosition({ stones: [twice, twice] }))).toBe('occupied');
    expect(engine.position).toEqual(before);
    expect(codeOf(() => engineWith({ size: 2 }))).toBe('bad-size');
    engine.undo();
    expect(codeOf(() => engine.undo())).toBe('nothing-to-undo');
  });
});

describe.each(FORMS)('thinking, as $form', ({ createEngine: create }) => {
  const engineWith = (options: EngineOptions = {}) => opened(create(options));

  test('finds a five and reports that it wins', async () => {
    const engine = engineWith();
    for (let x = 3; x < 7; x++) {
      engine.play(x, 7);
      engine.play(x, 9);
    }
    const result = await engine.think({ maxDepth: 4 });
    expect([2, 7]).toContain(result.x);
    expect(result).toMatchObject({ y: 7, winIn: 1, source: 'search' });
    expect(result.pv[0]).toEqual({ x: result.x, y: result.y });
    expect(engine.position.stones).toHaveLength(8);
  });

  test('reports its progress', async () => {
    const engine = engineWith();
    engine.play(7, 7);
    engine.play(8, 8);
    const told: ThinkInfo[] = [];
    const result = await engine.think({ maxDepth: 5 }, (info) => told.push(info));
    const iterations = told.filter((info) => info.kind === 'iteration');
    expect(iterations.length).toBeGreaterThan(0);
    expect(iterations.at(-1)).toMatchObject({ depth: result.depth, line: 0, lines: 1 });
    expect(result.nodes).toBeGreaterThan(0);
  });

  test('searches several lines on request', async () => {
    const engine = engineWith();
    engine.play(7, 7);
    engine.play(8, 8);
    const firsts = new Map<number, string>();
    await engine.think({ maxDepth: 4, lines: 3 }, (info) => {
      if (info.kind !== 'root' && info.lines === 3) firsts.set(info.line, `${info.pv[0].x},${info.pv[0].y}`);
    });
    expect([...firsts.keys()].sort()).toEqual([0, 1, 2]);
    expect(new Set(firsts.values()).size).toBe(3);
  });

  describe('does not play excluded points:', () => {
    const played = async (engine: Engine, excluded: XY[], limits: ThinkLimits = { maxDepth: 6 }) => {
      const { x, y } = await engine.think({ ...limits, excluded });
      return `${x},${y}`;
    };
    const board = (stones: string) => {
      const engine = engineWith();
      const points = stones.split(' ').map((point) => point.split(',').map(Number));
      for (const [x, y] of points) engine.play(x, y);
      return engine;
    };

    test.each([{ maxDepth: 6 }, { maxMs: 0 }, { maxDepth: 4, lines: 3 }])('not even a five: %o', async (limits) => {
      const engine = board('3,7 3,9 4,7 4,9 5,7 5,9 6,7 6,9');
      expect(await played(engine, [{ x: 2, y: 7 }], limits)).toBe('7,7');
      expect(['2,9', '7,9']).toContain(
        await played(
          engine,
          [
            { x: 2, y: 7 },
            { x: 7, y: 7 },
          ],
          limits,
        ),
      );
    });

    test('nor the start of a win by threats', async () => {
      const engine = board('7,7 0,0 8,7 14,14 9,7 0,14');
      const winning = await engine.think({ maxDepth: 6 });
      expect(winning.winIn).toBeGreaterThan(0);
      const other = await engine.think({ maxDepth: 6, excluded: [winning] });
      expect(`${other.x},${other.y}`).not.toBe(`${winning.x},${winning.y}`);
    });

    test('nor the center of an empty board', async () => {
      expect(await played(engineWith(), [{ x: 7, y: 7 }])).not.toBe('7,7');
    });

    test('and chooses among the few allowed points, with one thread or two', async () => {
      const allowed = ['2,2', '12,11'];
      const points = Array.from({ length: 225 }, (_, i) => ({ x: i % 15, y: Math.floor(i / 15) }));
      const excluded = points.filter(({ x, y }) => !allowed.includes(`${x},${y}`));
      for (const threads of [1, 2]) {
        const engine = board('7,7 8,8');
        engine.setThreads(threads);
        expect(allowed).toContain(await played(engine, excluded));
        expect(allowed).not.toContain(await played(engine, []));
      }
    });

    test('but one point must remain, and all must be on the board', async () => {
      const engine = engineWith({ size: 5 });
      const points = Array.from({ length: 25 }, (_, i) => ({ x: i % 5, y: Math.floor(i / 5) }));
      expect(await rejection(engine.think({ excluded: points }))).toBe('no-move');
      expect(await rejection(engine.think({ excluded: [{ x: 5, y: 0 }] }))).toBe('bad-point');
    });
  });

  test('ends at its time', async () => {
    const engine = engineWith();
    engine.play(7, 7);
    engine.play(8, 8);
    expect(await engine.think({ maxMs: 200 })).toMatchObject({ source: 'search' });
  });

  test('stop returns the best move so far', async () => {
    const engine = engineWith();
    engine.play(7, 7);
    engine.play(8, 8);
    const { x, y } = await engine.think({ maxMs: FOREVER_MS }, () => engine.stop());
    expect(codeOf(() => engine.play(x, y))).toBe('none');
  });

  test('limits changed during a think apply, shorter and longer ones', async () => {
    const engine = engineWith();
    engine.play(7, 7);
    engine.play(8, 8);
    const long = engine.think({ maxMs: FOREVER_MS });
    engine.setLimits({ maxMs: 150 });
    await long;
    const short = engine.think({ maxMs: 100 });
    engine.setLimits({ maxMs: 600 });
    expect((await short).elapsedMs).toBeGreaterThan(0);
    const now = engine.think({ maxMs: FOREVER_MS });
    engine.setLimits({ maxMs: 0 });
    await now;
  });

  test.each([2 ** 31 - 1, 2 ** 31 - 2, 2 ** 40])('a limit of %i ms is respected', async (maxMs) => {
    const engine = engineWith();
    engine.play(7, 7);
    engine.play(8, 8);
    const stopAtDepth4 = (info: ThinkInfo) => {
      if (info.kind === 'iteration' && info.depth >= 4) engine.stop();
    };
    expect((await engine.think({ maxMs }, stopAtDepth4)).depth).toBeGreaterThanOrEqual(4);
    const thinking = engine.think({ maxMs: 60_000 }, stopAtDepth4);
    engine.setLimits({ maxMs });
    expect((await thinking).depth).toBeGreaterThanOrEqual(4);
    // The clock of the search thread may lag.
    const limits = { maxMs, startedAt: engine.now() + 50 };
    expect((await engine.think(limits, stopAtDepth4)).depth).toBeGreaterThanOrEqual(4);
  });

  test('an immediate answer needs no ready search thread', async () => {
    const engine = engineWith();
    const result = await engine.think({ maxMs: 0 });
    expect(result.source).toBe('fallback');
    expect(codeOf(() => engine.play(result.x, result.y))).toBe('none');
  });

  test.each([0, 40])('on a clock, a think of %i ms does not wait for a thread that is loading', async (maxMs) => {
    const engine = engineWith();
    expect(await engine.think({ maxMs, startedAt: engine.now() })).toMatchObject({ source: 'fallback' });
  });

  test('the time starts when the thread is ready, however short it is', async () => {
    const engine = engineWith();
    for (const [x, y] of ['7,7', '8,8', '7,8'].map((text) => text.split(',').map(Number))) engine.play(x, y);
    const { source, depth, nodes } = await engine.think({ maxMs: 1 });
    expect({ source, hasSearched: depth > 0 || nodes > 0 }).toEqual({ source: 'search', hasSearched: true });
  });

  test('cancelled, closed and busy are distinguished', async () => {
    const engine = engineWith();
    const first = engine.think({ maxMs: 60_000 });
    expect(await rejection(engine.think())).toBe('busy');
    expect(codeOf(() => engine.play(0, 0))).toBe('busy');
    expect(codeOf(() => engine.undo())).toBe('busy');
    engine.cancel();
    expect(await rejection(first)).toBe('cancelled');
    const second = engine.think({ maxMs: 60_000 });
    engine.newGame();
    expect(await rejection(second)).toBe('cancelled');
    const third = engine.think({ maxMs: 60_000 });
    engine.close();
    expect(await rejection(third)).toBe('closed');
    expect(await rejection(engine.think())).toBe('closed');
  });

  test('several engines search at once as each would alone, while others are closed in mid-search', async () => {
    const search = async (rule: number) => {
      const engine = engineWith({ rule });
      playFour(engine);
      const { x, y, score, depth, nodes, source } = await engine.think({ maxDepth: 6 });
      await engine.close();
      return { x, y, score, depth, nodes, source };
    };
    const rules = [0, 1, 4];
    const alone = [];
    for (const rule of rules) alone.push(await search(rule));
    const together = Promise.all(rules.map(search));
    for (let i = 0; i < 4; i++) {
      const engine = engineWith();
      engine.play(7, 7);
      let hasBegun = () => {};
      const begun = new Promise<void>((resolve) => {
        hasBegun = resolve;
      });
      const thinking = engine.think({ maxMs: 60_000 }, () => hasBegun());
      const ended = rejection(thinking);
      await begun;
      await engine.close();
      expect(await ended).toBe('closed');
    }
    expect(await together).toEqual(alone);
    expect(alone.map(({ source }) => source)).toEqual(['search', 'search', 'search']);
  });

  test('a full board has no move, and an invalid limit is rejected', async () => {
    const engine = engineWith({ size: 3, winLength: 3 });
    expect(await rejection(engine.think({ maxMs: -1 }))).toBe('bad-limits');
    expect(await rejection(engine.think({ lines: 0 }))).toBe('bad-limits');
    expect(await rejection(engine.think({ maxDepth: Number.NaN }))).toBe('bad-limits');
    expect(await rejection(engine.think({ solve: true, lines: 2 }))).toBe('bad-limits');
    for (let i = 0; i < 9; i++) engine.play(i % 3, Math.floor(i / 3));
    expect(await rejection(engine.think())).toBe('no-move');
  });

  test('the same node limit gives the same search', async () => {
    const runs = [];
    for (let i = 0; i < 2; i++) {
      const engine = engineWith({ rule: 1 });
      engine.prepare();
      playFour(engine);
      const { x, y, score, depth, nodes } = await engine.think({ maxDepth: 6 });
      runs.push({ x, y, score, depth, nodes });
    }
    expect(runs[1]).toEqual(runs[0]);
  });
});

test.each(SHARED_FORMS)('as $form, reports how full the table is', async ({ createEngine: create }) => {
  const engine = opened(create());
  engine.setTableBytes(1 << 20);
  expect(engine.tableUse()).toBe(0);
  engine.play(7, 7);
  engine.play(8, 8);
  await engine.think({ maxNodes: 100_000 });
  const use = engine.tableUse();
  expect(use).toBeGreaterThan(0.1);
  expect(use).toBeLessThanOrEqual(1);
  engine.clearHash();
  await engine.think({ maxMs: 0 });
  expect(engine.tableUse()).toBeLessThan(use);
});

describe('when the search thread fails', () => {
  const broken = (source: string) => {
    const debug: string[] = [];
    return { engine: engineWith({ workerSource: source, onDebug: (text) => debug.push(text) }), debug };
  };
  const SHELL = "const { parentPort, workerData } = require('node:worker_threads');";

  /** A thread that has loaded the search, as the word 7 of its control shows. */
  const LOADED = `${SHELL} Atomics.store(workerData.control, 7, 1);`;
  const FAILURES = [
    ['does not even compile', 'this is no program (', /^the search thread did not start: SyntaxError: /],
    ['throws when it starts', "throw new Error('no')", /^the search thread did not start: Error: no/],
    ['throws while searching', `${LOADED} parentPort.on('message', () => { throw new Error('bad'); })`, /^Error: bad/],
    [
      'reports an error',
      `${LOADED} parentPort.on('message', (m) => parentPort.postMessage({ type: 'error', id: m.id, text: 'bad' }))`,
      /^bad$/,
    ],
    ['exits', `${LOADED} parentPort.on('message', () => process.exit(3))`, /^exit code 3$/],
    [
      'eats all its memory',
      `${LOADED} parentPort.on('message', () => { const a = []; for (;;) a.push(new Array(1000).fill(a)); })`,
      /memory/,
    ],
  ] as const;

  test.each(FAILURES)('it %s: on a clock, a legal move and one line about the failure', async (_, source, text) => {
    const { engine, debug } = broken(source);
    engine.play(7, 7);
    const result = await engine.think({ maxMs: 20_000, startedAt: engine.now() });
    expect(result.source).toBe('fallback');
    expect(codeOf(() => engine.play(result.x, result.y))).toBe('none');
    expect(debug).toHaveLength(1);
    expect(debug[0].replace(/^search failed: /, '')).toMatch(text);
    expect((await engine.think({ maxMs: 20_000, startedAt: engine.now() })).source).toBe('fallback');
  });

  test.each(FAILURES)('it %s: otherwise an error that says why, and no move', async (_, source, text) => {
    const { engine, debug } = broken(source);
    engine.play(7, 7);
    const error: unknown = await engine.think({ maxMs: 20_000 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code: 'search-failed', message: expect.stringMatching(text) });
    const reported = debug.map((line) => line.replace(/^search (\w+): .*/s, '$1'));
    // A thread that has started is replaced once.
    expect(reported).toEqual(source.startsWith(LOADED) ? ['restarted', 'failed'] : ['failed']);
    expect(engine.isThinking).toBe(false);
    expect(await engine.think({ maxMs: 0 })).toMatchObject({ source: 'fallback' });
  });

  test('it fails once: another thread searches, with all of the time', async () => {
    const { engine, debug } = broken(`${LOADED}
      parentPort.on('message', (m) => {
        if (globalThis.process.env.TENGEN_TEST_FAILED === undefined) process.exit(1);
        parentPort.postMessage({ type: 'started', id: m.id, startedAt: 0 });
        parentPort.postMessage({ type: 'result', id: m.id, best: [3, 4], forced: false, pv: [3, 4],
          score: 0, depth: 1, selDepth: 1, nodes: m.startedAt === null ? 1 : 0, line: 0, lines: 1 });
      })`);
    const thinking = engine.think({ maxNodes: 5000 });
    process.env.TENGEN_TEST_FAILED = '1';
    await thinking.finally(() => delete process.env.TENGEN_TEST_FAILED);
    expect(await thinking).toMatchObject({ source: 'search', x: 3, y: 4, nodes: 1 });
    expect(debug).toEqual(['search restarted: exit code 1']);
  });

  test('it gets no processor: a think waits for its first move beyond its time', async () => {
    const { engine, debug } = broken(`${LOADED} parentPort.on('message', (m) => {
      parentPort.postMessage({ type: 'started', id: m.id, startedAt: m.startedAt ?? 0 });
      setTimeout(() => parentPort.postMessage({ type: 'result', id: m.id, best: [3, 4], forced: false, pv: [3, 4],
        score: 0, depth: 1, selDepth: 1, nodes: 1, line: 0, lines: 1 }), 500);
    })`);
    expect(await engine.think({ maxMs: 10 })).toMatchObject({ source: 'search', x: 3, y: 4 });
    expect(debug).toEqual([]);
    expect(await engine.think({ maxMs: 10, startedAt: engine.now() })).toMatchObject({ source: 'fallback' });
  });

  test('it hangs: the move comes at the end of the time, and the thread is replaced', async () => {
    const { engine, debug } = broken(`${SHELL} parentPort.on('message', () => { for (;;); })`);
    const result = await engine.think({ maxMs: 100, startedAt: engine.now() });
    expect(result).toMatchObject({ source: 'fallback', x: 7, y: 7 });
    await expect.poll(() => debug).toEqual(['search failed: no answer to stop']);
  });

  test('it hangs, and the next think has begun before that is detected: another thread takes it over', async () => {
    const { engine, debug } = broken(`${SHELL} parentPort.on('message', (m) => {
      while (m.id === 1);
      parentPort.postMessage({ type: 'result', id: m.id, best: [3, 4], forced: false,
        pv: [3, 4], score: 0, depth: 1, selDepth: 1, nodes: m.maxMs, line: 0, lines: 1 });
    })`);
    expect((await engine.think({ maxMs: 100, startedAt: engine.now() })).source).toBe('fallback');
    const thinking = engine.think({ maxMs: 60_000, startedAt: engine.now() });
    engine.setLimits({ maxMs: 90_000 });
    const { source, x, y, nodes } = await thinking;
    expect({ source, x, y }).toEqual({ source: 'search', x: 3, y: 4 });
    // The thread has the current limits.
    expect(nodes).toBe(90_000);
    expect(debug).toEqual(['search failed: no answer to stop']);
  });

  test('it hangs in a fast game: later thinks do not delay its replacement', async () => {
    const { engine, debug } = broken(`${SHELL} parentPort.on('message', () => { for (;;); })`);
    while (debug.length === 0) await engine.think({ maxMs: 50, startedAt: engine.now() });
    expect(debug).toEqual(['search failed: no answer to stop']);
  });

  test('a long first think is not a hang', async () => {
    const { engine, debug } = broken(`${SHELL} parentPort.on('message', (m) => setTimeout(() =>
      parentPort.postMessage({ type: 'result', id: m.id, best: [3, 4], forced: false, pv: [3, 4],
        score: 0, depth: 1, selDepth: 1, nodes: 1, line: 0, lines: 1 }), m.id === 1 ? 4000 : 0))`);
    expect((await engine.think({ maxMs: 50, startedAt: engine.now() })).source).toBe('fallback');
    expect((await engine.think({ maxMs: 60_000, startedAt: engine.now() })).source).toBe('search');
    expect(debug).toEqual([]);
  });

  test('a thread that answers late, but answers, is kept', async () => {
    const { engine, debug } = broken(`${SHELL} parentPort.on('message', (m) => setTimeout(() =>
      parentPort.postMessage({ type: 'result', id: m.id, best: [3, 4], forced: false, pv: [3, 4],
        score: 0, depth: 1, selDepth: 1, nodes: 1, line: 0, lines: 1 }), 300))`);
    for (let i = 0; i < 60; i++) await engine.think({ maxMs: 50, startedAt: engine.now() });
    expect(debug).toEqual([]);
  });

  test('it hangs after its first moves: the best of them is played', async () => {
    const { engine } = broken(`${SHELL} parentPort.on('message', (m) => {
      Atomics.store(workerData.control, 5, 3 | (4 << 8));
      Atomics.store(workerData.control, 4, m.id);
      parentPort.postMessage({ type: 'info', id: m.id, kind: 'best',
        pv: [3, 4], score: 0, depth: 1, selDepth: 1, nodes: 1, line: 0, lines: 1 });
      for (;;);
    })`);
    const result = await engine.think({ maxMs: 60_000 }, () => engine.stop());
    expect(result).toMatchObject({ source: 'search', x: 3, y: 4 });
  });

  test.each([
    ['on a stone', [7, 7]],
    ['off the board', [15, 3]],
    ['missing', []],
  ])('its move is %s', async (_, best) => {
    const figures = `pv: [], score: 0, depth: 1, selDepth: 1, nodes: 1, line: 0, lines: 1`;
    const { engine, debug } = broken(`${SHELL} parentPort.on('message', (m) => parentPort.postMessage(
      { type: 'result', id: m.id, best: ${JSON.stringify(best)}, forced: false, ${figures} }))`);
    engine.play(7, 7);
    expect(await rejection(engine.think({ maxMs: 20_000 }))).toBe('search-failed');
    const result = await engine.think({ maxMs: 20_000, startedAt: engine.now() });
    expect(result.source).toBe('fallback');
    expect(codeOf(() => engine.play(result.x, result.y))).toBe('none');
    expect(debug.length).toBe(best.length === 0 ? 0 : 1);
  });

  test('its move is forbidden', async () => {
    const figures = `pv: [6, 4], score: 0, depth: 1, selDepth: 1, nodes: 1, line: 0, lines: 1`;
    const { engine, debug } = broken(`${SHELL} parentPort.on('message', (m) => parentPort.postMessage(
      { type: 'result', id: m.id, best: [6, 4], forced: false, ${figures} }))`);
    engine.setRule(4);
    const black = [
      [7, 4],
      [8, 4],
      [6, 5],
      [6, 6],
    ].map(([x, y]) => ({ x, y, color: 1 as const }));
    engine.setPosition({ stones: black, sideToMove: 1 });
    expect(await rejection(engine.think({ maxMs: 20_000 }))).toBe('search-failed');
    const result = await engine.think({ maxMs: 20_000, startedAt: engine.now() });
    expect(result).toMatchObject({ source: 'fallback', isFoul: false });
    expect(debug[0]).toContain('6,4');
  });

  test('a late answer to an earlier request is not mistaken for the current one', async () => {
    const { engine } = broken(`${SHELL} let first = true; parentPort.on('message', (m) => {
      const answer = (id, best) => parentPort.postMessage({ type: 'result', id, best, forced: false,
        pv: best, score: 0, depth: 1, selDepth: 1, nodes: 1, line: 0, lines: 1 });
      if (first) { first = false; return; }
      answer(m.id - 1, [0, 0]);
      answer(m.id, [1, 1]);
      answer(m.id, [2, 2]);
    })`);
    const cancelled = engine.think({ maxMs: 20_000 });
    engine.cancel();
    expect(await rejection(cancelled)).toBe('cancelled');
    expect(await engine.think({ maxMs: 20_000 })).toMatchObject({ x: 1, y: 1 });
  });
});
