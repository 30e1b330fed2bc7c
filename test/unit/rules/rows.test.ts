import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.ts';
import type { XY } from '../../../src/core/point.ts';
import { type Rule, ruleFromCode } from '../../../src/core/rule.ts';
import { posName } from '../../../src/records/notation/pos.ts';
import { hasLegalMove, isBoardFull, isLegal, judgeMove, winningRow } from '../../../src/rules/index.ts';
import { markedPoints, parseDiagram } from '../records/notation/read-diagram.ts';
import { inverted, isDrawnRight, RULES } from './pictures.ts';

type RuleName = keyof typeof RULES;

/**
 * One line of stones under every rule. In White's column under renju the colors are swapped, as they may be in all
 * columns but Black's.
 */
const LINES: readonly (readonly [name: string, pictures: Readonly<Record<RuleName, string>>])[] = [
  [
    'four stones, both ends free',
    {
      freestyle: '. * X X X X * .',
      standard: '. * X X X X * .',
      renjuBlack: '. * X X X X * .',
      renjuWhite: '. * X X X X * .',
      caro: '. * X X X X * .',
      caroExact: '. * X X X X * .',
    },
  ],
  [
    'the edge is no obstacle',
    {
      freestyle: 'X X X X * . . .',
      standard: 'X X X X * . . .',
      renjuBlack: 'X X X X * . . .',
      renjuWhite: 'X X X X * . . .',
      caro: 'X X X X * . . .',
      caroExact: 'X X X X * . . .',
    },
  ],
  [
    'a gap',
    {
      freestyle: '. X X * X X . .',
      standard: '. X X * X X . .',
      renjuBlack: '. X X * X X . .',
      renjuWhite: '. X X * X X . .',
      caro: '. X X * X X . .',
      caroExact: '. X X * X X . .',
    },
  ],
  [
    'one end shut, one free',
    {
      freestyle: '. O X X X X * .',
      standard: '. O X X X X * .',
      renjuBlack: '. O X X X X * .',
      renjuWhite: '. O X X X X * .',
      caro: '. O X X X X * .',
      caroExact: '. O X X X X * .',
    },
  ],
  [
    'both ends shut by opposing stones',
    {
      freestyle: 'O X X X X * O .',
      standard: 'O X X X X * O .',
      renjuBlack: 'O X X X X * O .',
      renjuWhite: 'O X X X X * O .',
      caro: 'O X X X X . O .',
      caroExact: 'O X X X X . O .',
    },
  ],
  [
    'blocked by an opposing stone and the edge: the edge is not a stone',
    {
      freestyle: 'X X X X * O . .',
      standard: 'X X X X * O . .',
      renjuBlack: 'X X X X * O . .',
      renjuWhite: 'X X X X * O . .',
      caro: 'X X X X * O . .',
      caroExact: 'X X X X * O . .',
    },
  ],
  [
    'blocked by an opposing stone and a blocked cell: neither is a dead stone',
    {
      freestyle: '# X X X X * O .',
      standard: '# X X X X * O .',
      renjuBlack: '# X X X X * O .',
      renjuWhite: '# X X X X * O .',
      caro: '# X X X X * O .',
      caroExact: '# X X X X * O .',
    },
  ],
  [
    'opposing stones one point away from the ends do not shut a row in',
    {
      freestyle: 'O * X X X X * O',
      standard: 'O * X X X X * O',
      renjuBlack: 'O * X X X X * O',
      renjuWhite: 'O * X X X X * O',
      caro: 'O * X X X X * O',
      caroExact: 'O * X X X X * O',
    },
  ],
  [
    'six',
    {
      freestyle: '. X X X * X X .',
      standard: '. X X X . X X .',
      renjuBlack: '. X X X 6 X X .',
      renjuWhite: '. X X X * X X .',
      caro: '. X X X * X X .',
      caroExact: '. X X X . X X .',
    },
  ],
  [
    'six, both ends shut',
    {
      freestyle: 'O X X * X X X O',
      standard: 'O X X . X X X O',
      renjuBlack: 'O X X 6 X X X O',
      renjuWhite: 'O X X * X X X O',
      caro: 'O X X * X X X O',
      caroExact: 'O X X . X X X O',
    },
  ],
  [
    'nine',
    {
      freestyle: 'X X X X * X X X X',
      standard: 'X X X X . X X X X',
      renjuBlack: 'X X X X 6 X X X X',
      renjuWhite: 'X X X X * X X X X',
      caro: 'X X X X * X X X X',
      caroExact: 'X X X X . X X X X',
    },
  ],
  [
    'a five on one side, six on the other',
    {
      freestyle: '* X X X X * X .',
      standard: '* X X X X . X .',
      renjuBlack: '* X X X X 6 X .',
      renjuWhite: '* X X X X * X .',
      caro: '* X X X X * X .',
      caroExact: '* X X X X . X .',
    },
  ],
  [
    'a blocked cell ends a row',
    {
      freestyle: 'X X # X X X X *',
      standard: 'X X # X X X X *',
      renjuBlack: 'X X # X X X X *',
      renjuWhite: 'X X # X X X X *',
      caro: 'X X # X X X X *',
      caroExact: 'X X # X X X X *',
    },
  ],
];

