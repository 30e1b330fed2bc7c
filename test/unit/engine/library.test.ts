/** The library as programs use it: misspelled options, signals, `using`. */
import { afterEach, describe, expect, test } from 'vitest';
import type { AbortSignalLike } from '../../../src/core/abort-signal.ts';
import type { Engine, EngineOptions, ThinkLimits } from '../../../src/engine/api.ts';
import { CONTROL_WORDS } from '../../../src/engine/control.ts';
import { createEngineOn, disposable } from '../../../src/engine/engine.ts';
import { EngineError } from '../../../src/engine/errors.ts';
import type { Platform, SearchThread } from '../../../src/engine/platform.ts';
import { winChance } from '../../../src/engine/win-chance.ts';
import { createEngine } from '../../../src/platform/node/engine.ts';
import { createEngine as createWebEngine } from '../../../src/platform/web/engine.ts';

let engine: Engine;
afterEach(() => engine?.close());

/** @returns the EngineError that a call ends with */
async function errorOf(call: () => unknown): Promise<EngineError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error('no error came');
}

/** Options as a user without type checks writes them. */
const written = (options: unknown): never => options as never;

describe('a win chance', () => {
  test('is the logistic function of the score in 200 points, and certain only for a proven result', () => {
    const chances = [0, 200, -200, 100].map((score) => winChance({ score, winIn: null }).toFixed(3));
    expect(chances).toEqual(['0.500', '0.731', '0.269', '0.622']);
    expect([5000, -5000].map((score) => winChance({ score, winIn: null }))).toEqual([0.99, 0.01]);
    expect([winChance({ score: 29_995, winIn: 5 }), winChance({ score: -29_996, winIn: -4 })]).toEqual([1, 0]);
  });

  test('is part of a result', async () => {
    const engine = createEngine();
    engine.play(7, 7);
    const result = await engine.think({ maxNodes: 2000 });
    expect(result.winChance).toBe(winChance(result));
    expect(result.winChance).not.toBe(0.5);
    engine.close();
  });
});

describe('a game', () => {
  let engine: Engine;
  const begin = (options: EngineOptions, names = '') => {
    engine = createEngine(options);
    for (const name of names.split(' ').filter(Boolean)) engine.play(name);
    return engine;
  };
  afterEach(() => engine.close());

  test('is played by names, and its history has them', () => {
    begin({ size: 15 }, 'h8 I9');
    expect(engine.play('o15').outcome).toBe('none');
    expect(engine.position.stones.map(({ x, y, color }) => [x, y, color])).toEqual([
      [7, 7, 1],
      [8, 6, 2],
      [14, 0, 1],
    ]);
    engine.play('a1', 1);
    engine.undo({ x: 8, y: 6 });
    expect(engine.history()).toEqual(['h8', 'o15', 'a1']);
    expect(engine.position.stones.at(-1)).toEqual({ x: 0, y: 14, color: 1 });
  });

  test.each(['p1', 'a16', 'h', '8h', '', 'h8 '])(
    'a name that is no point of the board, "%s", changes nothing',
    (name) => {
      begin({ size: 15 });
      expect(() => engine.play(name)).toThrow(
        expect.objectContaining({ code: 'bad-point', message: expect.stringContaining('from a1 to o15') }),
      );
      expect(engine.history()).toEqual([]);
    },
  );

  test('has an outcome once it has ended, until a move is undone', () => {
    begin({ size: 15 }, 'a1 a2 b1 b2 c1 c2 d1 d2');
    expect([engine.isOver, engine.outcome, engine.legalMoves().length]).toEqual([false, null, 225 - 8]);
    engine.play('e1');
    expect([engine.isOver, engine.outcome, engine.legalMoves()]).toEqual([true, { winner: 1, reason: 'five' }, []]);
    engine.undo();
    expect(engine.outcome).toBeNull();
    engine.play('o15');
    engine.play('e2');
    expect(engine.outcome).toEqual({ winner: 2, reason: 'five' });
    engine.newGame();
    expect([engine.isOver, engine.history()]).toEqual([false, []]);
  });

  test('is lost by a forbidden move, which is none of the legal ones', () => {
    begin({ size: 15, rule: 4 }, 'g8 a1 i8 a3 h7 a5 h9 a7');
    expect(engine.legalMoves()).toHaveLength(225 - 8 - 1);
    expect(engine.legalMoves()).not.toContainEqual({ x: 7, y: 7 });
    engine.play('h8');
    expect(engine.outcome).toEqual({ winner: 2, reason: 'foul' });
    engine.setRule(0);
    expect(engine.outcome).toBeNull();
  });

  test('is drawn on a full board', () => {
    // No row of three.
    begin({ size: 3, winLength: 3 }, 'b2 a3 a2 c2 b3 b1 c1 a1 c3');
    expect([engine.outcome, engine.isOver, engine.legalMoves()]).toEqual([{ winner: null, reason: 'full' }, true, []]);
  });
});

