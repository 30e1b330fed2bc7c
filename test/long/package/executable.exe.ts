import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { whyNoAddon } from '../../../tools/addon/build-addon.ts';
import { checkExecutable } from '../../../tools/package/check.ts';
import { readTranscripts, replay } from '../../../tools/replay.ts';
import { canTest } from '../../expected.ts';
import { temporaryFolder } from '../../folder.ts';
import { outputOf, run } from '../../processes.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const isLinux = process.platform === 'linux' && process.arch === 'x64';
const file = resolve('dist/bin/pbrain-tengen');
const isMade = isLinux && existsSync(file);

if (!isMade) {
  console.log(`skipped: ${file} is not there or not for this system; npm run package -- linux makes it`);
}

const kindOf = (title: string): string => title.split(':')[0];

describe.runIf(isMade)('the Linux executable', () => {
  test('starts, plays and ends as a brain must', async () => {
    const { startMs } = await checkExecutable(file, version);
    // A quiet machine stays within 300 ms; a busy one gets ten times that.
    expect(startMs).toBeLessThan(3000);
  });

  test('needs neither Node nor any file: empty environment, empty folder, nothing left there', () => {
    const cwd = temporaryFolder();
    const input = 'START 15\nINFO timeout_turn 100\nTURN 7,7\nEND\n';
    const { stdout, stderr, status } = spawnSync(file, [], { cwd, env: {}, input, encoding: 'utf8' });
    expect(stdout).toMatch(/^OK\n/);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(readdirSync(cwd)).toEqual([]);
  });

  const hasAddon = canTest('gcc', 'the native search in the executable', whyNoAddon());

  test.runIf(hasAddon)('searches in machine code, or as WebAssembly where it may not write any file', () => {
    const versionAfter = (limit: string) => outputOf('bash', ['-c', `${limit} exec "$0" --version`, file]);
    expect(versionAfter('')).toMatch(/\(kernel: native/);
    expect(versionAfter('ulimit -f 0;')).toMatch(/\(kernel: WebAssembly\)$/m);
  });

  test('contains the subcommands', () => {
    expect(outputOf(file, ['--help'])).toMatch(/^ {2}forbidden /m);
    expect(outputOf(file, ['match', '--help'])).toContain('match');
    const wrong = run(file, ['--nonsense']);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('--nonsense');
  });

  // The program is that of dist/tengen.js, which test/long/cli/transcripts.test.ts takes through all of them: here those
  // about starts, ends and files, and one of every other kind.
  const conversations = readTranscripts('test/transcripts').filter(
    ({ title }, i, all) =>
      /^(database|leaving|start):/.test(title) || kindOf(title) !== kindOf(all[i - 1]?.title ?? ''),
  );

  test.concurrent.each(conversations.map((conversation) => [conversation.title, conversation] as const))(
    '%s',
    async (_, conversation) => {
      await replay(conversation, [file], { cwd: temporaryFolder() });
    },
  );
});
