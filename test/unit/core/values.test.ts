import { describe, expect, test } from 'vitest';
import { readArguments, type Syntax } from '../../../src/core/command.ts';
import { RULE } from '../../../src/core/rule.ts';
import {
  decimal,
  ON_OFF,
  oneOf,
  readValue,
  SWITCH,
  several,
  text,
  type ValueType,
  whole,
} from '../../../src/core/values.ts';

describe('all bad values are reported in the same form', () => {
  test.each<[ValueType<unknown>, string, string]>([
    [whole(3, 22), '30', '--x 30: expected a whole number from 3 to 22'],
    [whole(3, 22), '', '--x "": expected a whole number from 3 to 22'],
    [whole(3, 22), '4 5', '--x "4 5": expected a whole number from 3 to 22'],
    [whole(1), '1.5', '--x 1.5: expected a whole number from 1'],
    [decimal(0), '-1', '--x -1: expected a number of at least 0'],
    [decimal(), 'Infinity', '--x Infinity: expected a number'],
    [oneOf(['human', 'engine', 'random']), 'hunan', '--x hunan: expected human, engine or random; did you mean human?'],
    [ON_OFF, 'maybe', '--x maybe: expected on or off'],
    [
      several(whole(8, 22), 'N,N'),
      '8,99',
      '--x 8,99: expected a whole number from 8 to 22, or several separated by commas',
    ],
    [
      RULE,
      'reju',
      '--x reju: expected freestyle, standard, renju, caro, caro-exact, omok or code 0, 1, 4, 8, 9 or 16; did you mean renju?',
    ],
    [whole(1, 9), 'y'.repeat(99), `--x ${'y'.repeat(60)}: expected a whole number from 1 to 9`],
  ])('%#', (type, given, message) => {
    expect(() => readValue(type, '--x', given)).toThrow(new RegExp(`^${message.replaceAll(/[.?]/g, '\\$&')}$`));
  });
});

describe('arguments', () => {
  const SYNTAX = {
    options: {
      size: { type: whole(3, 22), default: 15, help: '' },
      name: { type: text('NAME'), isMany: true, help: '' },
      out: { type: text('FILE'), help: '' },
      json: { type: SWITCH, help: '' },
    },
    operands: { noun: 'file', min: 0, max: 2 },
  } as const satisfies Syntax;
  const read = (...args: string[]) => readArguments(SYNTAX, args, 'tengen x');

  test('without arguments: defaults, an empty list, null and false', () => {
    expect(read().values).toEqual({ size: 15, name: [], out: null, json: false });
    expect(read().names).toEqual(new Set());
  });

  test('one dash or two, a value after the option or after "=", the last one wins', () => {
    const { values, operands, names } = read(
      '-size',
      '9',
      'a',
      '--size=7',
      '--name',
      'x',
      '-name=y=z',
      '--json',
      '- H8',
    );
    expect(values).toEqual({ size: 7, name: ['x', 'y=z'], out: null, json: true });
    expect(operands).toEqual(['a', '- H8']);
    expect(names).toEqual(new Set(['size', 'name', 'json']));
  });

  test('after "--" nothing is an option, and a single dash never is', () => {
    expect(read('-', '--', '--json')).toMatchObject({ operands: ['-', '--json'], values: { json: false } });
  });

  test.each([
    [['--szie', '3'], '--szie: unknown option; did you mean --size?'],
    [['--constructor', '3'], '--constructor: unknown option; see tengen x --help'],
    [['--out'], '--out: expected a value'],
    [['--out', '--json'], '--out: expected a value (write one that begins with a dash as --out=--json)'],
    [['--json=yes'], '--json=yes: expected --json without a value'],
    [['a', 'b', 'c'], '3 files: expected 0 to 2; see tengen x --help'],
  ])('%j', (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });
});
