/** `tengen selfplay` as users run it: the number of games in each file. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { decodeFile } from '../../src/selfplay/record.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/tengen.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tengen-selfplay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => {
  const all = ['selfplay', '--nodes', '100', '--sizes', '8', '--out', join(folder, 'games'), ...args];
  expect(spawnSync(process.execPath, [PROGRAM, ...all], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
};
const gamesIn = () =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, decodeFile(readFileSync(join(folder, name))).games.length]),
  );

test('--games is the total number of games, also for a resumed run', () => {
  run('--games', '4', '--threads', '3');
  expect(gamesIn()).toEqual({ 'games.0': 2, 'games.1': 1, 'games.2': 1 });
  run('--games', '6', '--threads', '3');
  expect(gamesIn()).toEqual({ 'games.0': 2, 'games.1': 2, 'games.2': 2 });
  run('--games', '3');
  expect(gamesIn()).toMatchObject({ games: 3 });
});

test('a file that cannot be opened, or is not a self-play file, gets one line', () => {
  const foreign = join(folder, 'foreign');
  writeFileSync(foreign, 'a text that is longer than the header of such a file\n');
  const into = (out: string) =>
    spawnSync(process.execPath, [PROGRAM, 'selfplay', '--games', '1', '--out', out], { encoding: 'utf8' });
  for (const [out, reason] of [
    [join(folder, 'none', 'games'), 'no such file or folder'],
    [folder, 'a folder, expected a file'],
    [foreign, 'expected a self-play file (it starts with TGSP)'],
  ]) {
    expect(into(out)).toMatchObject({ status: 1, stdout: '', stderr: `tengen selfplay: ${out}: ${reason}\n` });
  }
  expect(readFileSync(foreign, 'utf8')).toMatch(/^a text/);
});
