/** Coordinators and workers as processes of the built program, which are killed and stopped during a pair. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { CAN_LIMIT_FILES, PROGRAM, type Running, startProgram, start as startTengen, tengen } from '../processes.ts';
import { comparable } from '../unit/measure/fleet/fake-match.ts';
import { BRAIN } from '../unit/measure/match/scripted.ts';
import { HAS_REDIS, type RedisServer } from './redis-server.ts';
import { redis } from './workers.ts';

const GAMES = 16;
if (!CAN_LIMIT_FILES) console.log('no ulimit -f: the test of a full disk on a worker is skipped');

let folder = '';
let server: RedisServer;
beforeEach(async () => {
  folder = temporaryFolder();
  server = await redis();
});

const start = (...args: string[]) => startTengen(args, { cwd: folder });

/** Slow moves: the match is not over yet when the game of a killed worker returns to the queue. */
const THINKING = 'option.think_ms=40';
const engine = (name: string) => ['-engine', `cmd=${BRAIN} sound`, `name=${name}`, 'delay=0', THINKING];
const MATCH = [...engine('a'), ...engine('b'), '-games', `${GAMES}`];

const lead = (...more: string[]) => start('match', ...MATCH, '-fleet', server.url, '-out', 'm.jsonl', ...more);

/** The allow list that the coordinator prints. */
async function allowed(coordinator: Running): Promise<string[]> {
  await expect.poll(coordinator.output).toMatch(/--allow "b=\w{64}"/);
  return [...coordinator.output().matchAll(/(--allow) "([^"]+)"/g)].flatMap(([, option, engine]) => [option, engine]);
}

const work = (name: string, ...more: string[]) =>
  start('worker', server.url, '--slots', '1', '--no-speed', '--cache', 'cache', '--name', name, ...more);

const lines = (file: string) =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').split('\n').length - 2 : 0;

function asHere(): string[] {
  const here = tengen(['match', ...MATCH, '-out', 'here.jsonl'], { cwd: folder });
  expect(here.status).toBe(0);
  return comparable(readFileSync(join(folder, 'here.jsonl'), 'utf8'));
}

describe.skipIf(!HAS_REDIS)('processes', () => {
  test('whichever process is killed or stopped, the file equals that of a local run', async () => {
    const first = lead();
    const list = await allowed(first);
    const victim = work('victim', ...list);
    await expect.poll(() => lines('m.jsonl')).toBeGreaterThan(1);
    victim.child.kill('SIGKILL');
    const sleeper = work('sleeper', ...list);
    await expect.poll(sleeper.output).toMatch(/a - b: playing/);
    const before = lines('m.jsonl');
    await expect.poll(() => lines('m.jsonl')).toBeGreaterThan(before);
    // Longer than its lock of two seconds, while another worker plays.
    sleeper.child.kill('SIGSTOP');
    const last = work('last', ...list);
    const atStop = lines('m.jsonl');
    await expect.poll(() => lines('m.jsonl')).toBeGreaterThan(atStop + 2);
    first.child.kill('SIGKILL');
    await first.ended;
    sleeper.child.kill('SIGCONT');
    const second = lead();
    expect([await second.ended, second.output()]).toEqual([0, expect.stringMatching(/16 of 16 games/)]);
    expect(second.output()).toMatch(/games, \d+ of them already played/);
    expect(comparable(readFileSync(join(folder, 'm.jsonl'), 'utf8'))).toEqual(asHere());
    last.child.kill('SIGINT');
    expect([await last.ended, last.output()]).toEqual([0, expect.stringMatching(/worker last has left the fleet/)]);
  });

  test('an engine that is not on the list, or has another bench, is not run; the list names what is needed', async () => {
    const leading = lead('-each', 'bench=5');
    const list = await allowed(leading);
    const strict = work('strict', '--allow', `a=${'0'.repeat(64)}`);
    await expect.poll(strict.output).toMatch(/not on this worker's allow list: --allow a=\w{64} --allow b=\w{64}/);
    expect(existsSync(join(folder, 'cache'))).toBe(false);
    const willing = work('willing', ...list);
    await expect.poll(willing.output).toMatch(/engine a: its bench gives no node count: expected 5 nodes/);
    // The worker reports it first, on its own terminal.
    let view = { output: () => '' };
    const look = async () => {
      const one = start('fleet', server.url);
      view = one;
      return `${await one.ended}: ${one.output()}`;
    };
    await expect.poll(look).toMatch(/^0: .*refuses a - b: engine a: its bench/s);
    expect(view.output()).toMatch(/worker willing on .*: idle, 1 slot/);
    leading.child.kill('SIGINT');
    expect([await leading.ended, lines('m.jsonl')]).toEqual([130, 0]);
  });

  test.skipIf(!CAN_LIMIT_FILES)('a worker with a full disk reports it in one line and leaves the match', async () => {
    const leading = lead();
    const list = await allowed(leading);
    const words = ['worker', server.url, '--no-speed', '--cache', 'full', '--name', 'full', ...list];
    // No file may be larger than a kilobyte, and a larger write fails as if the disk were full.
    const full = startProgram('sh', ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, PROGRAM, ...words], {
      cwd: folder,
    });
    const line =
      /^a - b: not taken: .*full.files.\w{64}: the file is too large for the file system: allow larger files, or use --cache with a folder on another disk$/m;
    await expect.poll(full.output).toMatch(line);
    expect(readdirSync(join(folder, 'full', 'files')).filter((name) => name.endsWith('.new'))).toEqual([]);
    work('roomy', ...list);
    expect(await leading.ended).toBe(0);
    // It tries again, and says so again, once a minute.
    for (const told of full.output().match(/^.*not taken.*$/gm) ?? []) expect(told).toMatch(line);
  });

  test.each([
    [['worker'], 2, /0 Redis URLs: expected one, such as redis:/],
    [['worker', 'redis://127.0.0.1:1'], 1, /ECONNREFUSED/],
    [['worker', 'http://x'], 1, /expected redis:\/\/HOST/],
    [['worker', 'redis://x', '--slots', '0'], 2, /--slots 0: expected a whole number from 1/],
    [['worker', 'redis://x', '--allow', 'a=12'], 2, /--allow a=12: expected ENGINE=SHA256/],
    [['worker', 'redis://x', '--alow', 'a'], 2, /--allow/],
    [['fleet', 'redis://x', '--wach'], 2, /--watch/],
    [['fleet', 'redis://127.0.0.1:1'], 1, /ECONNREFUSED/],
  ])('%j', async (args, status, text) => {
    const ran = start(...args);
    expect([await ran.ended, ran.output()]).toEqual([status, expect.stringMatching(text)]);
    expect(ran.output().trim().split('\n')).toHaveLength(1);
  });
});
