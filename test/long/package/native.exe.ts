/** The native programs as `npm run package -- native` has left them; test/long/native/program.test.ts has the rest. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile, WINDOWS_COMPILER } from '../../../tools/native/compiler.ts';
import { NATIVE_TARGETS } from '../../../tools/native/targets.ts';
import { checkExecutable } from '../../../tools/package/check.ts';
import { readTranscripts, replayAll } from '../../../tools/replay.ts';
import { outputOf, run } from '../../processes.ts';
import { canTestInWine, WINE_ENVIRONMENT as env, startWine, WINE_VARIABLES } from './wine.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const nodes = readFileSync('tools/bench-nodes.txt', 'utf8').trim();
const [windows, linux] = NATIVE_TARGETS.map(({ executable }) => resolve('dist/bin', executable));
const hasWine = canTestInWine('the native program for Windows');
const isLinux = process.platform === 'linux' && process.arch === 'x64';

for (const file of [windows, linux].filter((each) => !existsSync(each))) {
  console.log(`skipped: ${file} is not there; npm run package -- native makes it`);
}

describe.runIf(isLinux && existsSync(linux))('the native program for Linux', () => {
  test('plays, and counts the nodes of bench', async () => {
    await checkExecutable(linux, version);
    expect(outputOf(linux, ['bench'])).toContain(`${nodes} nodes `);
  });
});

describe.runIf(hasWine && existsSync(windows))('the native program for Windows, under Wine', () => {
  beforeAll(startWine, 300_000);

  test('plays, and counts the nodes of bench', { timeout: 300_000 }, async () => {
    const launcher = ['env', ...Object.entries(WINE_VARIABLES).map(([name, value]) => `${name}=${value}`), 'wine'];
    await checkExecutable(windows, version, { launcher });
    expect(outputOf('wine', [windows, 'bench'], { env })).toContain(`${nodes} nodes `);
  });

  test('searches with several threads', { timeout: 300_000 }, () => {
    const input = 'INFO thread_num 4\nINFO max_node 3000\nSTART 15\nBOARD\n7,7,2\n8,6,1\n8,8,2\nDONE\n';
    // Everything before the end of input is answered before the program exits.
    const { status, stdout } = run('wine', [windows], { env, input });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^OK\n(MESSAGE .*\n)+\d+,\d+\n$/);
  });

  test('continues after an empty write of the manager', () => {
    const manager = resolve('node_modules/.cache/tengen-package/empty-writes.exe');
    compile(WINDOWS_COMPILER, ['-o', manager, resolve('test/long/package/empty-writes.c')], '.');
    const { status, stdout } = spawnSync('wine', [manager, windows], { env, encoding: 'utf8', timeout: 60_000 });
    expect({ status, stdout: stdout.replaceAll('\r', '') }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^OK\n(MESSAGE .*\n)+7,7\n$/),
    });
  });

  test('answers recorded conversations', { timeout: 900_000 }, async () => {
    const conversations = ['board', 'moves', 'swap2'].flatMap((name) =>
      readTranscripts(`test/transcripts/${name}.txt`),
    );
    const replayIn = (some: typeof conversations) => replayAll(some, ['wine', windows], { env, concurrency: 2 });
    const errors = await replayIn(conversations);
    // The program names what it ends with 1 for. Without a word it was Wine that could not start it.
    const unstarted = conversations.filter((_, i) =>
      /process ended \(1\)(?![\s\S]*\n {2}<)/.test(errors[i]?.message ?? ''),
    );
    expect(unstarted.length).toBeLessThan(3);
    const others = errors.filter((_, i) => !unstarted.includes(conversations[i]));
    for (const error of [...others, ...(await replayIn(unstarted))]) expect(error).toBeNull();
  });
});
