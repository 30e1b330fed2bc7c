import { describe, expect, test } from 'vitest';
import { NO_LIMIT_MS } from '../../../src/core/limits.ts';
import { CONTROL_WORDS } from '../../../src/engine/control.ts';
import { createEngineOn } from '../../../src/engine/engine.ts';
import {
  EXPECTED_BASELINE_BYTES,
  EXPECTED_START_BYTES,
  HELPER_BYTES,
  hostBytes,
  MIN_TABLE_BYTES,
  planTableBytes,
  planThreads,
  tableBytesForTime,
  withinDataLimit,
} from '../../../src/engine/memory.ts';
import type { FromWorker, ThinkMessage } from '../../../src/engine/messages.ts';
import type { Platform, ThreadEvents } from '../../../src/engine/platform.ts';
import { MAX_PAGES, PRIVATE_BYTES } from '../../../src/engine/runtime/memory-layout.ts';

const MB = 1 << 20;
/** The limit of the Gomocup tournament. */
const TOURNAMENT_BYTES = 350 * MB;

describe('the size of the table', () => {
  test("is 128 MB by default, and half of a tournament's limit", () => {
    expect(planTableBytes(0, EXPECTED_BASELINE_BYTES)).toBe(128 * MB);
    expect(planTableBytes(TOURNAMENT_BYTES, EXPECTED_BASELINE_BYTES)).toBe(175 * MB);
  });
  test('72 MB still allow a small one', () => {
    expect(planTableBytes(72 * MB, EXPECTED_BASELINE_BYTES)).toBeGreaterThanOrEqual(MIN_TABLE_BYTES);
  });
  test('less than the process itself needs allows none', () => {
    expect(planTableBytes(EXPECTED_BASELINE_BYTES, EXPECTED_BASELINE_BYTES)).toBe(0);
    expect(planTableBytes(1000, EXPECTED_BASELINE_BYTES)).toBe(0);
  });
  test('a larger limit gives a larger table, up to 1 GB', () => {
    expect(planTableBytes(1024 * MB, EXPECTED_BASELINE_BYTES)).toBe(512 * MB);
    expect(planTableBytes(8192 * MB, EXPECTED_BASELINE_BYTES)).toBe(1024 * MB);
  });
  test('a requested size is granted as far as the limit allows', () => {
    expect(planTableBytes(0, EXPECTED_BASELINE_BYTES, 16 * MB)).toBe(16 * MB);
    expect(planTableBytes(0, EXPECTED_BASELINE_BYTES, 512 * MB)).toBe(512 * MB);
    expect(planTableBytes(100 * MB, EXPECTED_BASELINE_BYTES, 512 * MB)).toBeLessThan(34 * MB);
  });
  test('table and process together stay below the limit', () => {
    for (let limit = 80 * MB; limit < 4096 * MB; limit += 17 * MB) {
      expect(planTableBytes(limit, EXPECTED_BASELINE_BYTES) + EXPECTED_BASELINE_BYTES).toBeLessThan(limit);
    }
  });
});

describe('the size of the table that short searches can use', () => {
  test('is at least that of seven moves, in steps', () => {
    expect(tableBytesForTime(0, 1)).toBe(16 * MB);
    expect(tableBytesForTime(150, 1)).toBe(16 * MB);
    expect(tableBytesForTime(150, 4)).toBe(64 * MB);
    expect(tableBytesForTime(900, 1)).toBe(64 * MB);
    expect(tableBytesForTime(4900, 1)).toBe(1024 * MB);
    expect(tableBytesForTime(NO_LIMIT_MS, 64)).toBe(1024 * MB);
  });
});

describe('without a limit', () => {
  test("neither helpers nor the host process's memory shrink the table", () => {
    for (let helpers = 0; helpers < 64; helpers++) {
      expect(planThreads(0, EXPECTED_BASELINE_BYTES, 0, helpers)).toMatchObject({ helpers, tableBytes: 128 * MB });
      expect(planThreads(0, 900 * MB, 0, helpers)).toMatchObject({ helpers, tableBytes: 128 * MB });
    }
  });
});

describe('with a limit', () => {
  test('helpers that do not fit are not used', () => {
    expect(planThreads(70 * MB, EXPECTED_BASELINE_BYTES, 0, 7).helpers).toBe(0);
    expect(planThreads(TOURNAMENT_BYTES, EXPECTED_BASELINE_BYTES, 0, 1).helpers).toBe(1);
    expect(planThreads(TOURNAMENT_BYTES, EXPECTED_BASELINE_BYTES, 0, 63).helpers).toBeLessThan(14);
  });

  test('process, helpers and table together stay below it, and helpers leave room for a table', () => {
    for (let limit = 73 * MB; limit < 3000 * MB; limit += 13 * MB) {
      for (const wanted of [0, 1, 3, 7, 15, 63]) {
        const { helpers, tableBytes, mostBytes } = planThreads(limit, EXPECTED_BASELINE_BYTES, 0, wanted);
        expect(helpers).toBeLessThanOrEqual(wanted);
        expect(EXPECTED_BASELINE_BYTES + helpers * HELPER_BYTES + tableBytes).toBeLessThan(limit);
        expect(EXPECTED_BASELINE_BYTES + helpers * (HELPER_BYTES - PRIVATE_BYTES) + mostBytes).toBeLessThan(limit);
        if (helpers > 0) expect(tableBytes).toBeGreaterThanOrEqual(8 * MB);
      }
    }
  });
});

