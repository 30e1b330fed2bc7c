/** The addon for Windows in Node for Windows, under Wine; `npm run package -- win` brings that Node. */
import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { KERNEL_VARIABLE } from '../../../src/core/environment.ts';
import { whyNoAddon } from '../../../tools/addon/build-addon.ts';
import { WINDOWS_ADDON } from '../../../tools/addon/targets.ts';
import { writeAddonPackage } from '../../../tools/npm-packages.ts';
import { NODE_VERSION, TARGETS } from '../../../tools/package/targets.ts';
import { temporaryFolder } from '../../folder.ts';
import { writeLifeScript } from '../addon/life-script.ts';
import { canTestInWine, startWine, WINE_ENVIRONMENT } from './wine.ts';

const CACHE = 'node_modules/.cache/tengen-package';
const { nodePackage, nodeFile } = TARGETS.find(({ name }) => name === 'win-x64')!;
const node = resolve(CACHE, `${nodePackage}-${NODE_VERSION}`, nodeFile);
const hasWine = canTestInWine('the addon for Windows');
const why = whyNoAddon(WINDOWS_ADDON) ?? (existsSync(node) ? null : `${node} is not there`);
if (why !== null) console.log(`skipped: the addon for Windows, as ${why}`);

interface Run {
  readonly args?: readonly string[];
  readonly input?: string;
  /** Form of the search. */
  readonly form?: string;
}

/** Node for Windows does not accept the pipes of Node for Linux, so its output goes into files. */
function runWith(script: string, folder: string, { args = [], input = '', form = '' }: Run = {}) {
  const outputs = ['stdout', 'stderr'].map((name) => join(folder, name));
  const files = outputs.map((path) => openSync(path, 'w'));
  // Wine may present itself as an older Windows.
  const { status } = spawnSync('wine', [node, script, ...args], {
    env: { ...WINE_ENVIRONMENT, NODE_SKIP_PLATFORM_CHECK: '1', [KERNEL_VARIABLE]: form },
    input,
    stdio: ['pipe', ...files],
  });
  for (const file of files) closeSync(file);
  const [stdout, stderr] = outputs.map((path) => readFileSync(path, 'latin1').replaceAll('\r', ''));
  return { status, stdout, stderr };
}

describe.runIf(hasWine && why === null)('the addon for Windows, under Wine', { timeout: 900_000 }, () => {
  beforeAll(startWine, 300_000);

  test('lives through rules, boards, tables, exceptions and ended threads', async () => {
    const folder = temporaryFolder();
    const addon = await writeAddonPackage(folder, WINDOWS_ADDON);
    const script = await writeLifeScript(folder);
    const made = join(addon, 'kernel-win32-x64.node');
    expect(runWith(script, folder, { args: [made] })).toEqual({ status: 0, stdout: 'lived\n', stderr: '' });
  });

  test('the program finds it in its package, counts the nodes of WebAssembly and ends in mid-search', async () => {
    const folder = temporaryFolder();
    await writeAddonPackage(join(folder, 'node_modules'), WINDOWS_ADDON);
    cpSync('dist', join(folder, 'dist'), {
      recursive: true,
      filter: (path) => !/dist\/(bin|native|board)/.test(path),
    });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const program = join(folder, 'dist/tengen.js');
    const bench = (form: string) =>
      runWith(program, folder, { args: ['bench', '3'], form }).stdout.replace(/\d+ nps/, '');
    expect(bench('')).toContain('kernel: native');
    expect(bench('').replace(/^kernel: .*/m, '')).toBe(bench('wasm').replace(/^kernel: .*/m, ''));
    const talk = runWith(program, folder, { input: 'START 15\nINFO timeout_turn 60000\nTURN 7,7\nEND\n' });
    expect(talk).toMatchObject({ status: 0, stderr: '' });
    expect(talk.stdout).toMatch(/^OK\n/);
  });
});
