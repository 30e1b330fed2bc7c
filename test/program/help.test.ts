/** Every command describes its arguments, and a misspelled word gets a suggestion. */
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { readCommand } from '../../src/cli/play/commands.ts';
import { readPlayRequest } from '../../src/cli/play/settings.ts';
import { nearestWord } from '../../src/core/near.ts';
import { readMatchOptions } from '../../src/measure/match/options/options.ts';
import { tengen } from '../processes.ts';

const NAMES = Object.keys(COMMANDS);

const run = (...args: string[]) => tengen(args);

describe('help', () => {
  test('lists every command with the description in its table', async () => {
    const { stdout } = run('--help');
    for (const name of NAMES) {
      const { COMMAND } = await COMMANDS[name]();
      expect(COMMAND.name).toBe(name);
      expect(stdout).toMatch(new RegExp(`^  ${name} +${COMMAND.summary.replaceAll(/[[\\]()]/g, '.')}$`, 'm'));
    }
  });

  test.each(NAMES)('of %s', (name) => {
    const { status, stdout, stderr } = run(name, '--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: tengen ${name}\\b`, 'm'));
    expect(stdout).toMatch(/^Exit: /m);
  });

  test.each([[], ['play']])('in three ways: %j', (...words) => {
    const { stdout } = run(...words, '--help');
    expect([run('help', ...words).stdout, run(...words, '-h').stdout]).toEqual([stdout, stdout]);
  });
});

describe('misspellings', () => {
  test.each([
    [['forbiden'], 'did you mean forbidden?'],
    [['mtach'], 'did you mean match?'],
    [['--szie', '15'], 'did you mean --size?'],
    [['play', '--levl', '3'], 'did you mean --level?'],
    [['analyze', '--multpv', '3'], 'did you mean --multipv?'],
    [['forbidden', 'h8', '--sise', '9'], 'did you mean --size?'],
    [['board', '--prt', '9'], 'did you mean --port?'],
    [['serve', '--engine', '2'], 'did you mean --engines?'],
    [['convert', 'a.psq', '--form', 'psq'], 'did you mean --from?'],
    [['match', '-engin', 'cmd=a'], 'did you mean engine?'],
    [['match', '-engine', 'cmd=a', 'toleranc=3', '-engine', 'cmd=b'], 'did you mean tolerance?'],
    [['selfplay', '--game', '3'], 'did you mean --games?'],
    [['check', '--ful', 'brain'], 'did you mean --full?'],
  ])('%j', (args, expected) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(expected);
  });

  test('in a game', () => {
    expect(() => readCommand('unod', { width: 15, height: 15 })).toThrow('did you mean undo?');
    expect(() => readCommand('wrong', { width: 15, height: 15 })).toThrow(/lists them$/);
  });

  test('distant words get no suggestion', () => {
    expect(nearestWord('xyzzy', ['play', 'match'])).toBe(null);
    expect(nearestWord('p', ['q'])).toBe(null);
    expect(() => readPlayRequest(['--sparkling'], () => 1)).toThrow(/--help$/);
    expect(() => readMatchOptions(['-wat'])).toThrow(/--help$/);
  });
});
