/** What the engine learned in one game must not affect the next: an engine that has played behaves like a new one. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Engine, ThinkResult } from '../../../src/engine/api.ts';
import { FORMS, type Form, SHARED_FORMS } from './forms.ts';

const debug: string[] = [];
const open: Engine[] = [];

const enginesOf =
  ({ createEngine }: Form) =>
  (size: number, rule: number): Engine => {
    const engine = createEngine({ size, rule, onDebug: (text) => debug.push(text) });
    open.push(engine);
    return engine;
  };

afterEach(() => {
  for (const engine of open.splice(0)) engine.close();
  expect(debug.splice(0)).toEqual([]);
});

const OPENING = [
  [7, 7],
  [8, 8],
  [7, 8],
  [7, 6],
  [8, 7],
  [6, 7],
] as const;

function setUp(engine: Engine): void {
  engine.setPosition({ stones: OPENING.map(([x, y], i) => ({ x, y, color: i % 2 === 0 ? 1 : 2 })) });
}

async function search(engine: Engine): Promise<Partial<ThinkResult>> {
  setUp(engine);
  const { x, y, score, nodes, source } = await engine.think({ maxDepth: 8 });
  expect(source).toBe('search');
  return { x, y, score, nodes };
}

/** Pauses during which the warm-up that a new rule starts is running, or has finished. */
const PAUSES = [0, 30, 700];
/** All of them in the default form of this machine; one in the others. */
const CASES = FORMS.flatMap((form, i) => (i === 0 ? PAUSES : [30]).map((pauseMs) => ({ ...form, pauseMs })));

describe.each(CASES)('as $form, $pauseMs ms after the change', ({ pauseMs, ...form }) => {
  const engineWith = enginesOf(form);
  const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

  test.each([
    ['another rule', 15, 4, (engine: Engine) => engine.setRule(4)],
    [
      'another rule and a new game',
      15,
      1,
      (engine: Engine) => {
        engine.setRule(1);
        engine.newGame({ size: 15 });
      },
    ],
    [
      'another rule and another size',
      18,
      4,
      (engine: Engine) => {
        engine.setRule(4);
        engine.newGame({ size: 18 });
      },
    ],
    ['another size', 18, 0, (engine: Engine) => engine.newGame({ size: 18 })],
    ['a new game', 15, 0, (engine: Engine) => engine.newGame()],
    ['a cleared table', 15, 0, (engine: Engine) => engine.clearHash()],
    [
      'another rule and back',
      15,
      0,
      (engine: Engine) => {
        engine.setRule(4);
        engine.setRule(0);
        engine.clearHash();
      },
    ],
    [
      'another rule and a cleared table',
      15,
      4,
      (engine: Engine) => {
        engine.setRule(4);
        engine.clearHash();
      },
    ],
  ])('%s: searched as by a new engine', async (_, size, rule, change) => {
    const expected = await search(engineWith(size, rule));
    const engine = engineWith(15, 0);
    await search(engine);
    change(engine);
    await pause();
    expect(await search(engine)).toEqual(expected);
  });
});

describe.each(FORMS)('as $form', (form) => {
  const engineWith = enginesOf(form);

  test('the same rule again, and a think before the first warm-up has finished', async () => {
    const engine = engineWith(15, 0);
    engine.prepare();
    const expected = await search(engine);
    engine.setRule(0);
    expect(await search(engineWith(15, 0))).toEqual(expected);
  });

  test('many changes of the rule leave room for its tables', async () => {
    const engine = engineWith(15, 0);
    for (const rule of [4, 0, 9, 1, 8, 4, 0]) {
      engine.setRule(rule);
      await new Promise((resolve) => setTimeout(resolve, 150));
      await search(engine);
    }
  });
});

test.each(SHARED_FORMS)(
  'as $form with several threads, a changed rule is searched with its own table',
  async (form) => {
    const engine = enginesOf(form)(15, 0);
    engine.setThreads(3);
    for (const rule of [0, 4, 9, 0]) {
      engine.setRule(rule);
      setUp(engine);
      const { source, depth } = await engine.think({ maxDepth: 6 });
      expect(source).toBe('search');
      expect(depth).toBeGreaterThan(2);
    }
  },
);
