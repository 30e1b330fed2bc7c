import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameFromCommand, resolveCommand, splitCommand } from '../../src/match/command-line.ts';
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

test('an empty command is refused', () => {
  expect(() => splitCommand('  ')).toThrow(/cmd= is empty/);
});

describe('where an engine runs', () => {
  test('in the folder of its executable', () => {
    expect(resolveCommand('/opt/rapfi/pbrain-rapfi --x', null)).toEqual({
      argv: ['/opt/rapfi/pbrain-rapfi', '--x'],
      cwd: '/opt/rapfi',
    });
  });
  test('in dir=', () => {
    expect(resolveCommand('/opt/rapfi/pbrain-rapfi', '/tmp')).toEqual({
      argv: ['/opt/rapfi/pbrain-rapfi'],
      cwd: '/tmp',
    });
  });
  test('from the PATH: in the current folder', () => {
    expect(resolveCommand('wine64 x.exe', null)).toEqual({ argv: ['wine64', 'x.exe'], cwd: process.cwd() });
  });
  test('a script is run by Node', () => {
    const { argv, cwd } = resolveCommand(`${BRAIN} sound`, null);
    expect(argv.slice(-2)).toEqual([BRAIN, 'sound']);
    expect(argv[0]).toBe(process.execPath);
    expect(cwd).toBe(dirname(BRAIN));
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
