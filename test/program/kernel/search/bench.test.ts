import { expect, test } from 'vitest';
import type { Kernel } from '../../../../src/engine/runtime/kernel.ts';
import { importBundled } from '../../../bundled.ts';
import { outputOf, PROGRAM } from '../../../processes.ts';

/** Deep enough for the search for threats to run; lower than usual to save time. */
const DEPTH = 4;
const SHALLOW = 3;

const bench = await importBundled<typeof import('../../../../src/cli/bench.ts')>(
  new URL('../../../../src/cli/bench.ts', import.meta.url),
);
const forms = await importBundled<typeof import('../../../../src/engine/runtime/open-kernel.ts')>(
  new URL('../../../../src/engine/runtime/open-kernel.ts', import.meta.url),
);

function run(search: Kernel): { total: number; positions: [string, number][] } {
  const positions: [string, number][] = [];
  const total = bench.runBench(search, DEPTH, (name, nodes) => positions.push([name, nodes]));
  return { total, positions };
}

test('bench gives the same count twice in one process: nothing survives from one run to the next', () => {
  const search = forms.openKernel(bench.BENCH_TABLE_BYTES);
  const runs = [run(search), run(search)];
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[0].positions.length).toBeGreaterThan(15);
  expect(runs[0].total).toBe(runs[0].positions.reduce((sum, [, nodes]) => sum + nodes, 0));
});

test('the search in JavaScript counts the same nodes as in WebAssembly', () => {
  expect(run(forms.openJsKernel(bench.BENCH_TABLE_BYTES))).toEqual(run(forms.openKernel(bench.BENCH_TABLE_BYTES)));
});

test('no index is outside its array, and no number exceeds 32 bits', async () => {
  const checked = await importBundled<typeof forms>(
    new URL('../../../../src/engine/runtime/open-kernel.ts', import.meta.url),
    {
      isChecked: true,
      isOptimized: false,
    },
  );
  expect(run(checked.openKernel(bench.BENCH_TABLE_BYTES))).toEqual(run(forms.openKernel(bench.BENCH_TABLE_BYTES)));
});

test('bench gives the same count in two processes', () => {
  const [first, second] = [0, 1].map(() => {
    const text = outputOf(process.execPath, [PROGRAM, 'bench', String(SHALLOW)]);
    return /(\d+) nodes \d+ nps\s*$/.exec(text)?.[1];
  });
  expect(first).toMatch(/^\d+$/);
  expect(second).toBe(first);
});
