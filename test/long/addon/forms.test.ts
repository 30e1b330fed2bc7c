import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../src/core/random.ts';
import type { Kernel } from '../../../src/engine/runtime/kernel.ts';
import { ANY_DEPTH, UNTIMED_MS } from '../../../src/engine/runtime/think.ts';
import { RESULT_PV_LENGTH } from '../../../src/kernel/search/result.ts';
import { collectGarbage } from '../../../src/platform/node/collection.ts';
import { buildAddon, whyNoAddon } from '../../../tools/addon/build-addon.ts';
import { bundleText } from '../../../tools/bundle/bundle-text.ts';
import { searchWasmPlugin } from '../../../tools/bundle/search-wasm.ts';
import { writeAddonPackage } from '../../../tools/npm-packages.ts';
import { importBundled } from '../../bundled.ts';
import { canTest } from '../../expected.ts';
import { temporaryFolder } from '../../folder.ts';
import { IDLE_CALLBACKS, newMemory } from './open-arguments.ts';

const DEPTH = 4;
const RULES = [0, 1, 4, 8, 9, 16];

const hasAddon = canTest('gcc', 'the native form of the search', whyNoAddon());
const path = hasAddon ? ((await buildAddon()) ?? '') : '';
const forms = await importBundled<typeof import('./forms-bundle.ts')>(new URL('./forms-bundle.ts', import.meta.url));

function bench(search: Kernel): [string, number][] {
  const positions: [string, number][] = [];
  forms.runBench(search, DEPTH, (name, nodes) => positions.push([name, nodes]));
  return positions;
}

