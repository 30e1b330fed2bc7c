/** The trainer of networks as it is run, on a handful of games. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tengen-network-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [pathOf(program), ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}
const train = (file: string) =>
  run('tools/run.mjs', 'network', 'train', '--epochs', '1', '--out', join(folder, 'a.tgnn'), file);

test('fewer positions than a batch are learned from, too', () => {
  const samples = join(folder, 'a.tgsa');
  const play = ['--label-nodes', '100', '--nodes', '100', '--sizes', '8', '--games', '8', '--out', samples];
  expect(run('dist/tengen.js', 'selfplay', ...play)).toMatchObject({ status: 0, stderr: '' });
  const { status, stdout } = train(samples);
  expect(status).toBe(0);
  const [, loss] = /epoch 1: training (\S+),/.exec(stdout) ?? [];
  expect(Number(loss)).toBeGreaterThan(0);
});

test('a file that is none is told by its name in one line', () => {
  const foreign = join(folder, 'foreign');
  writeFileSync(foreign, 'a text that is longer than the header of such a file\n');
  expect(train(foreign)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^\S+foreign: expected .*\n$/) });
  const none = join(folder, 'none');
  expect(train(none)).toMatchObject({ status: 2, stderr: `${none}: no such file or folder\n` });
});
