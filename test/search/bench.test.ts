import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importBundled } from './bundled.ts';

/** Deep enough for the search for threats to take part, and less for the sake of time. */
const DEPTH = 4;
const SHALLOW = 3;
const program = fileURLToPath(new URL('../../dist/tengen.js', import.meta.url));

test('bench gives the same count twice in one process: nothing survives from one run to the next', async () => {
  const { runBench } = await importBundled<typeof import('../../src/cli/bench.ts')>('../../src/cli/bench.ts');
  const runs = [0, 1].map(() => {
    const positions: [string, number][] = [];
    const total = runBench(DEPTH, (name, nodes) => positions.push([name, nodes]));
    return { total, positions };
  });
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[0].positions.length).toBeGreaterThan(15);
  expect(runs[0].total).toBe(runs[0].positions.reduce((sum, [, nodes]) => sum + nodes, 0));
});

test('bench gives the same count in two processes', () => {
  const [first, second] = [0, 1].map(() => {
    const text = execFileSync(process.execPath, [program, 'bench', String(SHALLOW)], { encoding: 'utf8' });
    return /(\d+) nodes \d+ nps\s*$/.exec(text)?.[1];
  });
  expect(first).toMatch(/^\d+$/);
  expect(second).toBe(first);
});
