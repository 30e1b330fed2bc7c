import { describe, expect, test } from 'vitest';
import { BLACK } from '../../../src/core/color.ts';
import { nameOf, parseMoves, parseName } from '../../../src/core/point.ts';
import { ruleFromCode } from '../../../src/core/rule.ts';
import { drawDiagram } from '../../../src/records/notation/diagram.ts';
import { parsePosMoves, parsePosName, posName } from '../../../src/records/notation/pos.ts';
import { deadStones, judgeMove, positionOf, withDeadStones } from '../../../src/rules/index.ts';
import { parseDiagram } from '../records/notation/read-diagram.ts';

describe('points by name', () => {
  test('a letter and a number, from the top left', () => {
    expect(parsePosName('a1')).toEqual({ x: 0, y: 0 });
    expect(parsePosName('H8')).toEqual({ x: 7, y: 7 });
    expect(parsePosName('v22')).toEqual({ x: 21, y: 21 });
    expect(posName({ x: 21, y: 9 })).toBe('v10');
  });

  test.each(['', 'a', '8', 'a0', 'aa1', 'a1b', 'a-1', 'a100', '\u00e41'])('%j is not a point', (name) => {
    expect(parsePosName(name)).toBeNull();
  });

  test('a game is a row of names', () => {
    expect(parsePosMoves('h8i9 j10')?.map(posName)).toEqual(['h8', 'i9', 'j10']);
    expect(parsePosMoves('')).toEqual([]);
  });

  test.each(['h8x', 'h8--i9', '8h', 'h0', 'h8i100'])('%j is not a game', (text) => {
    expect(parsePosMoves(text)).toBeNull();
  });
});

describe('names for people', () => {
  test('a letter and a number, from the bottom left', () => {
    expect(parseName('a1', 15)).toEqual({ x: 0, y: 14 });
    expect(parseName('H8', 15)).toEqual({ x: 7, y: 7 });
    expect(nameOf({ x: 0, y: 0 }, 15)).toBe('a15');
    expect(parseMoves('h8 a1', 9)).toEqual([
      { x: 7, y: 1 },
      { x: 0, y: 8 },
    ]);
    expect(parseMoves('h8x', 9)).toBeNull();
  });

  test('every point of every board round-trips, and is the mirror of pos notation', () => {
    for (let height = 3; height <= 22; height++) {
      for (let y = 0; y < height; y++) {
        const name = nameOf({ x: 4, y }, height);
        expect(parseName(name, height)).toEqual({ x: 4, y });
        expect(parsePosName(name)).toEqual({ x: 4, y: height - 1 - y });
      }
    }
  });
});

describe('positionOf', () => {
  test('places the stones', () => {
    const position = positionOf(3, [{ x: 0, y: 0 }], [{ x: 2, y: 1 }]);
    expect(drawDiagram(position)).toBe('X . .\n. . O\n. . .');
  });

  test.each([
    ['a stone off the board', [{ x: 3, y: 0 }], [], 'd3: off the 3x3 board'],
    ['two stones on a point', [{ x: 1, y: 0 }], [{ x: 1, y: 0 }], 'b3: already occupied'],
  ])('%s is an error', (_name, black, white, message) => {
    expect(() => positionOf(3, black, white)).toThrow(message);
  });
});

describe('the rule codes', () => {
  test.each([
    [0, { exactFive: false, renju: false, caro: false, omok: false, continuous: false }],
    [1, { exactFive: true, renju: false, caro: false, omok: false, continuous: false }],
    [2, { exactFive: false, renju: false, caro: false, omok: false, continuous: true }],
    [3, { exactFive: true, renju: false, caro: false, omok: false, continuous: true }],
    [4, { exactFive: false, renju: true, caro: false, omok: false, continuous: false }],
    [6, { exactFive: false, renju: true, caro: false, omok: false, continuous: true }],
    [8, { exactFive: false, renju: false, caro: true, omok: false, continuous: false }],
    [9, { exactFive: true, renju: false, caro: true, omok: false, continuous: false }],
    [10, { exactFive: false, renju: false, caro: true, omok: false, continuous: true }],
    [11, { exactFive: true, renju: false, caro: true, omok: false, continuous: true }],
    [16, { exactFive: false, renju: false, caro: false, omok: true, continuous: false }],
    [18, { exactFive: false, renju: false, caro: false, omok: true, continuous: true }],
  ])('%i', (code, expected) => {
    expect(ruleFromCode(code)).toEqual({ code, winLength: 5, ...expected });
  });

  test.each([-1, 12, 13, 14, 15, 17, 20, 24, 32, 1.5, Number.NaN, 2 ** 32])('%d is not a rule', (code) => {
    expect(ruleFromCode(code)).toBeNull();
  });

  test('only freestyle allows another winning length', () => {
    expect([2, 3, 4, 5, 6, 7].map((length) => ruleFromCode(0, length)?.winLength ?? null)).toEqual([
      null,
      3,
      4,
      5,
      6,
      null,
    ]);
    expect([1, 4, 8, 9, 16].map((code) => ruleFromCode(code, 4))).toEqual([null, null, null, null, null]);
  });
});

describe('continuous game', () => {
  test('the stones of every winning row die, each once, and end rows from then on', () => {
    const before = parseDiagram(`
      X X X X * .
      . . . . X .
      . . . . X .
      . . . . X .
      . . . . X .`);
    const judgment = judgeMove(before, ruleFromCode(2)!, 4, 0, BLACK);
    const dead = deadStones(judgment, { x: 4, y: 0 });
    expect(dead).toHaveLength(9);
    const after = withDeadStones(before, dead);
    expect(drawDiagram(after)).toBe(
      ['# # # # # .', '. . . . # .', '. . . . # .', '. . . . # .', '. . . . # .'].join('\n'),
    );
    expect(before.cells[0]).toBe(BLACK);
  });

  test('after a foul only the one stone dies', () => {
    const judgment = judgeMove(parseDiagram('X X X 6 X X'), ruleFromCode(6)!, 3, 0, BLACK);
    expect(deadStones(judgment, { x: 3, y: 0 })).toEqual([{ x: 3, y: 0 }]);
  });

  test('otherwise nothing dies', () => {
    const judgment = judgeMove(parseDiagram('X . X'), ruleFromCode(2)!, 1, 0, BLACK);
    expect(deadStones(judgment, { x: 1, y: 0 })).toEqual([]);
  });
});