describe.each(LINES)('%s', (_name, pictures) => {
  const columns = Object.keys(RULES) as RuleName[];

  test('has the same stones in the picture of every rule', () => {
    expect(new Set(columns.map((rule) => pictures[rule].replace(/[*346]/g, '.'))).size).toBe(1);
  });

  test.each(columns)('%s', (rule) => {
    const picture = pictures[rule];
    isDrawnRight(rule === 'renjuWhite' ? inverted(picture) : picture, RULES[rule]);
  });

  test.each(columns.filter((rule) => rule !== 'renjuBlack'))('%s, with colors exchanged and mirrored', (rule) => {
    const mirrored = [...pictures[rule]].reverse().join('');
    isDrawnRight(inverted(mirrored), { ...RULES[rule], color: WHITE });
  });

  test.each(columns)('%s, in a continuous game', (rule) => {
    const question = { ...RULES[rule], code: RULES[rule].code + 2 };
    isDrawnRight(rule === 'renjuWhite' ? inverted(pictures[rule]) : pictures[rule], question);
  });
});

/** @returns the names of the points, in the given order */
const names = (points: readonly XY[]): string => points.map(posName).join(' ');

/** The rule of a valid code. */
const ruleOf = (code: number): Rule => ruleFromCode(code)!;

describe('five in one direction and six in another', () => {
  const PICTURE = `
    . . . . X . . .
    . . . . X . . .
    . . . . X . . .
    X X X X * . . .
    . . . . X . . .
    . . . . X . . .
    . . . . . . . .`;

  test.each([0, 1, 4, 8, 9, 16])('the five wins under rule %i, whatever the six is worth', (code) => {
    const { rows } = judgeMove(parseDiagram(PICTURE), ruleOf(code), 4, 3, BLACK);
    expect(names(rows[0])).toBe('a4 b4 c4 d4 e4');
  });

  test.each([0, 8])('the six wins as well under rule %i', (code) => {
    const { rows } = judgeMove(parseDiagram(PICTURE), ruleOf(code), 4, 3, BLACK);
    expect(rows.map(names)).toEqual(['a4 b4 c4 d4 e4', 'e1 e2 e3 e4 e5 e6']);
  });

  test.each([1, 4, 9])('the six does not win under rule %i', (code) => {
    expect(judgeMove(parseDiagram(PICTURE), ruleOf(code), 4, 3, BLACK).rows).toHaveLength(1);
  });

  test('a white six wins under renju, a white five too', () => {
    const { rows } = judgeMove(parseDiagram(inverted(PICTURE)), ruleOf(4), 4, 3, WHITE);
    expect(rows.map((row) => row.length)).toEqual([5, 6]);
  });
});

