/** `tengen selfplay --fleet` and its workers as processes of the built program, with a Redis started for the test. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { PROGRAM, start as startProgram, tengen } from '../processes.ts';
import { HAS_REDIS, RedisServer } from './redis-server.ts';

const RUN = ['selfplay', '--nodes', '100', '--sizes', '8', '--games', '60', '--seed', '4'];

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const start = (...args: string[]) => startProgram(args, { cwd: folder });

const size = () => (existsSync(join(folder, 'fleet.out')) ? statSync(join(folder, 'fleet.out')).size : 0);

describe.skipIf(!HAS_REDIS)('self-play by processes', () => {
  test.each([
    ['games', []],
    ['labeled positions', ['--label-nodes', '20', '--period', '30', '--playouts', '2']],
  ])('%s: a worker and the coordinator are killed; the file is that of a local run', async (_what, labels) => {
    const server = await RedisServer.open();
    try {
      const run = [...RUN, ...labels];
      const lead = () => start(...run, '--out', 'fleet.out', '-fleet', server.url, '--range', '15');
      const cache = ['--cache', join(folder, 'cache')];
      const work = (name: string) =>
        start('worker', server.url, '--slots', '1', '--no-speed', '--name', name, ...cache);
      const first = lead();
      const victim = work('victim');
      await expect.poll(size).toBeGreaterThan(16);
      victim.child.kill('SIGKILL');
      first.child.kill('SIGKILL');
      await first.ended;
      const second = lead();
      const last = work('last');
      expect([await second.ended, second.output()]).toEqual([0, expect.stringMatching(/fleet\.out: 60 games/)]);
      const here = tengen([...run, '--out', 'here.out'], { cwd: folder });
      expect(here.status).toBe(0);
      expect(readFileSync(join(folder, 'fleet.out')).equals(readFileSync(join(folder, 'here.out')))).toBe(true);
      last.child.kill('SIGINT');
      expect([await last.ended, last.output()]).toEqual([0, expect.stringMatching(/worker last has left the fleet/)]);
    } finally {
      await server.close();
    }
  });
});

test('without openings on stdin a range yields all its games, with them only those that are accepted', () => {
  const range = (input: Uint8Array) => tengen([...RUN, '--only', '2-3'], { input, encoding: 'hex' }).stdout;
  const both = range(new Uint8Array(0));
  expect(both.length).toBeGreaterThan(100);
  // Neither of them is accepted; then the first gets that of the second.
  expect(range(new Uint8Array(Uint32Array.of(1, 5, 6, 7).buffer))).toBe('');
  const again = range(new Uint8Array(Uint32Array.of(0, 6, 6).buffer));
  expect(both.endsWith(again)).toBe(true);
  expect(again.length).toBeGreaterThan(50);
});

test.each([
  [['--fleet', 'redis://127.0.0.1:1', '--threads', '2'], 2, /--threads cannot be used with --fleet/],
  [['--range', '5'], 2, /--range requires --fleet/],
  [['--fleet', 'http://x'], 1, /expected redis:\/\/HOST/],
  [['--playouts', '5'], 2, /--playouts requires --label-nodes/],
  [['--label-nodes', '0'], 2, /--label-nodes 0: expected a whole number from 1/],
  [['--network', 'none.tgnn'], 1, /--network none\.tgnn: no such file or folder/],
  [['--network', PROGRAM], 1, /--network .*tengen\.js: /],
  [['--network', PROGRAM, '--handset'], 2, /--network and --handset: expected only one/],
  [['--only', '5-2'], 2, /--only 5-2: expected two numbers/],
])('%j', (args, status, text) => {
  const ran = tengen([...RUN, '--out', 'x.tgs', ...args], { cwd: folder });
  expect(ran).toMatchObject({ status, stderr: expect.stringMatching(text) });
  expect(ran.stderr.trim().split('\n')).toHaveLength(1);
});
