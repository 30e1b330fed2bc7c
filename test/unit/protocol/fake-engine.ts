import type { XY } from '../../../src/core/point.ts';
import type { Engine, ThinkInfo, ThinkLimits, ThinkResult } from '../../../src/engine/api.ts';
import { BOARD_IS_FULL, EngineError } from '../../../src/engine/errors.ts';
import { fallbackMove } from '../../../src/engine/fallback.ts';
import { createEngine } from '../../../src/platform/node/engine.ts';
import { emptyCount } from '../../../src/rules/index.ts';

/** A think that the test answers. */
export interface FakeThink {
  readonly limits: ThinkLimits;
  readonly tell: (info: ThinkInfo) => void;
  /** Answers with this move and score, or with the fallback's move. */
  finish(given?: Partial<ThinkResult>): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** An engine with a real game, a clock that the test sets, and a search that the test plays. */
export interface FakeEngine extends Engine {
  /** Milliseconds of the clock. */
  time: number;
  /** Calls of stop, cancel, setLimits and the like, in order. */
  readonly calls: string[];
  /** Not one of the calls: a timer decides when it comes. */
  preparations: number;
  readonly thinks: FakeThink[];
  /** Answer every think automatically. */
  isAutomatic: boolean;
  /** Set by the test: the engine is pondering. */
  isPondering: boolean;
}

export const FIGURES = { score: 12, winIn: null, depth: 9, selDepth: 14, nodes: 123_456, elapsedMs: 250 } as const;

export function fakeEngine(): FakeEngine {
  const game = createEngine();
  let pending: { reject: (error: unknown) => void } | null = null;
  const own: Partial<FakeEngine> = {
    time: 1000,
    calls: [],
    preparations: 0,
    thinks: [],
    isAutomatic: false,
    isPondering: false,
    setBook: () => {},
    setPondering: (isWanted) => void fake.calls.push(`setPondering ${isWanted}`),
    now: () => fake.time,
    open: () => void fake.calls.push('open'),
    prepare: () => void fake.preparations++,
    tableUse: () => 0.1234,
    clearHash: () => void fake.calls.push('clearHash'),
    stop: () => void fake.calls.push('stop'),
    setLimits: ({ maxMs }) => void fake.calls.push(`setLimits ${maxMs}`),
    cancel() {
      fake.isPondering = false;
      pending?.reject(new EngineError('cancelled', 'think cancelled'));
      pending = null;
    },
    think: (limits = {}, onInfo) =>
      new Promise((resolve, reject) => {
        const view = game.position;
        if (emptyCount(view) === 0) throw new EngineError('no-move', BOARD_IS_FULL);
        pending = { reject };
        const settle = async (act: () => void): Promise<void> => {
          pending = null;
          act();
          await new Promise((done) => setTimeout(done, 0));
        };
        const think: FakeThink = {
          limits,
          tell: (info) => onInfo?.(info),
          finish: (given = {}) => {
            const move: XY = fallbackMove(view, view.rule, view.sideToMove) ?? { x: 0, y: 0 };
            const { x, y } = { x: move.x, y: move.y, ...given };
            const result = {
              ...FIGURES,
              winChance: 0.5,
              pv: [{ x, y }],
              source: 'search',
              isForced: false,
              isFoul: false,
            } as const;
            const searchMs = fake.time - (limits.startedAt ?? fake.time);
            return settle(() => resolve({ ...result, searchMs, ...given, x, y }));
          },
          fail: (error) => settle(() => reject(error)),
        };
        fake.thinks.push(think);
        if (fake.isAutomatic) void think.finish();
      }),
  };
  const fake = new Proxy(own as FakeEngine, {
    get(target, key) {
      if (key in target) return Reflect.get(target, key);
      const value: unknown = Reflect.get(game, key);
      return typeof value === 'function' ? value.bind(game) : value;
    },
  });
  return fake;
}
