/** Engines as they are sent to the workers of a fleet. */
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { resolveCommand } from '../../../../src/measure/match/command-line.ts';
import { packEngine } from '../../../../src/measure/match/engine-pack.ts';
import { temporaryFolder } from '../../../folder.ts';
import { scripted } from './scripted.ts';

const onUnix = test.skipIf(process.platform === 'win32');
let folder = '';
beforeEach(() => {
  folder = realpathSync(temporaryFolder());
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(folder, 'node_modules/some/dist'), { recursive: true });
  const program = join(folder, 'node_modules/some/dist/some.js');
  writeFileSync(program, "#!/usr/bin/env node\nimport './chunk.js';\n");
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'node_modules/some/dist/chunk.js'), '');
  writeFileSync(join(folder, 'node_modules/some/package.json'), '{ "type": "module" }');
});

/** @param command with paths relative to the folder */
function packOf(command: string, pack?: string) {
  const engine = { ...scripted('sound'), ...resolveCommand(join(folder, command), null) };
  return packEngine(pack === undefined ? engine : { ...engine, pack: join(folder, pack) }).pack;
}

const ALL = ['dist/chunk.js', 'dist/some.js', 'package.json'];

onUnix('the command of an npm package is sent with all files of the package', () => {
  symlinkSync('../some/dist/some.js', join(folder, 'node_modules/.bin/some'));
  const { argv, files } = packOf('node_modules/.bin/some');
  expect(files.map(({ path }) => path)).toEqual(ALL);
  expect(argv).toEqual(['{node}', '--no-warnings', '{pack}/dist/some.js']);
});

test('so is its program', () => {
  const { argv, files, cwd } = packOf('node_modules/some/dist/some.js');
  expect(files.map(({ path }) => path)).toEqual(ALL);
  expect(argv).toEqual(['{node}', '--no-warnings', '{pack}/dist/some.js']);
  expect(cwd).toBe('dist');
});

test('a shell script that a package manager wrote for the command is refused', () => {
  writeFileSync(join(folder, 'node_modules/.bin/some'), '#!/bin/sh\nexec node ../some/dist/some.js\n');
  expect(() => packOf('node_modules/.bin/some')).toThrow(/\.bin.some only starts the program of a package; name that/);
});

test('a script that imports a file is refused without that file', () => {
  writeFileSync(join(folder, 'one.js'), "import { sep } from 'node:path';\nimport {\n  a,\n} from './two.js';\n");
  writeFileSync(join(folder, 'two.js'), 'export const a = 1;\n');
  expect(() => packOf('one.js')).toThrow(/one\.js imports \.\/two\.js, which would not be sent.*add pack=FOLDER/);
  expect(packOf('one.js', '.').files.map(({ path }) => path)).toContain('two.js');
  writeFileSync(join(folder, 'one.js'), "import { sep } from 'node:path';\n// import './two.js';\nconsole.log(sep);\n");
  expect(packOf('one.js').files.map(({ path }) => path)).toEqual(['one.js']);
});