describe('unknown options', () => {
  test.each([
    [{ sise: 15 }, 'createEngine: unknown option "sise"; did you mean size?'],
    [{ memory: 1 }, /^createEngine: unknown option "memory": expected size, width, .*onDebug/],
    [15, /^createEngine\(15\): expected an object with size, /],
    [null, /^createEngine\(null\): expected an object/],
  ])('createEngine(%o)', async (options, message) => {
    const error = await errorOf(() => createEngine(written(options)));
    expect(error.code).toBe('bad-option');
    expect(error.message).toMatch(message);
  });

  test('in all other calls too, which change nothing', async () => {
    engine = createEngine({ size: 9 });
    engine.play(4, 4);
    const before = engine.position;
    const calls: [() => unknown, string][] = [
      [() => engine.newGame(written({ rules: 4 })), 'newGame: unknown option "rules"'],
      [() => engine.setPosition(written({ stones: [], sidetomove: 2 })), 'setPosition: unknown option "sidetomove"'],
      [() => engine.think(written({ maximumMS: 10 })), 'think: unknown option "maximumMS"'],
      [() => engine.think(written(1000)), 'think(1000): '],
      [() => engine.setLimits(written({ maxMs: 10, nodes: 3 })), 'setLimits: unknown option "nodes"'],
    ];
    for (const [call, message] of calls) {
      const error = await errorOf(call);
      expect([error.code, error.message.slice(0, message.length)]).toEqual(['bad-option', message]);
    }
    expect(engine.position).toEqual(before);
    expect(engine.isThinking).toBe(false);
  });

  test('mistakes that would only fail later: callbacks that are not functions, books that have not been read, numbers as text', async () => {
    engine = createEngine({ size: 9 });
    const calls: [() => unknown, string, string][] = [
      [() => createEngine(written({ onDebug: 5 })), 'bad-option', 'onDebug 5: expected a function'],
      [
        () => createEngine(written({ book: 'a.tbook' })),
        'bad-option',
        'book "a.tbook": expected a book returned by readBook',
      ],
      [
        () => engine.setBook(written([new Uint8Array(3)])),
        'bad-option',
        'book Uint8Array: expected a book returned by readBook',
      ],
      [() => engine.think({}, written('log')), 'bad-option', 'onInfo "log": expected a function'],
      [
        () => engine.think(written({ maxNodes: '500' })),
        'bad-limits',
        'maxNodes "500": expected a number of at least 1',
      ],
      [() => createEngine(written({ size: '15' })), 'bad-size', 'board "15"x"15": expected sides from 3 to 22'],
    ];
    for (const [call, code, message] of calls) {
      const error = await errorOf(call);
      expect([error.code, error.message]).toEqual([code, message]);
    }
    expect(engine.isThinking).toBe(false);
  });

  test('an exception of onInfo ends the think, and the engine stays usable', async () => {
    engine = createEngine({ size: 9 });
    engine.play(4, 4);
    let calls = 0;
    const think = engine.think({ maxNodes: 1_000_000_000, maxMs: 600_000 }, () => {
      calls++;
      throw new Error('mine');
    });
    await expect(think).rejects.toThrow('mine');
    expect(engine.isThinking).toBe(false);
    expect((await engine.think({ maxNodes: 500 })).nodes).toBeGreaterThan(0);
    expect(calls).toBe(1);
  });

  test.each([createEngine, createWebEngine])('the option of pages is known to every engine', async (create) => {
    engine = create({ workerUrl: 'none.js', size: 9 });
    const error = await errorOf(() => create(written({ workerURL: 'none.js' })));
    expect(error.message).toMatch(/did you mean workerUrl\?$/);
  });
});

