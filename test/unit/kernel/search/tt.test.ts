import { beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { ONE_PLY } from '../../../../src/kernel/search/params.ts';
import { lossIn, WIN_BOUND, winIn } from '../../../../src/kernel/search/score.ts';
import {
  adoptTable,
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_NONE,
  BOUND_UPPER,
  clearTable,
  entryBound,
  entryDepth,
  entryEval,
  entryIsPv,
  entryMove,
  entryScore,
  NO_EVAL,
  probe,
  resizeTable,
  shareTable,
  startGeneration,
  store,
  tableBytes,
} from '../../../../src/kernel/search/tt.ts';
import { between } from '../../rules/random.ts';

const SMALLEST = 1 << 16;
/** Buckets of the smallest table: keys whose low words differ by a multiple of it share a bucket. */
const BUCKETS = SMALLEST / 64;
/** More positions than a bucket holds. */
const MANY = 12;

interface Entry {
  readonly score: number;
  readonly staticEval: number;
  readonly isPv: number;
  readonly bound: number;
  readonly move: number;
  readonly depth: number;
}

const PLAIN: Entry = { score: 12, staticEval: -7, isPv: 0, bound: BOUND_EXACT, move: 500, depth: 3 * ONE_PLY };

function put(low: number, high: number, entry: Partial<Entry> = {}, ply = 0): void {
  const { score, staticEval, isPv, bound, move, depth } = { ...PLAIN, ...entry };
  store(low, high, score, staticEval, isPv, bound, move, depth, ply);
}

function get(low: number, high: number, ply = 0): Entry | null {
  if (probe(low, high) === 0) return null;
  return {
    score: entryScore(ply),
    staticEval: entryEval(),
    isPv: entryIsPv(),
    bound: entryBound(),
    move: entryMove(),
    depth: entryDepth(),
  };
}

beforeEach(() => {
  resizeTable(SMALLEST);
  clearTable();
});

describe('an entry', () => {
  test('is read as it was stored', () => {
    const random = seededRandom(5);
    for (let i = 0; i < 2000; i++) {
      clearTable();
      const low = between(random, -(2 ** 31), 2 ** 31 - 1);
      const high = between(random, -(2 ** 31), 2 ** 31 - 1);
      const entry: Entry = {
        score: between(random, -WIN_BOUND + 1, WIN_BOUND - 1),
        staticEval: between(random, -6000, 6000),
        isPv: between(random, 0, 1),
        bound: [BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT][between(random, 0, 3)],
        move: between(random, 0, 1023),
        depth: between(random, -8, 200) * (ONE_PLY / 2),
      };
      put(low, high, entry, between(random, 0, 100));
      expect(get(low, high, between(random, 0, 100))).toEqual(entry);
    }
  });

  test('can be without a static evaluation', () => {
    put(1, 2, { staticEval: NO_EVAL });
    expect(get(1, 2)?.staticEval).toBe(NO_EVAL);
  });

  test('keeps its depth to half a ply, never rounded up, within eight bits', () => {
    for (let depth = 0; depth < 40 * ONE_PLY; depth += 17) {
      clearTable();
      put(1, 2, { depth });
      const read = get(1, 2)!.depth;
      expect(read).toBeLessThanOrEqual(depth);
      expect(read).toBeGreaterThan(depth - ONE_PLY / 2);
    }
    for (const [depth, stored] of [
      [-100 * ONE_PLY, -4 * ONE_PLY],
      [1000 * ONE_PLY, 123 * ONE_PLY + ONE_PLY / 2],
    ]) {
      clearTable();
      put(1, 2, { depth });
      expect(get(1, 2)?.depth).toBe(stored);
    }
  });

  test('keeps the distance of a forced result, at whatever ply it is probed', () => {
    // Found at ply 6: the five comes 9 plies later.
    put(1, 2, { score: winIn(15) }, 6);
    expect(get(1, 2, 6)?.score).toBe(winIn(15));
    expect(get(1, 2, 2)?.score).toBe(winIn(11));
    expect(get(1, 2, 20)?.score).toBe(winIn(29));
    put(3, 4, { score: lossIn(14) }, 6);
    expect(get(3, 4, 6)?.score).toBe(lossIn(14));
    expect(get(3, 4, 0)?.score).toBe(lossIn(8));
  });
});

describe('another position', () => {
  test('is not taken for one in the same bucket', () => {
    put(1, 2);
    expect(get(1, 3)).toBe(null);
    // Same bucket and same high word: bits of the low word beyond the bucket's distinguish them.
    expect(get(1 + 2 ** 27, 2)).toBe(null);
    expect(get(2, 2)).toBe(null);
    expect(get(1, 2)).not.toBe(null);
  });

  test('an empty table knows none, not even that with an all-zero key', () => {
    expect(get(0, 0)).toBe(null);
    put(0, 0);
    expect(get(0, 0)).toEqual(PLAIN);
    clearTable();
    expect(get(0, 0)).toBe(null);
  });

  test('with another key in the bucket leaves an entry unchanged', () => {
    for (let i = 0; i < 5; i++) put(7 + i * BUCKETS, 100 + i, { score: i });
    for (let i = 0; i < 5; i++) expect(get(7 + i * BUCKETS, 100 + i)?.score).toBe(i);
  });
});

describe('a full bucket', () => {
  test('replaces its shallowest entries', () => {
    for (let i = 0; i < MANY; i++) put(7 + i * BUCKETS, 100 + i, { depth: (i + 1) * ONE_PLY });
    const left = Array.from({ length: MANY }, (_, i) => get(7 + i * BUCKETS, 100 + i)?.depth).filter(
      (d) => d !== undefined,
    );
    expect(left).toEqual([8, 9, 10, 11, 12].map((plies) => plies * ONE_PLY));
  });

  test('replaces deep entries of old searches by shallow new ones', () => {
    for (let i = 0; i < 5; i++) put(7 + i * BUCKETS, 100 + i, { depth: 12 * ONE_PLY });
    for (let i = 0; i < 8; i++) startGeneration();
    for (let i = 5; i < 10; i++) put(7 + i * BUCKETS, 100 + i, { depth: ONE_PLY });
    for (let i = 0; i < 5; i++) expect(get(7 + i * BUCKETS, 100 + i)).toBe(null);
    for (let i = 5; i < 10; i++) expect(get(7 + i * BUCKETS, 100 + i)).not.toBe(null);
  });

  test('but not those that the new search has probed', () => {
    for (let i = 0; i < 5; i++) put(7 + i * BUCKETS, 100 + i, { depth: 12 * ONE_PLY });
    for (let i = 0; i < 8; i++) startGeneration();
    expect(get(7, 100)).not.toBe(null);
    for (let i = 5; i < 9; i++) put(7 + i * BUCKETS, 100 + i, { depth: ONE_PLY });
    expect(get(7, 100)?.depth).toBe(12 * ONE_PLY);
  });

  test('generations wrap around without mixing old and new', () => {
    for (let i = 0; i < 200; i++) {
      startGeneration();
      put(7, 100, { score: i });
      expect(get(7, 100)?.score).toBe(i);
    }
  });
});

describe('the same position again', () => {
  test('keeps its old move if the new result has none', () => {
    put(1, 2, { move: 321 });
    put(1, 2, { move: 0, depth: 4 * ONE_PLY, score: 99 });
    expect(get(1, 2)).toMatchObject({ move: 321, score: 99, depth: 4 * ONE_PLY });
    put(1, 2, { move: 45, depth: 5 * ONE_PLY });
    expect(get(1, 2)?.move).toBe(45);
  });

  test('a bound from much less depth does not replace a deep result of the same search', () => {
    put(1, 2, { depth: 12 * ONE_PLY, score: 50 });
    put(1, 2, { depth: 2 * ONE_PLY, score: -50, bound: BOUND_UPPER });
    expect(get(1, 2)).toMatchObject({ depth: 12 * ONE_PLY, score: 50 });
    // An exact one does, and in a later search the bound does, too.
    put(1, 2, { depth: 2 * ONE_PLY, score: -50 });
    expect(get(1, 2)).toMatchObject({ depth: 2 * ONE_PLY, score: -50 });
  });

  test('never takes two entries', () => {
    for (let i = 0; i < MANY; i++) put(7, 100, { depth: i * ONE_PLY });
    for (let i = 1; i < 5; i++) put(7 + i * BUCKETS, 100 + i, { depth: 20 * ONE_PLY });
    expect(get(7, 100)?.depth).toBe((MANY - 1) * ONE_PLY);
  });
});

describe('the size', () => {
  test.each([
    [0, SMALLEST],
    [SMALLEST, SMALLEST],
    [2 * SMALLEST - 1, 255 << 9],
    [2 * SMALLEST, 2 * SMALLEST],
    [3_000_000, 183 << 14],
    [60 << 20, 60 << 20],
  ])('for %i bytes is %i', (bytes, size) => {
    resizeTable(bytes);
    expect(tableBytes()).toBe(size);
    put(-5, 2);
    expect(get(-5, 2)).toEqual(PLAIN);
  });

  /** Sizes of 128, 192, 129, 200 and 255 parts. */
  test.each([128 << 9, 192 << 9, 129 << 10, 200 << 9, 255 << 9])('of %i bytes uses all buckets evenly', (bytes) => {
    const buckets = bytes / 64;
    const filled = new Int32Array(buckets);
    let bucket = -1;
    const watched = new Proxy(new Int32Array(bytes / 4), {
      get: (target, key) => Reflect.get(target, key),
      set(_, key) {
        bucket = Math.floor(Number(key) / 16);
        return true;
      },
    });
    shareTable(watched, 1);
    const random = seededRandom(bytes);
    for (let i = 0; i < 40 * buckets; i++) {
      const low = between(random, -(2 ** 31), 2 ** 31 - 1);
      put(low, i);
      filled[bucket]++;
      // A table whose size is a power of two uses the lowest bits.
      if (bytes === 128 << 9) expect(bucket).toBe(low & (buckets - 1));
    }
    // Six standard deviations about 40.
    expect(Math.min(...filled)).toBeGreaterThan(2);
    expect(Math.max(...filled)).toBeLessThan(78);
  });

  test('changed, the table is empty', () => {
    put(1, 2);
    resizeTable(1 << 20);
    expect(get(1, 2)).toBe(null);
  });

  test('cleared, writes one bucket, and then keeps and finds what a new one does', () => {
    const words = new Int32Array(SMALLEST / 4);
    adoptTable(words);
    const random = seededRandom(13);
    const key = () => [between(random, -(2 ** 31), 2 ** 31 - 1), between(random, 0, 40)] as const;
    for (let cleared = 1; cleared <= 3; cleared++) {
      for (let i = 0; i < 20_000; i++) put(...key());
      const before = words.slice();
      clearTable();
      expect(words.findLastIndex((word, i) => word !== before[i])).toBe(15);
    }
    const fresh = new Int32Array(SMALLEST / 4);
    const keys = Array.from({ length: 20_000 }, key);
    const found = [words, fresh].map((table) => {
      adoptTable(table);
      return keys.map(([low, high], i) => {
        const entry = get(low & 0xff80ff, high);
        put(low & 0xff80ff, high, { score: i % 1000, depth: (i % 7) * ONE_PLY });
        return entry;
      });
    });
    expect(found[0].some((entry) => entry !== null)).toBe(true);
    expect(found[0]).toEqual(found[1]);
  });

  test('large enough, no entry is lost', () => {
    resizeTable(1 << 20);
    const random = seededRandom(9);
    const keys = Array.from({ length: 1000 }, () => [
      between(random, -(2 ** 31), 2 ** 31 - 1),
      between(random, 0, 2 ** 30),
    ]);
    keys.forEach(([low, high], i) => {
      put(low, high, { score: i });
    });
    keys.forEach(([low, high], i) => {
      expect(get(low, high)?.score).toBe(i);
    });
  });
});

describe('shared with other threads', () => {
  /** Of the smallest table that can be shared; only its first bucket is used. */
  const TABLE_WORDS = 128 * 16;
  const [low, high] = [0x12300, 0x6789abc];
  /** Of the same bucket, and with the same bits of the low word in the entry. */
  const otherHigh = 0x13579bd;
  const quiet: Entry = { ...PLAIN, score: 12 };
  const mate: Entry = { ...PLAIN, score: winIn(5), staticEval: 900, bound: BOUND_LOWER, move: 77, depth: 9 * ONE_PLY };

  /** @returns the words of a table whose first bucket contains one entry */
  function bucketOf(keyHigh: number, entry: Entry): Int32Array {
    const words = new Int32Array(TABLE_WORDS);
    shareTable(words, 3);
    put(low, keyHigh, entry);
    return words;
  }

  /**
   * A table in whose first entry another thread writes some of its words, with their values in `theirs`, after
   * `accesses` accesses of this thread.
   */
  function disturbed(words: Int32Array, theirs: Int32Array, accesses: number, written: readonly number[]): Int32Array {
    let left = accesses;
    const disturb = () => {
      if (left-- === 0) for (const word of written) words[word] = theirs[word];
    };
    return new Proxy(words, {
      get(target, key) {
        const value = Reflect.get(target, key);
        if (typeof key === 'string' && /^\d+$/.test(key)) disturb();
        return value;
      },
      set(target, key, value) {
        target[Number(key)] = value;
        disturb();
        return true;
      },
    });
  }

  /** Every subset of the three words of an entry: the other thread may be interrupted while it writes. */
  const PARTS = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]];

  test.each(PARTS)(
    'an entry that changes while it is read (words %j) is read as it was, or as the new one, or not at all',
    (...part) => {
      let found = 0;
      for (let accesses = 0; accesses < 12; accesses++) {
        const theirs = bucketOf(otherHigh, mate);
        const words = bucketOf(high, quiet);
        shareTable(disturbed(words, theirs, accesses, part), 4);
        const seen = get(low, high);
        if (seen !== null) {
          found++;
          expect(seen, `after ${accesses} accesses`).toEqual(quiet);
        }
        // The words that remain match neither position unless they are complete.
        shareTable(words, 4);
        expect([null, quiet]).toContainEqual(get(low, high));
        expect([null, mate]).toContainEqual(get(low, otherHigh));
      }
      expect(found).toBeGreaterThan(0);
    },
  );

  test('an entry that changes while another is stored leaves nothing of both', () => {
    for (const part of PARTS) {
      for (let accesses = 0; accesses < 40; accesses++) {
        const theirs = bucketOf(otherHigh, mate);
        const words = bucketOf(high, { ...quiet, score: 30, move: 11 });
        shareTable(disturbed(words, theirs, accesses, part), 4);
        put(low, high, quiet);
        shareTable(words, 4);
        expect([null, 30, quiet.score]).toContain(get(low, high)?.score ?? null);
        expect([null, mate]).toContainEqual(get(low, otherHigh));
      }
    }
  });
});
