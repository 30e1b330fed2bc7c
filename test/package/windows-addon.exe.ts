/** The addon for Windows in Node for Windows, under Wine; `npm run package -- win` brings that Node. */
import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { KERNEL_VARIABLE } from '../../src/core/environment.ts';
import { whyNoAddon } from '../../tools/addon/build-addon.ts';
import { WINDOWS_ADDON } from '../../tools/addon/targets.ts';
import { writeAddonPackage } from '../../tools/addon-package.ts';
import { bundleText } from '../../tools/bundle/bundle-text.ts';
import { searchWasmPlugin } from '../../tools/bundle/search-wasm.ts';
import { NODE_VERSION, TARGETS } from '../../tools/package/targets.ts';
import { canTest } from '../expected.ts';
import { inFolder } from '../folder.ts';

const CACHE = 'node_modules/.cache/tengen-package';
const { nodePackage, nodeFile } = TARGETS.find(({ name }) => name === 'win-x64')!;
const node = resolve(CACHE, `${nodePackage}-${NODE_VERSION}`, nodeFile);
const env = {
  ...process.env,
  WINEPREFIX: resolve(CACHE, 'wine'),
  WINEDEBUG: '-all',
  DISPLAY: '',
  // Wine may present itself as an older Windows.
  NODE_SKIP_PLATFORM_CHECK: '1',
};
const isInstalled = spawnSync('wine', ['--version']).status === 0;
const hasWine = canTest('wine', 'the addon for Windows', isInstalled ? null : 'Wine is not installed');
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
  const { status } = spawnSync('wine', [node, script, ...args], {
    env: { ...env, [KERNEL_VARIABLE]: form },
    input,
    stdio: ['pipe', ...files],
  });
  for (const file of files) closeSync(file);
  const [stdout, stderr] = outputs.map((path) => readFileSync(path, 'latin1').replaceAll('\r', ''));
  return { status, stdout, stderr };
}

describe.runIf(hasWine && why === null)('the addon for Windows, under Wine', { timeout: 900_000 }, () => {
  beforeAll(() => {
    mkdirSync(env.WINEPREFIX, { recursive: true });
    spawnSync('wineserver', ['-p60'], { env, stdio: 'ignore' });
    spawnSync('wine', ['cmd', '/c', 'ver'], { env, stdio: 'ignore' });
  }, 300_000);

  test('lives through rules, boards, tables, exceptions and ended threads', async () => {
    await inFolder(async (folder) => {
      const addon = await writeAddonPackage(folder, WINDOWS_ADDON);
      const source = fileURLToPath(new URL('../addon/checked-life.ts', import.meta.url));
      const text = await bundleText(source, { format: 'esm', plugins: [searchWasmPlugin()] });
      const script = join(folder, 'life.mjs');
      writeFileSync(
        script,
        `import { fileURLToPath as toPath } from 'node:url';\nconst __filename = toPath(import.meta.url);\n${text}`,
      );
      const made = join(addon, 'kernel-win32-x64.node');
      expect(runWith(script, folder, { args: [made] })).toEqual({ status: 0, stdout: 'lived\n', stderr: '' });
    });
  });

  test('the program finds it in its package, counts the nodes of WebAssembly and ends in mid-search', async () => {
    await inFolder(async (folder) => {
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
});
