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
      // A search that took the age for time spent would end at once.
      const { source, depth } = await engine.think({ maxMs: 1 << 30, maxDepth: 6 });
      expect([source, depth]).toEqual(['search', 6]);
      const thinking = engine.think({ maxMs: 1 << 30 });
      engine.setLimits({ maxMs: 300 });
      await thinking;
    } finally {
      engine.close();
    }
  },
);