describe('with a system limit on data', () => {
  const WITHOUT = planThreads(TOURNAMENT_BYTES, EXPECTED_BASELINE_BYTES, 0, 3);
  test('no limit, or a distant one, changes nothing', () => {
    expect(withinDataLimit(WITHOUT, 0)).toEqual(WITHOUT);
    const { helpers, tableBytes } = withinDataLimit(WITHOUT, 4096 * MB);
    expect({ helpers, tableBytes }).toEqual({ helpers: WITHOUT.helpers, tableBytes: WITHOUT.tableBytes });
  });
  test('a tight limit takes from the table and the helpers, down to none of either', () => {
    let last = { helpers: 0, tableBytes: 0 };
    for (let limit = 90 * MB; limit < 700 * MB; limit += 7 * MB) {
      const plan = withinDataLimit(WITHOUT, limit);
      expect(plan.helpers).toBeGreaterThanOrEqual(last.helpers);
      expect(plan.helpers).toBeLessThanOrEqual(WITHOUT.helpers);
      expect(plan.tableBytes).toBeLessThanOrEqual(WITHOUT.tableBytes);
      if (limit > 130 * MB) expect(plan.tableBytes + plan.helpers * 26 * MB + 117 * MB).toBeLessThan(limit);
      last = plan;
    }
    expect(last).toMatchObject({ helpers: 3, tableBytes: WITHOUT.tableBytes });
    expect(withinDataLimit(WITHOUT, 90 * MB)).toMatchObject({ helpers: 0, tableBytes: MIN_TABLE_BYTES });
  });
});

describe('what the process needs', () => {
  /** An engine that has the process to itself, and its thread, which can be heard of. */
  function start(startMb: number, searchMb: number) {
    let events: ThreadEvents | undefined;
    const thinks: ThinkMessage[] = [];
    const platform: Platform = {
      monotonicMs: () => performance.now(),
      clockSince: (epochMs) => () => performance.now() - epochMs,
      residentBytes: () => startMb * MB,
      searchBytes: searchMb * MB,
      sharedPages: [MAX_PAGES],
      startThread(_, given) {
        events = given;
        return {
          control: new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS)),
          readsControl: true,
          post: (message) => message.type === 'think' && thinks.push(message),
          keepAlive() {},
          end: async () => true,
        };
      },
    };
    const engine = createEngineOn(platform, { ownsProcess: true });
    engine.open();
    const hear = (message: FromWorker) => events?.onMessage(message);
    return { engine, hear, thinks };
  }

  test('is measured when it starts: an executable takes more than Node', () => {
    expect(() => start(54, 17).engine.setMemory(72 * MB)).not.toThrow();
    expect(() => start(54, 17).engine.setMemory(71 * MB)).toThrow('memory limit 71 MB: expected at least 72 MB');
    expect(() => start(61, 27).engine.setMemory(84 * MB)).toThrow('memory limit 84 MB: expected at least 89 MB');
  });

  test('is measured again when the search is loaded, and when it has run', async () => {
    const { engine, hear } = start(61, 27);
    hear({ type: 'loaded', rssBytes: 88 * MB });
    expect(() => engine.setMemory(90 * MB)).toThrow('expected at least 92 MB');
    hear({ type: 'ready', rssBytes: 95 * MB });
    // A later thread finds a table in memory, which is not part of the need.
    hear({ type: 'loaded', rssBytes: 200 * MB });
    expect(() => engine.setMemory(95 * MB)).toThrow('expected at least 96 MB');
    await engine.close();
  });

  test('does not include the table of a search, when the search is warmed up for another rule', async () => {
    const { engine, hear } = start(54, 17);
    engine.think({ maxMs: 5000 }).catch(() => {});
    hear({ type: 'ready', rssBytes: 120 * MB });
    expect(() => engine.setMemory(72 * MB)).not.toThrow();
    await engine.close();
  });

  test('is not left to the table', async () => {
    const { engine, hear, thinks } = start(61, 27);
    hear({ type: 'loaded', rssBytes: 84 * MB });
    engine.setMemory(110 * MB);
    engine.think({ maxMs: 5000 }).catch(() => {});
    expect(thinks[0].table?.bytes).toBeLessThan(22 * MB);
    await engine.close();
  });
});

test('what a host held before the engine is not counted; what any process holds is counted', () => {
  expect(hostBytes(EXPECTED_START_BYTES - MB)).toBe(0);
  expect(hostBytes(420 * MB)).toBe(420 * MB - EXPECTED_START_BYTES);
});
