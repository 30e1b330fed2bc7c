/** The host in C has layers, as src has: a file uses those below it, which call back by function pointers only. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { C_FLAGS, compile, LINUX_COMPILER, whyNotCompiled } from '../../tools/native/compiler.ts';
import { hostTables } from '../../tools/native/host-tables.ts';
import { canTest } from '../expected.ts';
import { inFolder } from '../folder.ts';

const NATIVE = fileURLToPath(new URL('../../native', import.meta.url));

/** From the program down to the system. The platforms are one layer, of which a program has one. */
const LAYERS = [
  'main',
  'session',
  'ignored-input',
  'commands',
  'blocks',
  'brain',
  'manager-clock',
  'search',
  'report',
  'figures',
  'reply',
  'opening',
  'excluded',
  'fallback',
  'game',
  'text',
  'tables',
  'platform',
];

/** Written by the build: the search and the fallback move as C, and tables of TypeScript. */
const WRITTEN = ['search-declarations.h', 'search-code.h', 'fallback-code.h', 'host-tables.h'];
/** The lowered search, which the host compiles twice. */
const FORM = 'form.c';

const files = readdirSync(NATIVE).filter((name) => name !== FORM);
const layerOf = (file: string) => LAYERS.indexOf(file.replace(/(-posix|-windows)?\.[ch]$/, ''));

test('every file has a layer', () => {
  expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
  expect(LAYERS.filter((layer) => !files.some((file) => LAYERS[layerOf(file)] === layer))).toEqual([]);
});

test.each(files)('native/%s includes files of lower layers only', (file) => {
  const source = readFileSync(join(NATIVE, file), 'utf8');
  const included = [...source.matchAll(/^#include "(.*)"$/gm)].map(([, name]) => name);
  const above = included.filter((name) => {
    const isOwnHeader = file.endsWith('.c') && layerOf(name) === layerOf(file);
    return !WRITTEN.includes(name) && !isOwnHeader && layerOf(name) <= layerOf(file);
  });
  expect(above).toEqual([]);
});

const hasNm = spawnSync('nm', ['--version'], { stdio: 'ignore' }).status === 0;
const reason = whyNotCompiled() ?? (hasNm ? null : 'nm is not installed');

describe.runIf(canTest('gcc', 'symbols of the native program', reason))('symbols', () => {
  test('no file uses a function or variable of a higher layer', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'host-tables.h'), await hostTables('1.2.3'));
      // Without the written search, which the symbols of the host do not depend on.
      const sources = files.filter((name) => name.endsWith('.c') && !['search.c', 'fallback.c'].includes(name));
      const own = sources.filter((name) => !name.startsWith('platform-') || name === 'platform-posix.c');
      const flags = ['-w', '-c', '-O0', `-I${folder}`, `-I${NATIVE}`];
      compile(LINUX_COMPILER, [...C_FLAGS, ...flags, ...own.map((name) => join(NATIVE, name))], folder);
      const definedIn = new Map<string, string>();
      const used: { readonly file: string; readonly symbol: string }[] = [];
      for (const file of own) {
        const object = join(folder, file.replace(/c$/, 'o'));
        for (const line of execFileSync('nm', ['-g', object], { encoding: 'utf8' }).trim().split('\n')) {
          const [type, symbol] = line.trim().split(/\s+/).slice(-2);
          if (type === 'U') used.push({ file, symbol });
          else definedIn.set(symbol, file);
        }
      }
      const upward = used.filter(({ file, symbol }) => layerOf(definedIn.get(symbol) ?? 'platform.h') < layerOf(file));
      expect(upward).toEqual([]);
      expect(definedIn.get('say')).toBe('reply.c');
      expect(used.length).toBeGreaterThan(100);
    });
  });
});

test('no structure is a variable of a file: state is passed as a pointer', () => {
  const variables = files.flatMap((file) => {
    const source = readFileSync(join(NATIVE, file), 'utf8');
    const found = source.matchAll(/^(?:extern |static )?struct \w+ [*\w]+(?:\[.*\])?(?: = .*)?;$/gm);
    return [...found].map(([line]) => `${file}: ${line}`);
  });
  expect(variables).toEqual([]);
});
