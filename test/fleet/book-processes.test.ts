/**
 * `tengen book expand --fleet` and its workers as processes of the built program, with a Redis started for the test.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { start as startProgram, tengen } from '../processes.ts';
import { HAS_REDIS, RedisServer } from './redis-server.ts';

const START = 'tengen-book 1 rule=freestyle size=15\nh8\n h9\n  j9\n  i9\n  g7\n i9\n  j8\n  h11\n';
const SEARCH = ['--nodes', '2000', '--lines', '3', '--even', '30000', '--ahead', '5', '--until', '60'];

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const start = (...args: string[]) => startProgram(args, { cwd: folder });

function grownHere(name: string, ...more: string[]): string {
  writeFileSync(join(folder, name), START);
  expect(tengen(['book', 'expand', name, ...SEARCH, ...more], { cwd: folder }).status).toBe(0);
  return readFileSync(join(folder, name), 'utf8');
}

test('three parallel searches make the same book as one', () => {
  const one = grownHere('one.tbook');
  expect(one.split('\n').length).toBeGreaterThan(60);
  expect(grownHere('three.tbook', '--threads', '3')).toBe(one);
});

describe.skipIf(!HAS_REDIS)('a book searched by processes', () => {
  test('a worker and the coordinator are killed; the book is that of a local run', async () => {
    const server = await RedisServer.open();
    try {
      writeFileSync(join(folder, 'fleet.tbook'), START);
      const lead = () => start('book', 'expand', 'fleet.tbook', ...SEARCH, '-fleet', server.url);
      const work = (name: string) => start('worker', server.url, '--slots', '2', '--no-speed', '--name', name);
      const first = lead();
      const victim = work('victim');
      await expect.poll(() => first.output()).toMatch(/stones, value/);
      victim.child.kill('SIGKILL');
      first.child.kill('SIGKILL');
      await first.ended;
      const second = lead();
      const last = work('last');
      expect([await second.ended, second.output()]).toEqual([
        0,
        expect.stringMatching(/positions searched, \d+ in the/),
      ]);
      expect(readFileSync(join(folder, 'fleet.tbook'), 'utf8')).toBe(grownHere('here.tbook'));
      last.child.kill('SIGINT');
      expect([await last.ended, last.output()]).toEqual([0, expect.stringMatching(/worker last has left the fleet/)]);
    } finally {
      await server.close();
    }
  });

  test('a signal ends it after a complete round, and the same command resumes', async () => {
    const server = await RedisServer.open();
    try {
      writeFileSync(join(folder, 'fleet.tbook'), START);
      const lead = () => start('book', 'expand', 'fleet.tbook', ...SEARCH, '-fleet', server.url);
      const worker = start('worker', server.url, '--slots', '1', '--no-speed', '--name', 'one');
      const first = lead();
      await expect.poll(() => first.output()).toMatch(/stones, value/);
      first.child.kill('SIGINT');
      expect([await first.ended, first.output()]).toEqual([130, expect.stringMatching(/positions searched/)]);
      const second = lead();
      expect([await second.ended, second.output()]).toEqual([0, expect.stringMatching(/positions searched/)]);
      expect(readFileSync(join(folder, 'fleet.tbook'), 'utf8')).toBe(grownHere('here.tbook'));
      worker.child.kill('SIGINT');
      expect(await worker.ended).toBe(0);
    } finally {
      await server.close();
    }
  });
});

test.each([
  [['--fleet', 'redis://127.0.0.1:1', '--threads', '2'], 2, /--threads cannot be used with --fleet/],
  [['--fleet', 'http://x'], 1, /expected redis:\/\/HOST/],
  [['--ahead', '201'], 2, /--ahead 201: expected a whole number from 1 to 200/],
  [['--until', '0'], 2, /--until 0: expected a whole number from 1/],
])('%j', (args, status, text) => {
  writeFileSync(join(folder, 'a.tbook'), START);
  const ran = tengen(['book', 'expand', 'a.tbook', ...args], { cwd: folder });
  expect(ran).toMatchObject({ status, stderr: expect.stringMatching(text) });
  expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  expect(readFileSync(join(folder, 'a.tbook'), 'utf8')).toBe(START);
});
