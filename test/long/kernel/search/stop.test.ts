import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { XY } from '../../../../src/core/point.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { NODE_COUNT_LIMIT } from '../../../../src/kernel/search/node-count.ts';
import {
  params,
  restoreParams,
  setDefaults,
  setPlain,
  setPlainForNow,
  TIME_CALM_256,
  TIME_EFFORT_256,
  TIME_MAX_256,
  TIME_PARAMS,
  VCT_CHECK_SHARE,
  VCT_ROOT_SHARE,
  VCT_STOP_SHARE,
  VCT_THREAT_SHARE,
} from '../../../../src/kernel/search/params.ts';
import { RESULT_DEPTH, RESULT_ELAPSED_MS } from '../../../../src/kernel/search/result.ts';
import {
  deservedShare,
  effortShare,
  isTimeSpent,
  noteBestMoveChange,
  noteIteration,
  noteRootNodes,
  scaled,
  startClock,
} from '../../../../src/kernel/search/stop.ts';
import { parseOpenings } from '../../../../src/records/notation/openings.ts';
import { importBundled } from '../../../bundled.ts';

const RULE = ruleFromCode(0)!;
/** Nodes between two polls of the search whether to stop. */
const NODES_PER_QUESTION = 64;

describe('proportions', () => {
  const value = fc.integer({ min: 0, max: 2 ** 28 });
  test('are computed within 32 bits', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 1024 }), fc.integer({ min: 1, max: 1024 }), (ms, part, whole) => {
        fc.pre((ms / whole) * part < 2 ** 31);
        expect(scaled(ms, part, whole)).toBe(Number((BigInt(ms) * BigInt(part)) / BigInt(whole)));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('when no further iteration begins', () => {
  beforeEach(() => startClock(0));

  const clock = fc.record({
    maximumMs: fc.integer({ min: 1, max: 1 << 29 }),
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    depth: fc.integer({ min: 1, max: 60 }),
    before: fc.integer({ min: -3000, max: 3000 }),
    after: fc.integer({ min: -3000, max: 3000 }),
  });

  test('a later moment never continues where an earlier one stopped, and the maximum is the end', () => {
    fc.assert(
      fc.property(clock, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (given, parts) => {
        const { maximumMs, share, depth, before, after } = given;
        const optimumMs = Math.floor(maximumMs * share);
        const spent = [...parts, 1]
          .sort((a, b) => a - b)
          .map((part) => isTimeSpent(Math.floor(part * maximumMs), optimumMs, maximumMs, depth, before, after));
        expect(spent).toEqual([...spent].sort());
        expect(spent.at(-1)).toBe(1);
      }),
    );
  });

  test('is the same part of the time on clocks of any length', () => {
    fc.assert(
      fc.property(clock, fc.integer({ min: 1, max: 1000 }), (given, changes) => {
        const { share, depth, before, after } = given;
        startClock(0);
        for (let i = 0; i < changes % 5; i++) noteBestMoveChange();
        for (let i = 0; i < changes % 3; i++) noteIteration();
        const firstStop = (maximumMs: number) => {
          const optimumMs = Math.floor(maximumMs * share);
          let [low, high] = [0, maximumMs];
          while (low < high) {
            const middle = Math.floor((low + high) / 2);
            if (isTimeSpent(middle, optimumMs, maximumMs, depth, before, after) !== 0) high = middle;
            else low = middle + 1;
          }
          return low / maximumMs;
        };
        // "Plenty of time" begins at three quarters.
        fc.pre(Math.abs(share - 0.75) > 0.02);
        const long = firstStop(1 << 27);
        expect(firstStop(1000)).toBeCloseTo(long, 1.7);
        expect(Math.abs(firstStop(100) - long)).toBeLessThan(0.05);
        expect(Math.abs(firstStop(1_000_000) - long)).toBeLessThan(0.001);
      }),
    );
  });

  test('a search that may use all of its turn does so', () => {
    expect(isTimeSpent(839, 850, 1000, 30, 0, 0)).toBe(0);
    expect(isTimeSpent(850, 850, 1000, 1, 0, 0)).toBe(1);
  });

  test('a falling score and a new best move buy time', () => {
    const stops = (before: number, after: number) => {
      let ms = 0;
      while (isTimeSpent(ms, 300, 1000, 4, before, after) === 0) ms++;
      return ms;
    };
    const calm = stops(0, 0);
    expect(stops(100, 0)).toBeGreaterThan(calm);
    expect(stops(0, 100)).toBeLessThanOrEqual(calm);
    noteBestMoveChange();
    expect(stops(0, 0)).toBeGreaterThan(calm);
  });

  test('the deeper a search, the larger its share', () => {
    const shares = [1, 13, 23, 33].map((depth) => deservedShare(0, 0, depth));
    expect(shares[1]).toBe(shares[0]);
    expect(shares[2] / shares[0]).toBeCloseTo(1 + 100 / 90, 1);
    expect(shares[3]).toBeGreaterThan(shares[2]);
    expect(deservedShare(0, 0, 160)).toBe(params[TIME_MAX_256]);
  });

  test('a best move that took most of the nodes saves time, one that took few buys some', () => {
    const share = (best: number, others: number) => {
      noteIteration();
      noteRootNodes(0, 1, best);
      noteRootNodes(1, 0, others);
      return effortShare();
    };
    expect(share(160_000, 96_000)).toBe(256);
    expect(share(250_000, 6000)).toBe(256 + 160 - 250);
    expect(share(32_000, 224_000)).toBe(256 + 160 - 32);
    expect(share(50, 10)).toBe(256);
    expect(share(1000, 0)).toBe(256 + 160 - 256);
    // A move that overtakes the first counts alone, and one that is searched again with all its nodes.
    noteRootNodes(3, 1, 3000);
    expect(effortShare()).toBe(256 + 160 - 192);
    noteRootNodes(0, 1, 4000);
    expect(effortShare()).toBe(256 + 160 - 224);
    params[TIME_EFFORT_256] = 0;
    expect(effortShare()).toBe(256);
    setDefaults();
  });

  test('the effort is a proportion of nodes of any number', () => {
    const nodes = fc.oneof(fc.integer({ min: 100, max: NODE_COUNT_LIMIT }), fc.integer({ min: 100, max: 10_000 }));
    fc.assert(
      fc.property(nodes, fc.array(fc.integer({ min: 0, max: NODE_COUNT_LIMIT }), { maxLength: 4 }), (best, others) => {
        noteIteration();
        noteRootNodes(0, 1, best);
        for (const other of others) noteRootNodes(1, 0, other);
        const all = Math.min(
          NODE_COUNT_LIMIT,
          others.reduce((sum, other) => sum + other, best),
        );
        expect(Math.abs(effortShare() - Math.max(64, 416 - (256 * best) / all))).toBeLessThan(1.01);
      }),
      { numRuns: 5000 },
    );
  });

  test('a plain search stops like any other', () => {
    const times = params.slice(0, TIME_PARAMS);
    setPlain();
    expect(params.slice(0, TIME_PARAMS)).toEqual(times);
    setDefaults();
    params[TIME_CALM_256]++;
    setPlainForNow();
    expect(params[TIME_CALM_256]).toBe(times[0] + 1);
    restoreParams();
    setDefaults();
  });
});

describe('the time that searches use', async () => {
  const { openKernel } = await importBundled<typeof import('../../../../src/engine/runtime/open-kernel.ts')>(
    new URL('../../../../src/engine/runtime/open-kernel.ts', import.meta.url),
  );
  const file = new URL('../../../data/openings/freestyle-15.txt', import.meta.url);
  const openings = parseOpenings(readFileSync(file, 'utf8'), 'auto', 15, RULE).openings.slice(0, 15);
  let questions = 0;
  let msPerQuestion = 0;
  let endMs = 0;
  const search = openKernel(1 << 20, {
    now: () => Math.floor(questions * msPerQuestion),
    stop: () => (++questions * msPerQuestion >= endMs ? 1 : 0),
    info: () => {},
  });
  // Their size follows from the maximum at real speed, and would take all of this clock's time.
  for (const share of [VCT_ROOT_SHARE, VCT_THREAT_SHARE, VCT_STOP_SHARE, VCT_CHECK_SHARE]) search.params[share] = 0;

  /** A search by a clock that advances with each poll. */
  function think(stones: readonly XY[], optimumMs: number, maximumMs: number) {
    questions = 0;
    endMs = maximumMs;
    search.setUp(15, 15, 0, 5);
    search.newGame();
    for (const [i, { x, y }] of stones.entries()) search.place(x, y, 1 + (i & 1));
    search.think(1 + (stones.length & 1), optimumMs, maximumMs, 60, 0, 1);
    return { ms: search.result[RESULT_ELAPSED_MS], depth: search.result[RESULT_DEPTH] };
  }

  // Searches of at most some 50,000 nodes in total, whatever the clock.
  test.each([10, 50, 100, 250, 499, 500, 725, 1000, 5000, 30_000, 300_000, 1_000_000])(
    'with a maximum of %i ms is about the optimum, not that of one iteration',
    (maximumMs) => {
      const optimumMs = Math.floor(maximumMs / 3);
      msPerQuestion = maximumMs / (50_000 / NODES_PER_QUESTION);
      const used = openings.map((stones) => think(stones, optimumMs, maximumMs));
      const mean = used.reduce((sum, { ms }) => sum + ms, 0) / used.length;
      expect(mean / optimumMs).toBeGreaterThan(0.6);
      expect(Math.min(...used.map(({ depth }) => depth))).toBeGreaterThanOrEqual(3);
      expect(Math.max(...used.map(({ ms }) => ms))).toBeLessThanOrEqual(maximumMs + msPerQuestion);
    },
  );
});
