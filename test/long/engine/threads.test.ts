import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/api.ts';
import { SHARED_FORMS } from './forms.ts';

const OPENING = ['7,7', '8,8', '7,8', '7,6', '8,7', '6,7'].map((text) => text.split(',').map(Number));

describe.each(SHARED_FORMS)('as $form', ({ createEngine }) => {
  async function withEngine(run: (engine: Engine) => Promise<void>): Promise<void> {
    const engine = createEngine({ size: 15 });
    try {
      for (const [x, y] of OPENING) engine.play(x, y);
      await run(engine);
    } finally {
      engine.close();
    }
  }

  test('several threads search with one table and give one answer', () =>
    withEngine(async (engine) => {
      engine.setThreads(3);
      engine.setMemory(200 << 20);
      for (let move = 0; move < 3; move++) {
        const { x, y, source, nodes } = await engine.think({ maxDepth: 6 });
        expect(source).toBe('search');
        expect(nodes).toBeGreaterThan(0);
        engine.play(x, y);
      }
    }));

  test('helpers stop with the search that they help', () =>
    withEngine(async (engine) => {
      engine.setThreads(2);
      await engine.think({ maxMs: 1 << 30 }, (info) => {
        if (info.kind === 'iteration' && info.depth >= 4) engine.stop();
      });
      // Back to one thread, whose result depends only on the position.
      engine.setThreads(1);
      engine.clearHash();
      const first = await engine.think({ maxNodes: 20_000 });
      engine.clearHash();
      const second = await engine.think({ maxNodes: 20_000 });
      expect([second.x, second.y, second.score, second.nodes]).toEqual([first.x, first.y, first.score, first.nodes]);
    }));

  test('an invalid number of threads is rejected', () =>
    withEngine(async (engine) => {
      for (const count of [0, -1, 1.5, 65, Number.NaN]) expect(() => engine.setThreads(count)).toThrow(/threads/);
    }));

  test.each(['before it begins', 'while it runs'])('a helper receives new limits: %s', async (when) => {
    // Words of the control are numbered as in src/engine/control.ts. The main thread reports its helper's limit.
    const source = `const { parentPort, workerData } = require('node:worker_threads');
      const shared = new Int32Array(workerData.memory.buffer, 0, 1);
      const poll = (read, then) => read() ? then(read()) : setTimeout(poll, 1, read, then);
      parentPort.on('message', (m) => {
        if (m.type !== 'think') return;
        const result = (limit) => ({ type: 'result', id: m.id, best: [3, 4], forced: false, pv: [3, 4], score: 0,
          depth: limit, selDepth: 1, nodes: 1, line: 0, lines: 1 });
        if (m.helper > 0) {
          Atomics.store(shared, 0, -1);
          const newLimit = () => Atomics.load(workerData.control, 1) === m.id && Atomics.load(workerData.control, 3);
          poll(newLimit, (limit) => Atomics.store(shared, 0, limit));
          return;
        }
        Atomics.store(shared, 0, 0);
        parentPort.postMessage({ type: 'started', id: m.id });
        poll(() => Atomics.load(shared, 0) !== 0, () => {
          parentPort.postMessage({ ...result(1), type: 'info', kind: 'best' });
          poll(() => Math.max(0, Atomics.load(shared, 0)), (limit) => parentPort.postMessage(result(limit)));
        });
      });`;
    const engine = createEngine({ workerSource: source });
    try {
      engine.setThreads(2);
      const changeLimits = () => engine.setLimits({ optimumMs: 7000, maxMs: 30_000 });
      const thinking = engine.think({ maxMs: 20_000 }, when === 'while it runs' ? changeLimits : undefined);
      if (when === 'before it begins') changeLimits();
      expect((await thinking).depth).toBe(30_000);
    } finally {
      engine.close();
    }
  });

  test('the process flags are unchanged after a warm-up', async () => {
    await withEngine(async (engine) => {
      engine.prepare();
      await engine.think({ maxDepth: 3 });
      expect(runInNewContext('typeof gc')).toBe('undefined');
    });
  });
});
