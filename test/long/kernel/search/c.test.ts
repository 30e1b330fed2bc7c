import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import { UNTIMED_MS } from '../../../../src/engine/runtime/think.ts';
import { whyNotCompiled } from '../../../../tools/native/compiler.ts';
import { importBundled } from '../../../bundled.ts';
import { canTest } from '../../../expected.ts';
import { Notes, openReplayer, type Replayer } from './in-c.ts';

const DEPTH = 4;
const bench = await importBundled<typeof import('../../../../src/cli/bench.ts')>(
  new URL('../../../../src/cli/bench.ts', import.meta.url),
);
const forms = await importBundled<typeof import('./forms-bundle.ts')>(new URL('./forms-bundle.ts', import.meta.url));

const hasCompiler = canTest('gcc', 'the search in C', whyNotCompiled());
/** For any processor, and with AVX2 and BMI2 if this one has them. */
const hasLongVectors = hasCompiler && /\bavx2\b.*\bbmi2\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));
const MACHINES = [[], ...(hasLongVectors ? [['-march=x86-64-v3']] : [])];

describe.runIf(hasCompiler).each(MACHINES.map((flags) => [flags.join() || 'any processor', flags] as const))(
  'the search in C does what the one in WebAssembly does: %s',
  { timeout: 600_000 },
  (_, flags) => {
    let inC: Replayer;
    beforeAll(async () => {
      inC = await openReplayer(flags);
    }, 600_000);

    test('in bench', () => {
      const notes = new Notes();
      bench.runBench(notes.of(forms.openKernel(bench.BENCH_TABLE_BYTES)), DEPTH, () => {});
      expect(notes.found.length).toBe(bench.BENCH_POSITIONS.length);
      notes.calls.unshift(`3 ${bench.BENCH_TABLE_BYTES}`);
      expect(inC.repeat(notes)).toEqual(notes.found);
    });

    test('through many changes of rules, boards, tables and games', () => {
      const random = seededRandom(20);
      const below = integersBelow(random);
      const notes = new Notes();
      const search = notes.of(forms.openKernel(1 << 20));
      search.setTableBytes(1 << 20);
      for (let step = 0; step < 150; step++) {
        const [width, height] = [5 + below(18), 5 + below(18)];
        const [rule, winLength] = [[0, 1, 4, 8, 9, 16][below(6)], below(4) === 0 ? 3 + below(4) : 5];
        if (below(3) === 0) search.setTableBytes((128 + below(128)) << (9 + below(2)));
        search.setUp(width, height, rule, rule === 0 ? winLength : 5);
        if (below(4) === 0) search.newGame();
        const taken = new Set<number>();
        for (let i = below(30); i >= 0; i--) {
          const [x, y] = [below(width), below(height)];
          if (!taken.has(y * width + x)) search.place(x, y, 1 + below(2));
          taken.add(y * width + x);
        }
        search.think(1 + (taken.size & 1), UNTIMED_MS, UNTIMED_MS, 6, 300, 1 + below(3));
      }
      expect(inC.repeat(notes)).toEqual(notes.found);
    });
  },
);