describe.runIf(hasAddon)('the native form', () => {
  const open = (host = { now: () => 0, stop: () => 0, info: () => {} }, bytes = 1 << 20) =>
    forms.openKernel(bytes, host, forms.loadAddon(path).exports);

  test('counts the nodes of bench that WebAssembly counts', () => {
    const counts = bench(open(undefined, forms.BENCH_TABLE_BYTES));
    expect(counts).toEqual(bench(forms.openKernel(forms.BENCH_TABLE_BYTES)));
    expect(counts.length).toBeGreaterThan(15);
  });

  test('goes through a long life as WebAssembly does: rules, boards, tables, games; two at once keep apart', () => {
    const random = seededRandom(22);
    const below = integersBelow(random);
    const pairs = [0, 1].map(() => [open(), forms.openKernel(1 << 20)]);
    for (const search of pairs.flat()) forms.useAllLearned(search);
    for (let step = 0; step < 60; step++) {
      const [width, height] = [5 + below(18), 5 + below(18)];
      const [rule, winLength, lines] = [RULES[below(RULES.length)], below(4) === 0 ? 3 + below(4) : 5, 1 + below(3)];
      const table = below(3) === 0 ? (128 + below(128)) << (9 + below(2)) : 0;
      const isNewGame = below(4) === 0;
      const board = { width, height, rule, winLength: rule === 0 ? winLength : 5 };
      const moves = Array.from({ length: below(30) }, () => ({ x: below(width), y: below(height) }));
      const distinct = moves.filter(({ x, y }, i) => moves.findIndex((other) => other.x === x && other.y === y) === i);
      const found = pairs[step & 1].map((search) => {
        if (table > 0) search.setTableBytes(table);
        const side = forms.setUpMoves(search, board, distinct);
        if (isNewGame) search.newGame();
        search.think(side, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, 300, lines);
        const { result, pv, rootState } = search;
        return { result: [...result], pv: [...pv.subarray(0, result[RESULT_PV_LENGTH])], root: [...rootState] };
      });
      expect(found[0], `step ${step}`).toEqual(found[1]);
    }
  });

  test('runs in two threads at once, and in this one', async () => {
    const folder = temporaryFolder();
    const source = fileURLToPath(new URL('searching-worker.ts', import.meta.url));
    const file = join(folder, 'worker.cjs');
    const define = { 'import.meta.url': '""' };
    writeFileSync(file, await bundleText(source, { format: 'cjs', define, plugins: [searchWasmPlugin()] }));
    const workers = [0, 1].map(() => new Worker(file, { workerData: { path, depth: DEPTH } }));
    const totals = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0]));
    const own = bench(open(undefined, forms.BENCH_TABLE_BYTES)).reduce((sum, [, nodes]) => sum + nodes, 0);
    expect(totals).toEqual([own, own]);
  });

  test('helpers share a table, each with its state in the same memory', () => {
    const memory = forms.KernelMemory.create()!;
    const table = memory.allocate(1 << 20, 1)!;
    const { exports } = forms.loadAddon(path);
    const host = { now: () => 0, stop: () => 0, info: () => {} };
    const first = forms.nativeKernel(exports, memory.memory, 0, host);
    const second = forms.nativeKernel(exports, memory.memory, forms.KernelMemory.baseOf(table, 1), host);
    for (const [index, search] of [first, second].entries()) {
      search.setUp(15, 15, 0, 5);
      search.place(7, 7, 1);
      search.joinSearch(table, 1, index);
      search.think(2, UNTIMED_MS, UNTIMED_MS, 8, 5000, 1);
    }
    expect(memory.tableUse()).toBeGreaterThan(0);
    expect(second.result[0]).not.toBe(0);
  });

  test('an exception of the host ends the search at once, and the process survives', () => {
    let calls = 0;
    const failing = open({
      now: () => 0,
      stop: () => {
        if (++calls === 3) throw new Error('enough');
        return 0;
      },
      info: () => {},
    });
    forms.setUpMoves(failing, { width: 15, height: 15, rule: 0, winLength: 5 }, [{ x: 7, y: 7 }]);
    expect(() => failing.think(2, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, 0, 1)).toThrow('enough');
    expect(calls).toBe(3);
    expect(() => failing.setTableBytes(1 << 28)).toThrow(RangeError);
    expect(bench(open(undefined, forms.BENCH_TABLE_BYTES)).length).toBeGreaterThan(15);
  });

  test('the host stops it, and may call it meanwhile', () => {
    const kilonodes: number[] = [];
    let search: Kernel | null = null;
    search = open({ now: () => 0, stop: () => (kilonodes.push(search!.kilonodes()) > 40 ? 1 : 0), info: () => {} });
    forms.setUpMoves(search, { width: 15, height: 15, rule: 0, winLength: 5 }, [{ x: 7, y: 7 }]);
    search.think(2, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, 0, 1);
    expect(kilonodes.length).toBe(41);
    expect(kilonodes.at(-1)).toBeGreaterThan(0);
  });

  test('a state that does not fit into the memory is refused', () => {
    const { exports } = forms.loadAddon(path);
    const busy = new Int32Array(1);
    expect(() => exports.open(new Uint8Array(1000), 0, IDLE_CALLBACKS, busy)).toThrow(RangeError);
    expect(() => exports.open(newMemory(), 8, IDLE_CALLBACKS, busy)).toThrow(RangeError);
    expect(() => exports.open(newMemory().subarray(8), 0, IDLE_CALLBACKS, busy)).toThrow(RangeError);
    expect(() => exports.open(newMemory(), -64, IDLE_CALLBACKS, busy)).toThrow(RangeError);
  });

  test.each([
    ['memory of another type', { memory: new Int32Array(1 << 21) }, /^memory of a search: /],
    ['an empty busy', { busy: new Int32Array(0) }, /^busy: /],
    ['busy of another type', { busy: new Uint8Array(4) }, /^busy: /],
    ['a callback that is a number', { callbacks: { allocate: () => 0, hostNow: 5 } }, /^callbacks: /],
    ['no callbacks', { callbacks: undefined }, /^callbacks: /],
  ])('%s is refused', (_, wrong, message) => {
    const right = { memory: newMemory(), callbacks: IDLE_CALLBACKS, busy: new Int32Array(1) };
    const openWith = ({ memory, callbacks, busy }: typeof right) =>
      forms.loadAddon(path).exports.open(memory, 0, callbacks, busy);
    expect(() => openWith({ ...right, ...wrong } as typeof right)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message), name: 'TypeError' }),
    );
    expect(openWith(right).kilonodes()).toBe(0);
  });

  test('the functions of a search cannot lose what it needs', () => {
    const { kilonodes } = forms.loadAddon(path).exports.open(newMemory(), 0, IDLE_CALLBACKS, new Int32Array(1));
    const { held } = kilonodes as unknown as { readonly held: readonly unknown[] };
    expect(Object.isFrozen(held)).toBe(true);
    expect(Object.getOwnPropertyDescriptor(kilonodes, 'held')).toEqual({
      value: held,
      configurable: false,
      enumerable: false,
      writable: false,
    });
  });

  test('a search is collected with a host that refers to it', async () => {
    const openOne = () => {
      let search: Kernel | null = null;
      const host = { now: () => search?.kilonodes() ?? 0, stop: () => 0, info: () => {} };
      search = open(host);
      return new WeakRef(host);
    };
    const reference = openOne();
    const isCollected = () => {
      collectGarbage();
      return reference.deref() === undefined;
    };
    await expect.poll(isCollected).toBe(true);
  });

  test('is found in its package, of the version of the program', async () => {
    const folder = temporaryFolder();
    const made = await writeAddonPackage(join(folder, 'node_modules'));
    const found = createRequire(join(folder, 'program.js')).resolve(`@tengen/${basename(made)}`);
    expect(forms.chooseKernel('native', [found])).toMatchObject({ form: 'native', addon: { path: found } });
    const { name, version, os, cpu, main } = JSON.parse(readFileSync(join(made, 'package.json'), 'utf8'));
    expect({ name, os, cpu, main }).toEqual({
      name: `@tengen/${process.platform}-${process.arch}`,
      os: [process.platform],
      cpu: [process.arch],
      main: basename(found),
    });
    expect(version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  });

  test('is chosen where it loads', () => {
    for (const wanted of ['', 'native'])
      expect(forms.chooseKernel(wanted, ['/none', path])).toMatchObject({ form: 'native', addon: { path } });
  });
});

test.each([
  ['', ['/none.node'], 'wasm', /^WebAssembly$/],
  ['wasm', [], 'wasm', /^WebAssembly$/],
  ['js', [], 'js', /^JavaScript$/],
  ['native', [], 'wasm', /^WebAssembly \(no addon found\)$/],
  ['native', ['/none.node'], 'wasm', /^WebAssembly \(\/none\.node: /],
  ['fast', [], 'wasm', /^WebAssembly \(TENGEN_KERNEL=fast: expected native, wasm or js\)$/],
] as const)('TENGEN_KERNEL=%s with the addons %j', (wanted, paths, form, text) => {
  const choice = forms.chooseKernel(wanted, paths);
  expect(choice).toMatchObject({ form, addon: null });
  expect(choice.text).toMatch(text);
});
