import { afterEach, expect, test, vi } from 'vitest';

const DAY_MS = 86_400_000;
/** More milliseconds than fit into 32 bits. */
const AGE_DAYS = 60;

vi.mock('../../../src/platform/node/clock.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../../src/platform/node/clock.ts')>();
  // The engine reads the clock when it is created; both of its threads count from that moment.
  return { ...real, monotonicMs: () => real.monotonicMs() - AGE_DAYS * DAY_MS };
});

const { FORMS } = await import('./forms.ts');

afterEach(() => vi.restoreAllMocks());

test.each(FORMS)(
  'as $form, an engine that has lived for two months respects its limits and uses its time',
  async ({ createEngine }) => {
    const engine = createEngine();
    try {
      expect(engine.now()).toBeGreaterThan(AGE_DAYS * DAY_MS);
      engine.prepare();
      for (const [x, y] of [
        [7, 7],
        [8, 8],
      ])
        engine.play(x, y);
      await new Promise((resolve) => setTimeout(resolve, 600));
      const { source, depth, elapsedMs } = await engine.think({ maxMs: 3000 });
      expect(source).toBe('search');
      expect(depth).toBeGreaterThan(2);
      expect(elapsedMs).toBeGreaterThan(1000);
      expect(elapsedMs).toBeLessThan(20_000);
      const thinking = engine.think({ maxMs: 60_000 });
      engine.setLimits({ maxMs: 300 });
      expect((await thinking).elapsedMs).toBeLessThan(20_000);
    } finally {
      engine.close();
    }
  },
);
