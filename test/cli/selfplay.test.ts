/** `tengen selfplay` as it is run: how many games lie in which file. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

test('--games is the number of games in all, also when a run is taken up', () => {
  run('--games', '4', '--threads', '3');
  expect(gamesIn()).toEqual({ 'games.0': 2, 'games.1': 1, 'games.2': 1 });
  run('--games', '6', '--threads', '3');
  expect(gamesIn()).toEqual({ 'games.0': 2, 'games.1': 2, 'games.2': 2 });
  run('--games', '3');
  expect(gamesIn()).toMatchObject({ games: 3 });
});