describe('caro: each row is blocked or not on its own', () => {
  const SHUT_ACROSS_FREE_DOWN = `
    . . . . . . .
    O X X X X * O
    . . . . . X .
    . . . . . X .
    . . . . . X .
    . . . . . X .
    . . . . . . .`;

  test.each([8, 9])('rule %i: the free one wins', (code) => {
    const { rows } = judgeMove(parseDiagram(SHUT_ACROSS_FREE_DOWN), ruleOf(code), 5, 1, BLACK);
    expect(rows.map(names)).toEqual(['f2 f3 f4 f5 f6']);
  });
});

describe('m,n,k games: longer rows win too', () => {
  test('tic-tac-toe, X to move', () =>
    isDrawnRight(
      `X X *
       O O .
       . . .`,
      { code: 0, winLength: 3 },
    ));
  test('tic-tac-toe, O to move', () =>
    isDrawnRight(
      `X X .
       O O *
       . . X`,
      { code: 0, winLength: 3, color: WHITE },
    ));
  test('five where three win', () => isDrawnRight('. * X X * X X * .', { code: 0, winLength: 3 }));
  test('four in a row on a board of 5 by 4', () =>
    isDrawnRight(
      `. X . O .
       O . X X .
       . O X X .
       . . O . *`,
      { code: 0, winLength: 4 },
    ));
  test('six in a row', () => isDrawnRight('* X X X X X * .', { code: 0, winLength: 6 }));
});

describe('a stone on the board', () => {
  const position = parseDiagram(`
    X X X X X X .
    O O O O O . .
    X X X X X . .
    . . . . . . #`);

  test('winningRow gives the row from end to end, from any of its stones', () => {
    for (let x = 0; x < 5; x++) {
      expect(names(winningRow(position, ruleOf(1), x, 2)!)).toBe('a3 b3 c3 d3 e3');
      expect(names(winningRow(position, ruleOf(4), x, 1)!)).toBe('a2 b2 c2 d2 e2');
      expect(names(winningRow(position, ruleOf(0), x, 0)!)).toBe('a1 b1 c1 d1 e1 f1');
    }
  });

  test.each([1, 4, 9])('a black six is not a winning row under rule %i', (code) => {
    expect(winningRow(position, ruleOf(code), 0, 0)).toBeNull();
  });

  test.each([
    [6, 0],
    [6, 3],
    [7, 0],
    [-1, 0],
  ])('(%i, %i) holds no stone', (x, y) => {
    expect(() => winningRow(position, ruleOf(0), x, y)).toThrow(RangeError);
  });
});

describe('moves that can be judged', () => {
  const PICTURE = `
    X O #
    . X .`;
  const position = parseDiagram(PICTURE);

  test('only empty points of the board', () => {
    const legal: XY[] = [];
    for (let y = -1; y <= 2; y++) for (let x = -1; x <= 3; x++) if (isLegal(position, x, y)) legal.push({ x, y });
    expect(legal).toEqual(markedPoints(PICTURE, '.'));
  });

  test.each([
    ['a stone', 0, 0],
    ['a blocked cell', 2, 0],
    ['left of the board', -1, 0],
    ['below the board', 0, 2],
  ])('%s is an error', (_name, x, y) => {
    expect(() => judgeMove(position, ruleOf(0), x, y, BLACK)).toThrow(/expected an empty point/);
  });

  test('a board of stones and blocked cells is full', () => {
    expect(isBoardFull(parseDiagram('X O #'))).toBe(true);
    expect(isBoardFull(parseDiagram('X O .'))).toBe(false);
  });

  test('neither side has a legal move on a full board', () => {
    expect(hasLegalMove(parseDiagram('X O #'), ruleOf(0), BLACK)).toBe(false);
    expect(hasLegalMove(parseDiagram('X O .'), ruleOf(0), BLACK)).toBe(true);
  });

  test('Black has none under renju if the last point is forbidden', () => {
    const last = parseDiagram('X X X 6 X X');
    expect(hasLegalMove(last, ruleOf(4), BLACK)).toBe(false);
    expect(hasLegalMove(last, ruleOf(4), WHITE)).toBe(true);
    expect(hasLegalMove(last, ruleOf(1), BLACK)).toBe(true);
    expect(hasLegalMove(parseDiagram('X X X 6 X X .'), ruleOf(4), BLACK)).toBe(true);
  });
});
