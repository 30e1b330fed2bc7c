import { expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import { UNTIMED_MS } from '../../../../src/engine/runtime/think.ts';
import { RESULT_PV_LENGTH } from '../../../../src/kernel/search/result.ts';
import { importBundled } from '../../../bundled.ts';

const forms = await importBundled<typeof import('./forms-bundle.ts')>(new URL('./forms-bundle.ts', import.meta.url));

const RULES = [0, 1, 4, 8, 9, 16];
const NODES = 300;
const STEPS = 60;

test('both forms of the search agree through many changes of rules, boards, tables and games', {
  timeout: 240_000,
}, () => {
  const random = seededRandom(20);
  const below = integersBelow(random);
  const [wasm, script] = [forms.openKernel(1 << 20), forms.openJsKernel(1 << 20)];
  for (let step = 0; step < STEPS; step++) {
    const [width, height] = [5 + below(18), 5 + below(18)];
    const [rule, winLength, lines] = [RULES[below(RULES.length)], below(4) === 0 ? 3 + below(4) : 5, 1 + below(3)];
    const table = below(3) === 0 ? (128 + below(128)) << (9 + below(2)) : 0;
    const isNewGame = below(4) === 0;
    const stones = new Map<string, [number, number, number]>();
    for (let i = below(30); i >= 0; i--) {
      const [x, y] = [below(width), below(height)];
      stones.set(`${x},${y}`, [x, y, 1 + below(2)]);
    }
    const found = [wasm, script].map((search) => {
      if (table > 0) search.setTableBytes(table);
      search.setUp(width, height, rule, winLength);
      if (isNewGame) search.newGame();
      for (const [x, y, color] of stones.values()) search.place(x, y, color);
      search.think(1 + (stones.size & 1), UNTIMED_MS, UNTIMED_MS, 6, NODES, lines);
      return { result: [...search.result], pv: [...search.pv], root: [...search.rootState], kilo: search.kilonodes() };
    });
    expect(found[0], `step ${step}`).toEqual(found[1]);
  }
});

/** About the size in a game without a memory limit, and not a power of two. */
const FULL_TABLE = 113 << 20;
/** The size during warm-up. */
const OWN_TABLE = 1 << 18;

test('in full-size shared memory with warm-ups, tables and rules fit in any order', () => {
  const random = seededRandom(21);
  const below = integersBelow(random);
  const host = { now: () => 0, stop: () => 0, info: () => {} };
  const memory = forms.KernelMemory.create()!;
  const wasm = forms.wasmKernel(memory.memory, 0, host);
  const script = forms.openJsKernel(FULL_TABLE);
  const table = memory.allocate(FULL_TABLE, 0)!;
  for (let step = 0; step < 30; step++) {
    const rule = RULES[below(RULES.length)];
    const isWarmUp = below(2) === 0;
    const stones = Array.from({ length: 1 + below(6) }, (_, i) => [4 + ((i * 3 + step) % 7), 4 + i, 1 + (i & 1)]);
    const found = [wasm, script].map((search) => {
      if (isWarmUp) search.setTableBytes(OWN_TABLE);
      else if (search === wasm) search.useTable(table);
      else search.setTableBytes(FULL_TABLE);
      search.setUp(15, 15, rule, 5);
      search.newGame();
      for (const [x, y, color] of stones) search.place(x, y, color);
      search.think(1 + (stones.length & 1), UNTIMED_MS, UNTIMED_MS, 8, 2000, 1);
      return { result: [...search.result], pv: [...search.pv.subarray(0, search.result[RESULT_PV_LENGTH])] };
    });
    expect(found[0], `step ${step}, rule ${rule}`).toEqual(found[1]);
  }
});
