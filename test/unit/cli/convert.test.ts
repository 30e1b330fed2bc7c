import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { COMMAND as CONVERT } from '../../../src/cli/convert.ts';
import { runCommand } from '../../../src/cli/run.ts';
import { temporaryFolder } from '../../folder.ts';
import { captureOutput } from './capture.ts';

let folder = '';
const written = captureOutput();
beforeEach(() => {
  folder = temporaryFolder();
});

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test('openings into pos on stdout', async () => {
  const input = file('openings.txt', '0,0, 1,1\n-7,7\n');
  expect(await runCommand(CONVERT, [input, '--to', 'pos'])).toBe(0);
  expect(written.output).toBe('h8i9\na15\n');
});

test('a game into a file, with formats given by the file names', async () => {
  const input = file('game.psq', 'Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,5\nalpha\nbeta\n-1\n');
  expect(await runCommand(CONVERT, [input, join(folder, 'game.sgf'), '--rule', '1'])).toBe(0);
  expect(readFileSync(join(folder, 'game.sgf'), 'utf8')).toMatch(/SZ\[15\]RU\[Standard\]PB\[alpha\]PW\[beta\]/);
});

test('names in another encoding are read, and written in UTF-8', async () => {
  const input = join(folder, 'game.sgf');
  writeFileSync(input, Buffer.from('(;CA[GBK]PB[\xd0\xa1\xc7\xbf];B[hh])', 'latin1'));
  expect(await runCommand(CONVERT, [input, '--to', 'sgf'])).toBe(0);
  expect(written.output).toContain('CA[UTF-8]AP[tengen]SZ[15]PB[小强]');
});

test('a folder gets one file for each game', async () => {
  const input = file('games.pos', 'h8\ni9\nj10\n');
  expect(await runCommand(CONVERT, [input, `${join(folder, 'svg')}/`, '--to=svg'])).toBe(0);
  expect(readdirSync(join(folder, 'svg'))).toEqual(['games-1.svg', 'games-2.svg', 'games-3.svg']);
});

test('one game, only its first stones', async () => {
  const input = file('games.pos', 'h8\ni9j10k11\n');
  expect(await runCommand(CONVERT, [input, '--to', 'pos', '--game', '2', '--ply', '2'])).toBe(0);
  expect(written.output).toBe('i9j10\n');
});

test('an existing file is not overwritten, and then no file is written to a folder; --force overwrites', async () => {
  const [first, second] = ['a.psq', 'b.psq'].map((name, i) =>
    file(name, `Piskvorky 15x15, 11:11, 0\n8,${8 + i},0\n9,9,5\nalpha\nbeta\n-1\n`),
  );
  const before = readFileSync(second, 'utf8');
  expect(await runCommand(CONVERT, [first, second])).toBe(1);
  expect(written.errors).toBe(`tengen convert: ${second}: already exists; use --force to overwrite it\n`);
  expect(readFileSync(second, 'utf8')).toBe(before);
  const games = file('games.pos', 'h8\ni9\n');
  file('games-2.svg', 'mine');
  expect(await runCommand(CONVERT, [games, folder, '--to', 'svg'])).toBe(1);
  expect(readdirSync(folder)).not.toContain('games-1.svg');
  expect(await runCommand(CONVERT, [games, folder, '--to', 'svg', '--force'])).toBe(0);
  expect(readFileSync(join(folder, 'games-2.svg'), 'utf8')).toMatch(/^<svg/);
  expect(await runCommand(CONVERT, [first, second, '--force'])).toBe(0);
  expect(readFileSync(second, 'utf8')).toContain('\n8,8,0');
});

test('a device is written to, not replaced', async () => {
  if (process.platform === 'win32') return;
  const games = file('games.pos', 'h8\n');
  expect(await runCommand(CONVERT, [games, '/dev/null', '--to', 'pos'])).toBe(0);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

test('faults of the output are reported for the output', async () => {
  const input = file('games.pos', 'h8i9\n');
  const output = join(folder, 'none', 'game.sgf');
  expect(await runCommand(CONVERT, [input, output])).toBe(1);
  expect(written.errors).toBe(`tengen convert: ${output}: no such file or folder\n`);
});

test.each([
  [['nowhere.psq', '--to', 'sgf'], 1, /^tengen convert: nowhere\.psq: no such file or folder$/m],
  [['nowhere.psq'], 2, /--to is missing/],
  [['a.psq', 'b.sgf', 'c.sgf'], 2, /3 files/],
  [['a.psq', '--to', 'doc'], 2, /--to doc: expected psq/],
  [['a.psq', '--wat', '3'], 2, /--wat: unknown option; see tengen convert --help/],
  [['a.psq', '--to', 'sgf', '--size', '3'], 2, /--size 3: expected a whole number from 5 to 26/],
])('%j is rejected', async (args, code, reason) => {
  expect(await runCommand(CONVERT, args)).toBe(code);
  expect(written.errors).toMatch(reason);
  expect(written.errors.trim().split('\n')).toHaveLength(1);
});
