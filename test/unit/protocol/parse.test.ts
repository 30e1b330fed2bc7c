import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_LINE_LENGTH } from '../../../src/protocol/lines.ts';
import {
  type BoardLine,
  ownColor,
  parseBoardLine,
  parseFields,
  parsePoint,
  parseSize,
  quote,
  splitLine,
  stonesOf,
  trimBlanks,
} from '../../../src/protocol/parse.ts';
import { ProtocolError } from '../../../src/protocol/reply.ts';
import { emptyPosition } from '../../../src/rules/index.ts';

const board = emptyPosition(20, 15);

test('words in any case, blanks and tabs anywhere around them', () => {
  expect(splitLine('  turn \t 7 , 7  ')).toEqual({
    raw: '  turn \t 7 , 7  ',
    text: 'turn \t 7 , 7',
    name: 'TURN',
    args: '7 , 7',
  });
  expect(splitLine('END')).toMatchObject({ name: 'END', args: '' });
  expect(splitLine('')).toMatchObject({ name: '', args: '' });
  expect(splitLine(' \t ')).toMatchObject({ name: '', args: '' });
});

describe('blanks are trimmed in one pass', () => {
  const words = fc.array(fc.constantFrom(' ', '\t', 'a', 'B', ',', '7', '\u00a0', '\v', '\n', '\u0000'), {
    maxLength: 12,
  });

  test('the result is that of simple patterns', () => {
    fc.assert(
      fc.property(words, (letters) => {
        const line = letters.join('');
        expect(trimBlanks(line)).toBe(line.replace(/^[ \t]+|[ \t]+$/g, ''));
        const [, name, args] = /^[ \t]*([^ \t]*)[ \t]*(.*?)[ \t]*$/s.exec(line)!;
        expect(splitLine(line)).toMatchObject({ name: name.toUpperCase(), args });
      }),
    );
  });

  test('the longest line takes time proportional to its length', () => {
    const blanks = ' '.repeat(MAX_LINE_LENGTH - 2);
    for (let i = 0; i < 1000; i++) {
      expect(splitLine(`a${blanks}b`)).toMatchObject({ name: 'A', args: 'b' });
      expect(splitLine(`a b${blanks}c`).args).toHaveLength(blanks.length + 2);
      expect(trimBlanks(`a${blanks}b`)).toHaveLength(blanks.length + 2);
      expect(trimBlanks(blanks)).toBe('');
    }
  });
});

test('fields are whole numbers separated by commas', () => {
  expect(parseFields('7,7')).toEqual([7, 7]);
  expect(parseFields(' 7 ,\t-8 , +9 ')).toEqual([7, -8, 9]);
  for (const bad of ['', '7', ',', '7,', '7;7', '7 7', 'a,b', '7.0,7', '1e1,1', '0x1,1', '99999999999,1']) {
    expect([bad, parseFields(bad)?.length === 2]).toEqual([bad, false]);
  }
});

test('an invalid point is reported with the board', () => {
  expect(parsePoint('19,14', board)).toEqual({ x: 19, y: 14 });
  expect(() => parsePoint('7;7', board)).toThrow(
    'coordinate "7;7": expected x,y with x from 0 to 19 and y from 0 to 14',
  );
  for (const bad of ['20,0', '0,15', '-1,0', '1,2,3', '']) expect(() => parsePoint(bad, board)).toThrow(ProtocolError);
});

test('sizes', () => {
  expect(parseSize('15', 5)).toBe(15);
  expect(parseSize('15 15', 5)).toBe(15);
  expect(parseSize('3', 3)).toBe(3);
  for (const bad of ['4', '23', '15 16', '15 15 15', '', 'abc', '15x', '-5', '5.0']) {
    expect(() => parseSize(bad, 5), bad).toThrow(/unsupported board size/);
  }
});

test('quoted input is short printable ASCII', () => {
  expect(quote(`a\u0000\u00e9\n${'b'.repeat(200)}`)).toBe(`a???${'b'.repeat(76)}`);
});

describe('BOARD', () => {
  const lines = (text: string): BoardLine[] =>
    [...text].map((field, index) => ({ x: index, y: 0, field: Number(field) as 1 | 2 | 3 }));

  test('lines', () => {
    expect(parseBoardLine(' 7 , 7 , 2', board)).toEqual({ x: 7, y: 7, field: 2 });
    const filled = emptyPosition(20, 15);
    filled.cells[7] = 1;
    expect(() => parseBoardLine('7,0,1', filled)).toThrow('an earlier line already has this point');
    for (const bad of ['7,7', '7,7,0', '7,7,4', '20,0,1', '0,15,1', 'x', '7,7,1,1', 'DONE?']) {
      expect(() => parseBoardLine(bad, board), bad).toThrow(ProtocolError);
    }
  });

  test.each([
    ['', 1],
    ['12', 1],
    ['21', 1],
    ['2', 2],
    ['212', 2],
    ['122', 2],
    ['33', 1],
    ['323', 2],
    ['1', 1],
    ['11', 1],
    ['2222', 2],
    ['3221222', 2],
    ['1222', 1],
  ])('who is Black if the fields are %j', (fields, own) => {
    expect(ownColor(lines(fields))).toBe(own);
  });

  test('stones belong to a color by their fields, not by their order', () => {
    expect(stonesOf(lines('2213'), 2).map(({ color }) => color)).toEqual([1, 1, 2, 3]);
    expect(stonesOf(lines('2213'), 1).map(({ color }) => color)).toEqual([2, 2, 1, 3]);
  });
});
