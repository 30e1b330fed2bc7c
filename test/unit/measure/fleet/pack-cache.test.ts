/** Engines of other machines in a folder of the worker. */
import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PackCache } from '../../../../src/measure/fleet/pack-cache.ts';
import { type EnginePack, sha256Of } from '../../../../src/measure/match/engine-pack.ts';
import { temporaryFolder } from '../../../folder.ts';
import { node } from '../../../processes.ts';

const onUnix = test.skipIf(process.platform === 'win32');
const BYTES = Buffer.from('an engine');
const SHA256 = sha256Of(BYTES);
const PACK: EnginePack = { files: [{ path: 'engine', sha256: SHA256, isExecutable: true }], cwd: '', argv: [] };
let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const cache = () => new PackCache(join(folder, 'cache'), async () => BYTES);

test('a file is on disk before it gets its name', async () => {
  const synced: string[] = [];
  const { open, rename } = fsPromises;
  vi.spyOn(fsPromises, 'open').mockImplementation(async (path, flags) => {
    const handle = await open(path, flags);
    const sync = handle.sync.bind(handle);
    handle.sync = () => {
      synced.push(String(path));
      return sync();
    };
    return handle;
  });
  const renamed: string[] = [];
  vi.spyOn(fsPromises, 'rename').mockImplementation((from, to) => {
    expect(synced).toContain(from);
    renamed.push(String(to));
    return rename(from, to);
  });
  syncBuiltinESMExports();
  const place = await cache().unpack(PACK);
  const manifest = join(folder, 'cache/engines/package.json');
  expect(renamed).toEqual([manifest, cache().pathOf(SHA256), join(place, 'engine')]);
  expect(readFileSync(join(place, 'engine'))).toEqual(BYTES);
});

onUnix('a link that an engine has left is replaced, not followed', async () => {
  const place = await cache().unpack(PACK);
  const [engine, elsewhere] = [join(place, 'engine'), join(folder, 'elsewhere')];
  writeFileSync(elsewhere, 'of another');
  rmSync(engine);
  symlinkSync(elsewhere, engine);
  await cache().unpack(PACK);
  expect(readFileSync(elsewhere, 'utf8')).toBe('of another');
  expect(lstatSync(engine).isFile()).toBe(true);
  expect(readFileSync(engine)).toEqual(BYTES);
});

test("a package.json above the cache does not decide what an engine's modules are", async () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  const script = Buffer.from("import { sep } from 'node:path';\nconsole.log(sep.length);\n");
  const files = [{ path: 'engine.js', sha256: sha256Of(script), isExecutable: false }];
  const place = await new PackCache(join(folder, 'cache'), async () => script).unpack({ files, cwd: '', argv: [] });
  const { stdout, stderr } = node(['--no-warnings', join(place, 'engine.js')]);
  expect([stdout, stderr]).toEqual(['1\n', '']);
});
