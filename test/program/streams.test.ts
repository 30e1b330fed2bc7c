import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { repairStreams } from '../../src/platform/node/streams.ts';
import { temporaryFolder } from '../folder.ts';
import { CAN_LIMIT_FILES, type Ended, limited, node, PROGRAM, run, startProgram } from '../processes.ts';

test('a stream that opens stays, one that does not is replaced', () => {
  const failing = (): never => {
    throw new Error('open EBADF');
  };
  const stdout = { isOrdinary: true };
  const holder = Object.defineProperties({ stdout } as Record<string, unknown>, {
    stdin: { get: failing, configurable: true },
    stderr: { get: failing, configurable: true },
  });
  repairStreams(holder);
  expect(holder.stdout).toBe(stdout);
  expect(holder.stdin).toHaveProperty('fd', 0);
  expect(holder.stderr).toHaveProperty('writable', true);
});

/** Makes the streams throw as Node does under Wine; the rest is the built program. */
const PRELOAD = `for (const name of ['stdin', 'stdout', 'stderr']) {
  Object.defineProperty(process, name, { configurable: true, get: () => { throw new Error('open EBADF'); } });
}
Object.defineProperty(process, 'platform', { value: 'win32' });`;

function start(args: readonly string[], input: string): Ended {
  return node(['--import', `data:text/javascript,${encodeURIComponent(PRELOAD)}`, PROGRAM, ...args], { input });
}

test('the brain plays if no stream opens', () => {
  const { stdout, stderr, status } = start([], 'START 15\r\nINFO timeout_turn 100\r\nTURN 7,7\r\n');
  expect(stdout).toMatch(/^OK\n(MESSAGE .*\n)*\d+,\d+\n$/);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

test('so do the subcommands', () => {
  expect(start(['--version'], '').stdout).toMatch(/^tengen \d/);
  const wrong = start(['--nonsense'], '');
  expect(wrong.stderr).toContain('--nonsense');
  expect(wrong.status).toBe(2);
});

const checker = fileURLToPath(new URL('../../packages/gomocup-check/dist/gomocup-check.js', import.meta.url));

test.skipIf(!existsSync('/dev/full'))('output to a full disk ends the program with a line', () => {
  const ran = run('sh', ['-c', '"$0" "$1" match --help > /dev/full', process.execPath, PROGRAM]);
  expect(ran.stderr).toBe('output: ENOSPC: no space left on device, write\n');
  expect(ran.status).toBe(1);
});

test.skipIf(!CAN_LIMIT_FILES)('a lock on a full disk leaves no file', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.tbook'), 'tengen-book 1 rule=freestyle size=15\nh8\n');
  const words = ['book', 'expand', 'a.tbook', '--positions', '1', '--nodes', '1000'];
  const ran = limited('ulimit -f 0;', words, { cwd: folder });
  const line =
    /^tengen book: .*a\.tbook: the file is too large for the file system: allow larger files and run the same command again\n$/;
  expect([ran.status, ran.stderr]).toEqual([1, expect.stringMatching(line)]);
  expect(readdirSync(folder)).toEqual(['a.tbook']);
});

test.each([
  [PROGRAM, 'match'],
  [checker, '--list'],
])('a reader that has exited ends %s %s silently', async (file, word) => {
  const { child, output, ended } = startProgram(process.execPath, [file, word, '--help']);
  child.stdout.destroy();
  expect({ code: await ended, errors: output() }).toEqual({ code: 141, errors: '' });
});
