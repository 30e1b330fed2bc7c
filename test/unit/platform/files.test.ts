/** Replacing a file is atomic, and the new version is on disk before it takes the place of the old one. */
import fs, {
  chmodSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runToEnd } from '../../../src/core/steps.ts';
import {
  createFile,
  replaceFile,
  replaceFileAsync,
  requireReplaceable,
  stateOf,
  writeUnchanged,
  writeWhole,
} from '../../../src/platform/node/files.ts';
import { temporaryFolder } from '../../folder.ts';

const onUnix = test.skipIf(process.platform === 'win32');
let folder = '';
let file = '';
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'a.db');
  writeFileSync(file, 'old');
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** @returns the calls that replace a file, in order */
function watched(): string[] {
  const calls: string[] = [];
  const open = fs.openSync;
  const names = new Map<number, string>();
  vi.spyOn(fs, 'openSync').mockImplementation((path, flags, mode) => {
    const handle = open(path, flags, mode);
    names.set(handle, statSync(path).isDirectory() ? 'folder' : 'file');
    return handle;
  });
  const { fsyncSync, renameSync } = fs;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    calls.push(`sync ${names.get(handle)}`);
    fsyncSync(handle);
  });
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    calls.push('rename');
    renameSync(from, to);
  });
  syncBuiltinESMExports();
  return calls;
}

onUnix('the new one is on the disk before it takes the place of the old one, and then its name', () => {
  const calls = watched();
  replaceFile(file, 'new');
  expect(calls).toEqual(['sync file', 'rename', 'sync folder']);
  expect(readFileSync(file, 'utf8')).toBe('new');
});

onUnix('so is one that is written without a wait', async () => {
  const calls: string[] = [];
  const { open, rename } = fsPromises;
  vi.spyOn(fsPromises, 'open').mockImplementation(async (path, flags) => {
    const handle = await open(path, flags);
    const sync = handle.sync.bind(handle);
    handle.sync = () => {
      calls.push(`sync ${statSync(path).isDirectory() ? 'folder' : 'file'}`);
      return sync();
    };
    return handle;
  });
  vi.spyOn(fsPromises, 'rename').mockImplementation((from, to) => {
    calls.push('rename');
    return rename(from, to);
  });
  syncBuiltinESMExports();
  await replaceFileAsync(file, 'new');
  expect(calls).toEqual(['sync file', 'rename', 'sync folder']);
  expect(readFileSync(file, 'utf8')).toBe('new');
});

test('without waiting, a failure leaves the old file and nothing else', async () => {
  vi.spyOn(fsPromises, 'rename').mockRejectedValue(new Error('no room'));
  syncBuiltinESMExports();
  await expect(replaceFileAsync(file, 'new')).rejects.toThrow('no room');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.db']);
});

test('concurrent writers do not mix: the file is that of one of them', () => {
  const [one, two] = ['one', 'two'].map((text) => writeWhole(file, [Buffer.from(text), Buffer.from(text)]));
  one.next();
  two.next();
  runToEnd(one);
  expect(readFileSync(file, 'utf8')).toBe('oneone');
  runToEnd(two);
  expect(readFileSync(file, 'utf8')).toBe('twotwo');
  expect(readdirSync(folder)).toEqual(['a.db']);
});

test('a failed or abandoned write leaves the old file and nothing else', () => {
  function* broken(): Generator<Uint8Array> {
    yield Buffer.from('half');
    throw new Error('no more');
  }
  expect(() => runToEnd(writeWhole(file, broken()))).toThrow('no more');
  const given = writeWhole(file, [Buffer.from('half'), Buffer.from('half')]);
  given.next();
  given.return();
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.db']);
});

onUnix.each([
  ['at once', replaceFile],
  ['without a wait', replaceFileAsync],
])('links stay links, and permissions stay: %s', async (_, replace) => {
  chmodSync(file, 0o640);
  symlinkSync('a.db', join(folder, 'link.db'));
  await replace(join(folder, 'link.db'), 'new');
  expect(readlinkSync(join(folder, 'link.db'))).toBe('a.db');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

const noLinks = () => {
  throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
};

test.each([
  ['with links', undefined],
  ['without links', noLinks],
])('a new file never takes the place of one that another program creates meanwhile: %s', (_, link) => {
  const created = join(folder, 'b.db');
  function* ours(): Generator<Uint8Array> {
    yield Buffer.from('our');
    writeFileSync(created, 'theirs');
    yield Buffer.from('s');
  }
  expect(() => createFile(created, ours(), link)).toThrow(/^EEXIST/);
  expect(readFileSync(created, 'utf8')).toBe('theirs');
  rmSync(created);
  createFile(created, 'ours', link);
  expect(readFileSync(created, 'utf8')).toBe('ours');
  expect(readdirSync(folder).sort()).toEqual(['a.db', 'b.db']);
});

test.each(['a.db', 'b.db'])(
  'a file that another program writes meanwhile stays as that program left it: %s',
  (name) => {
    const place = join(folder, name);
    function* ours(): Generator<Uint8Array> {
      yield Buffer.from('ours');
      writeFileSync(place, 'theirs');
    }
    expect(runToEnd(writeUnchanged(place, ours(), stateOf(place)))).toBe(false);
    expect(readFileSync(place, 'utf8')).toBe('theirs');
    expect(runToEnd(writeUnchanged(place, [Buffer.from('ours')], stateOf(place)))).toBe(true);
    expect(readFileSync(place, 'utf8')).toBe('ours');
    rmSync(join(folder, 'b.db'), { force: true });
    expect(readdirSync(folder)).toEqual(['a.db']);
  },
);

test('a new file that cannot be written whole does not appear', () => {
  function* broken(): Generator<Uint8Array> {
    yield Buffer.from('half');
    throw new Error('no room');
  }
  expect(() => createFile(join(folder, 'b.db'), broken())).toThrow('no room');
  expect(readdirSync(folder)).toEqual(['a.db']);
});

test('an existing file is replaced only with force', () => {
  expect(() => requireReplaceable(file, false)).toThrow(`already exists; use --force to overwrite it`);
  requireReplaceable(file, true);
  requireReplaceable(join(folder, 'b.db'), false);
});
