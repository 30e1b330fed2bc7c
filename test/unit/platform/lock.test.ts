/** The lock of a file: who holds it, and when it is stale. */
import { existsSync, linkSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { messageOf, UserError } from '../../../src/core/errors.ts';
import { diskError } from '../../../src/platform/node/disk-error.ts';
import { lockFile } from '../../../src/platform/node/lock.ts';
import { temporaryFolder } from '../../folder.ts';

let folder = '';
let file = '';
let lock = '';
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'games.jsonl');
  lock = `${file}.lock`;
});

const aMinuteAgo = () => new Date(Date.now() - 60_000);

test('held, then released', () => {
  const release = lockFile(file);
  expect(readFileSync(lock, 'latin1')).toMatch(new RegExp(`^${process.pid}\\b`));
  expect(() => lockFile(file)).toThrow(`is being written by process ${process.pid}`);
  expect(readdirSync(folder)).toEqual(['games.jsonl.lock']);
  release();
  expect(readdirSync(folder)).toEqual([]);
  lockFile(file)();
});

test('an empty lock that was just created is held', () => {
  writeFileSync(lock, '');
  expect(() => lockFile(file)).toThrow(UserError);
  expect(() => lockFile(file)).toThrow(/is being locked by another process; .* delete .*games\.jsonl\.lock/);
  expect(existsSync(lock)).toBe(true);
});

test.each([
  ['an empty one that is old', ''],
  ['one of a process that is gone', '999999999 1'],
  ['one of an earlier process with the same number', `${process.pid} 1`],
  ['one that says nothing sensible', 'hello'],
])('%s does not count', (_, content) => {
  writeFileSync(lock, content);
  utimesSync(lock, aMinuteAgo(), aMinuteAgo());
  const release = lockFile(file);
  expect(() => lockFile(file)).toThrow(/being written by process/);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock has its content from the first moment on', () => {
  const seen: string[] = [];
  lockFile(file, (from, to) => {
    expect(existsSync(to)).toBe(false);
    seen.push(readFileSync(from, 'latin1'));
    linkSync(from, to);
  });
  expect(seen).toEqual([readFileSync(lock, 'latin1')]);
});

test('a file system without links is sufficient', () => {
  const refuse = () => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  };
  const release = lockFile(file, refuse);
  expect(() => lockFile(file, refuse)).toThrow(/being written by process/);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock that cannot be created is reported with the name of the file, not of the lock', () => {
  const missing = join(folder, 'missing', 'games.jsonl');
  expect(() => lockFile(missing)).toThrow(new UserError(`${missing}: no such file or folder`));
});

test('the advice depends on what is wrong with the disk', () => {
  const advice = (code: string) => messageOf(diskError(Object.assign(new Error(code), { code }), 'a.db'));
  expect(['EROFS', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'ENOENT'].map(advice)).toEqual([
    'a.db: the file system is read-only',
    'a.db: no space left on the disk: free disk space and run the same command again',
    'a.db: disk quota exceeded: free disk space and run the same command again',
    'a.db: the file is too large for the file system: allow larger files and run the same command again',
    'a.db: the disk cannot be read or written: check the disk and run the same command again',
    'ENOENT',
  ]);
});
