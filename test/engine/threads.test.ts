import { expect, test } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.ts';

const OPENING = ['7,7', '8,8', '7,8', '7,6', '8,7', '6,7'].map((text) => text.split(',').map(Number));

async function withEngine(run: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = createEngine({ size: 15 });
  try {
    for (const [x, y] of OPENING) engine.play(x, y);
    await run(engine);
  } finally {
    engine.close();
  }
}

test('several threads search over one table and answer once', () =>
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

test('helpers stop with the search they help', () =>
  withEngine(async (engine) => {
    engine.setThreads(2);
    const thinking = engine.think({ maximumMs: 60_000 });
    setTimeout(() => engine.stop(), 300);
    const { elapsedMs } = await thinking;
    expect(elapsedMs).toBeLessThan(30_000);
    // Back to one thread, whose result depends on nothing but the position.
    engine.setThreads(1);
    engine.clearHash();
    const first = await engine.think({ maxNodes: 20_000 });
    engine.clearHash();
    const second = await engine.think({ maxNodes: 20_000 });
    expect([second.x, second.y, second.score, second.nodes]).toEqual([first.x, first.y, first.score, first.nodes]);
  }));

test('a number of threads that makes no sense is refused', () =>
  withEngine(async (engine) => {
    for (const count of [0, -1, 1.5, 65, Number.NaN]) expect(() => engine.setThreads(count)).toThrow(/threads/);
  }));
