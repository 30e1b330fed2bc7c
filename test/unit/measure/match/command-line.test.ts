import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  nameFromCommand,
  resolveCommand,
  spawnWords,
  splitCommand,
} from '../../../../src/measure/match/command-line.ts';
import { temporaryFolder } from '../../../folder.ts';
import { BRAIN } from './scripted.ts';

test.each([
  ['pbrain', ['pbrain']],
  ['./a b  c', ['./a', 'b', 'c']],
  ['"C:\\My Brains\\x.exe" -t 1', ['C:\\My Brains\\x.exe', '-t', '1']],
  ["'a b' c'd e'f", ['a b', 'cd ef']],
  ['x "say \\"hi\\"" y', ['x', 'say "hi"', 'y']],
  ['C:\\brains\\x.exe', ['C:\\brains\\x.exe']],
])('splits %j', (command, words) => {
  expect(splitCommand(command)).toEqual(words);
});

test('a path with blanks needs no quotes if the file exists', () => {
  const folder = join(temporaryFolder(), 'my brains ');
  mkdirSync(folder);
  const file = join(folder, 'pbrain-x y.exe');
  expect(splitCommand(file).length).toBeGreaterThan(1);
  writeFileSync(file, '');
  expect(resolveCommand(file, null)).toEqual({ argv: [file], cwd: folder });
  expect(nameFromCommand(file)).toBe('x y');
  expect(splitCommand(`${file} --fast`).length).toBeGreaterThan(2);
});

test('an empty command is rejected', () => {
  expect(() => splitCommand('  ')).toThrow(/cmd= is empty/);
});

describe('the folder that an engine runs in', () => {
  test('is that of its executable', () => {
    expect(resolveCommand('/opt/rapfi/pbrain-rapfi --x', null)).toEqual({
      argv: ['/opt/rapfi/pbrain-rapfi', '--x'],
      cwd: '/opt/rapfi',
    });
  });
  test('is that of dir=', () => {
    expect(resolveCommand('/opt/rapfi/pbrain-rapfi', '/tmp')).toEqual({
      argv: ['/opt/rapfi/pbrain-rapfi'],
      cwd: '/tmp',
    });
  });
  test('is the current one for a command from the PATH', () => {
    expect(resolveCommand('wine64 x.exe', null)).toEqual({ argv: ['wine64', 'x.exe'], cwd: process.cwd() });
  });
  test('Node runs a script', () => {
    const { argv, cwd } = resolveCommand(`${BRAIN} sound`, null);
    expect(argv.slice(-2)).toEqual([BRAIN, 'sound']);
    expect(argv[0]).toBe(process.execPath);
    expect(cwd).toBe(dirname(BRAIN));
  });
});

describe('the way an engine is started', () => {
  test.each([
    ['linux', ['./x.bat', 'a b', '%PATH%']],
    ['win32', ['C:\\x.exe', 'a b', '%PATH%']],
    ['win32', ['C:\\x.bat.exe', '']],
  ])('on %s, unchanged: %j', (platform, argv) => {
    expect(spawnWords(argv, platform)).toEqual({ file: argv[0], args: argv.slice(1), verbatim: false });
  });

  test.each([
    [['C:\\tengen\\bin\\pbrain-tengen.bat'], '""C:\\tengen\\bin\\pbrain-tengen.bat""'],
    [['C:/My Brains/x.CMD', '--rule', '4'], '""C:/My Brains/x.CMD" --rule 4"'],
    [['x.bat', 'a b', '', 'a=b', 'a,b', '(1)'], '""x.bat" "a b" "" "a=b" "a,b" "(1)""'],
    [['x.bat', 'a&calc', 'a|b', '^', '<in', '!x!', "it's"], '""x.bat" "a&calc" "a|b" "^" "<in" "!x!" "it\'s""'],
    [['x.bat', 'say "hi"', '"&calc&"'], '""x.bat" "say ""hi""" """&calc&""""'],
    [['x.bat', 'C:\\a\\', 'C:\\a b\\\\', '\\"'], '""x.bat" "C:\\a\\\\" "C:\\a b\\\\\\\\" "\\\\""""'],
    [['C:\\100%\\x.bat', '%PATH%'], '""C:\\100%%cd:~,%\\x.bat" "%%cd:~,%PATH%%cd:~,%""'],
  ])('a batch file on Windows, by cmd.exe: %j', (argv, line) => {
    expect(spawnWords(argv, 'win32', 'C:\\Windows\\system32\\cmd.exe')).toEqual({
      file: 'C:\\Windows\\system32\\cmd.exe',
      args: ['/d', '/e:on', '/v:off', '/s', '/c', line],
      verbatim: true,
    });
  });

  test.each(['a\nb', 'a\rb', 'a\0b'])('what cmd.exe cannot express is rejected: %j', (word) => {
    expect(() => spawnWords(['x.bat', word], 'win32')).toThrow(/expected a batch file with arguments of one line/);
  });
});

test.each([
  ['/opt/pbrain-rapfi', 'rapfi'],
  ['./bin/pbrain-Wine.exe --x', 'Wine'],
  ['node --no-warnings dist/tengen.js', 'tengen'],
  ['dist/tengen.js', 'tengen'],
  ['gomoku', 'gomoku'],
])('%j is called %s', (command, name) => {
  expect(nameFromCommand(command)).toBe(name);
});