describe('a signal', () => {
  const ENDLESS: ThinkLimits = { maxMs: 600_000 };

  test('ends the think, whose error has its reason; the engine stays usable', async () => {
    engine = createEngine({ size: 9 });
    const controller = new AbortController();
    const think = engine.think({ ...ENDLESS, signal: controller.signal });
    controller.abort('changed my mind');
    const error = await errorOf(() => think);
    expect([error.code, error.cause]).toEqual(['cancelled', 'changed my mind']);
    expect(engine.isThinking).toBe(false);
    expect((await engine.think({ maxNodes: 100 })).source).toBe('search');
  });

  test('that has already been aborted prevents the think', async () => {
    engine = createEngine();
    const think = engine.think({ ...ENDLESS, signal: AbortSignal.abort() });
    expect(engine.isThinking).toBe(false);
    const error = await errorOf(() => think);
    expect([error.code, (error.cause as Error).name]).toEqual(['cancelled', 'AbortError']);
  });

  test('has no listener left when the think is over, however it ends', async () => {
    engine = createEngine({ size: 9 });
    const listeners = new Set<() => void>();
    const signal: AbortSignalLike = {
      aborted: false,
      addEventListener: (_, listener) => void listeners.add(listener),
      removeEventListener: (_, listener) => void listeners.delete(listener),
    };
    const think = engine.think({ maxNodes: 100, signal });
    expect(listeners.size).toBe(1);
    await think;
    expect(listeners.size).toBe(0);
    const cancelled = errorOf(() => engine.think({ ...ENDLESS, signal }));
    expect(listeners.size).toBe(1);
    engine.cancel();
    await cancelled;
    expect(listeners.size).toBe(0);
  });

  test('must be an AbortSignal', async () => {
    engine = createEngine();
    const error = await errorOf(() => engine.think({ signal: written('stop') }));
    expect([error.code, error.message]).toEqual(['bad-limits', 'signal "stop": expected an AbortSignal']);
  });
});

describe('using', () => {
  test('closes the engine at the end of the block', async () => {
    let think: Promise<unknown>;
    {
      using inner = createEngine({ size: 9 });
      think = inner.think({ maxMs: 600_000 });
      think.catch(() => {});
    }
    expect((await errorOf(() => think)).code).toBe('closed');
  });

  test('await using waits until its thread has ended', async () => {
    const done: string[] = [];
    const thread: SearchThread = {
      control: new Int32Array(CONTROL_WORDS),
      readsControl: true,
      post() {},
      keepAlive() {},
      end: () => Promise.resolve().then(() => done.push('thread') > 0),
    };
    const platform: Platform = {
      monotonicMs: () => 0,
      clockSince: () => () => 0,
      residentBytes: () => 0,
      sharedPages: [],
      startThread: () => thread,
    };
    {
      await using inner = createEngineOn(platform);
      inner.open();
    }
    done.push('block');
    expect(done).toEqual(['thread', 'block']);
  });

  test('a system without the symbols gets an engine without those names', () => {
    const plain = { ...createEngine() };
    const names = Reflect.ownKeys(plain);
    disposable(plain, {});
    expect(Reflect.ownKeys(plain)).toEqual(names);
    expect('undefined' in plain).toBe(false);
  });
});
