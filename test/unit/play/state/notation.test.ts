import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import { listed } from '../../../../src/core/text.ts';
import { formatRecord, labelOf, readPoint, readRecord } from '../../../../src/play/state/notation.ts';

const BOARD = { width: 15, height: 15 };

describe('points', () => {
  test('H8 is the center of 15 by 15, A1 the corner at the bottom left', () => {
    expect(labelOf({ x: 7, y: 7 }, 15)).toBe('H8');
    expect(labelOf({ x: 0, y: 14 }, 15)).toBe('A1');
    expect(labelOf({ x: 14, y: 0 }, 15)).toBe('O15');
  });

  test.each([
    ['h8', { x: 7, y: 7 }],
    ['H8', { x: 7, y: 7 }],
    ['8 8', { x: 7, y: 7 }],
    ['8,8', { x: 7, y: 7 }],
    [' a 1 ', { x: 0, y: 14 }],
    ['1 15', { x: 0, y: 0 }],
    ['o15', { x: 14, y: 0 }],
  ])('%j', (text, point) => expect(readPoint(text, BOARD)).toEqual(point));

  test.each(['', 'h', '8', 'hh8', 'h8h9', 'undo', 'h-8', '8 8 8', 'h8.'])('%j is not a point', (text) =>
    expect(readPoint(text, BOARD)).toBe(null),
  );

  test.each([
    ['p1', 'P1: off the board, expected a column from A to O and a row from 1 to 15'],
    ['h0', 'H0: off the board, expected a column from A to O and a row from 1 to 15'],
    ['16 1', '16 1: off the board, expected a column from A to O and a row from 1 to 15'],
    ['h16', 'H16: off the board, expected a column from A to O and a row from 1 to 15'],
  ])('%j is off the board', (text, message) => expect(() => readPoint(text, BOARD)).toThrow(message));

  test('what is written can be read, on boards of every size', () => {
    const below = integersBelow(seededRandom(1));
    for (let i = 0; i < 300; i++) {
      const [width, height] = [3 + below(20), 3 + below(20)];
      const point = { x: below(width), y: below(height) };
      expect(readPoint(labelOf(point, height), { width, height })).toEqual(point);
    }
  });
});

describe('records', () => {
  test.each(['H8 J10 J9', 'h8j10j9', 'H8, J10, J9', ' h8  j10;j9 '])('%j', (text) => {
    expect(formatRecord(readRecord(text, BOARD)!, 15)).toBe('H8 J10 J9');
  });

  test.each([
    'H8-J10-J9',
    'h8–j10–j9',
    '1. h8 j10 2. j9',
    '1. h8 2. j10 3. j9',
    '1.h8 2.j10 3.j9',
    '1. h8 1... j10 2. j9',
    '1) h8 2) j10 3) j9',
    '(1) h8 (2) j10 (3) j9',
    'h8 - j10 - j9',
    'h8 – j10 — j9',
    '1. h8 - j10 2. j9',
    '1. h8 - 2. j10 - 3. j9',
    'h8_j10_j9',
    '[h8,j10,j9]',
    'h8/j10/j9',
    'h8 | j10 | j9',
    '{h8}, {j10}, {j9}',
    '8,8 10,10 10,9',
    '8,8,10,10,10,9',
    '(8, 8) (10, 10) (10, 9)',
    'h8\nj10\nj9\n',
  ])('%j, as people paste it', (text) => {
    expect(formatRecord(readRecord(text, BOARD)!, 15)).toBe('H8 J10 J9');
  });

  test.each(['2. h8', '1. h8 3. j10', '1. 2. h8', 'h8 1.', 'h8--j10', 'h8 -j10', 'h8 compass', '8,8,10', '0.5,8'])(
    '%j: not a record, and not half of one',
    (text) => expect(readRecord(text, BOARD)).toBe(null),
  );

  test.each(['H8 pass J10', 'H8, PASS, J10', 'H8 -- J10', '1. h8 pass 2. j10'])('%j has a pass', (text) =>
    expect(formatRecord(readRecord(text, BOARD)!, 15)).toBe('H8 pass J10'),
  );

  test('passes', () => {
    expect(readRecord('H8 pass J10', BOARD)).toEqual([{ x: 7, y: 7 }, null, { x: 9, y: 5 }]);
    expect(formatRecord([{ x: 7, y: 7 }, null], 15)).toBe('H8 pass');
  });

  test.each([
    ['H8 J10 - J9', 'H8 J10 pass J9'],
    ['H8 - J10 -', 'H8 pass J10 pass'],
    ['- H8 - J10', 'pass H8 pass J10'],
    ['H8 - - J10', 'H8 pass pass J10'],
    ['H8 - pass - J10', 'H8 pass pass pass J10'],
    ['-', 'pass'],
  ])('%j: a hyphen is a pass where it does not separate all moves', (text, record) =>
    expect(formatRecord(readRecord(text, BOARD)!, 15)).toBe(record),
  );

  test('any record is read as it was written', () => {
    const ply = fc.option(fc.record({ x: fc.nat({ max: 14 }), y: fc.nat({ max: 14 }) }));
    fc.assert(
      fc.property(fc.array(ply, { minLength: 1 }), (plies) => {
        expect(readRecord(formatRecord(plies, 15), BOARD)).toEqual(plies);
      }),
    );
  });

  test.each(['', '  ', 'H8 and J10', 'H8 J', '12 13'])('%j is not a record', (text) =>
    expect(readRecord(text, BOARD)).toBe(null),
  );

  test('a point off the board is named', () => expect(() => readRecord('H8 Q3', BOARD)).toThrow('Q3: off the board'));
});

test('lists in words', () => {
  expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'], 'and')]).toEqual([
    '',
    'a',
    'a or b',
    'a, b and c',
  ]);
});
