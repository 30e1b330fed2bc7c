/** `tengen selfplay` as users run it: the number of games in each file. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeFile } from '../../src/measure/selfplay/record.ts';
import { lockFile } from '../../src/platform/node/lock.ts';
import { temporaryFolder } from '../folder.ts';
import { CAN_LIMIT_FILES, limited, tengen } from '../processes.ts';

const folder = temporaryFolder();

if (!CAN_LIMIT_FILES) console.log('no ulimit -f: the test of a full disk is skipped');

const run = (...args: string[]) => {
  const all = ['selfplay', '--nodes', '100', '--sizes', '8', '--out', join(folder, 'games'), ...args];
  expect(tengen(all)).toMatchObject({ status: 0, stderr: '' });
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
  const into = (out: string) => tengen(['selfplay', '--games', '1', '--out', out]);
  for (const [out, reason] of [
    [join(folder, 'none', 'games'), 'no such file or folder'],
    [folder, 'a folder, expected a file'],
    [foreign, 'expected a self-play file (it starts with TGSP)'],
  ]) {
    expect(into(out)).toMatchObject({ status: 1, stdout: '', stderr: `tengen selfplay: ${out}: ${reason}\n` });
  }
  expect(readFileSync(foreign, 'utf8')).toMatch(/^a text/);
});

describe('a file', () => {
  const start = (out: string, games: number, limit = '') =>
    limited(limit, ['selfplay', '--nodes', '100', '--sizes', '8', '--games', String(games), '--out', out]);
  const file = (name: string, content: string | Uint8Array = '') => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  let whole = Buffer.alloc(0);
  beforeAll(() => {
    const out = join(folder, 'whole');
    start(out, 12);
    whole = readFileSync(out);
  });

  test.each([0, 1, 15])('of a run that was stopped after %i bytes of the header is resumed', (bytes) => {
    const out = file('torn', whole.subarray(0, bytes));
    expect(start(out, 12)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(out)).toEqual(whole);
  });

  test('that another process writes stays as it is', () => {
    const out = file('locked', whole.subarray(0, 100));
    const unlock = lockFile(out);
    const { status, stderr } = start(out, 12);
    unlock();
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `tengen selfplay: ${out} is being written by process ${process.pid}; if that is not tengen, delete ${out}.lock\n`,
    });
    expect(readFileSync(out)).toEqual(whole.subarray(0, 100));
  });

  test.skipIf(!CAN_LIMIT_FILES)('is not created on a full disk', () => {
    const out = join(folder, 'none');
    const { status, stderr } = start(out, 12, 'ulimit -f 0;');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `tengen selfplay: ${out}: the file is too large for the file system: allow larger files and run the same command again\n`,
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  test.skipIf(!CAN_LIMIT_FILES)('is resumed after the disk was full', () => {
    const out = join(folder, 'full');
    expect(whole.length).toBeGreaterThan(1024);
    const { status, stderr } = start(out, 12, 'ulimit -f 1;');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `tengen selfplay: ${out}: the file is too large for the file system: allow larger files and run the same command again; written games are kept\n`,
    });
    expect(existsSync(`${out}.lock`)).toBe(false);
    expect(start(out, 12)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(out)).toEqual(whole);
  });
});
