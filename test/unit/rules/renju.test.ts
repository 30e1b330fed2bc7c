import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.ts';
import type { XY } from '../../../src/core/point.ts';
import { ruleFromCode } from '../../../src/core/rule.ts';
import { RENJU } from '../../../src/core/rule-code.ts';
import { drawDiagram, forbiddenMarks } from '../../../src/records/notation/diagram.ts';
import { parsePosName, posName } from '../../../src/records/notation/pos.ts';
import {
  explainForbidden,
  type ForbiddenLine,
  forbiddenAt,
  forbiddenPoints,
  isLegal,
  judgeMove,
} from '../../../src/rules/index.ts';
import { parseDiagram, tidy } from '../records/notation/read-diagram.ts';
import { inverted, isDrawnRight, RULES } from './pictures.ts';

/**
 * Where Black may not play and where Black wins; every other point is free. "Disputed" and a number is a detail of an
 * entry of test/data/renju-disputed.json.
 */
const PICTURES: readonly (readonly [name: string, picture: string])[] = [
  [
    'overline: six and more',
    `
      . X X X 6 X X .
      . . . . . . . .
      X X X X 6 X X X`,
  ],
  [
    'a six at the end of a row of four and a gap',
    `
      . . . . . . . .
      * X X X X 6 X .
      . . . . . . . .`,
  ],
  [
    'two threes',
    `
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      . . . 3 X X . .
      . . . X . . . .
      . . . X . . . .
      . . . . . . . .
      . . . . . . . .`,
  ],
  [
    'two threes, one of them open on one side only as far as a straight four needs',
    `
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      # . . 3 X X . O
      . . . X . . . .
      . . . X . . . .
      . . . . . . . .
      . . . . . . . .`,
  ],
  [
    'two broken threes',
    `
      . . . . . . . .
      . . . . . . . .
      . . X . X 3 . .
      . . . . . X . .
      . . . . . . . .
      . . . . . X . .
      . . . . . . . .
      . . . . . . . .`,
  ],
  [
    'two threes, three times',
    `
      . . . . . . . . .
      . . . . . . . . .
      . . . . X 3 X . .
      . . . 3 X X . . .
      O X X X 3 . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .`,
  ],
  [
    'one of two threes is shut by a white stone',
    `
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . X X O .
      . . . X . . . .
      . . . X . . . .
      . . . . . . . .
      . . . . . . . .`,
  ],
  [
    'by a blocked cell',
    `
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . X X # .
      . . . X . . . .
      . . . X . . . .
      . . . . . . . .
      . . . . . . . .`,
  ],
  [
    'by the edge',
    `
      . . . . . .
      . . . . . .
      . . . . . .
      . . . . X X
      . . . X . .
      . . . X . .
      . . . . . .
      . . . . . .`,
  ],
  [
    'five points are not room enough for a three',
    `
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      # O . . X X . O
      . . . X . . . .
      . . . X . . . .
      . . . . . . . .
      . . . . . . . .`,
  ],
  [
    'a diagonal of five points holds no three',
    `
      . . . . . . .
      . . . X . . .
      . . X . . . .
      . . . . . . .
      . . X . . . .
      . . . X . . .
      . . . . . . .
      . . . . . . .`,
  ],
  [
    'a diagonal of six points does',
    `
      . . . . . . .
      . . . . X . .
      . . . X . . .
      . . 3 . . . .
      . . . X . . .
      . . . . X . .
      . . . . . . .
      . . . . . . .`,
  ],
  [
    'a three looks three points far: the row would become six on one side',
    `
      . . . . . . . . . .
      . . . . . . . . . .
      . . . . . . . . . .
      . . 3 X X . . X . .
      . . X . . . . . . .
      . . X . . . . . . .
      . . . . . . . . . .
      . . . . . . . . . .`,
  ],
  [
    'a three looks three points far: spoilt on both sides',
    `
      . . . . . . . . . . .
      . . . . . . . . . . .
      . . . . . . . . . . .
      . X . . X X . . X . .
      . . . X . . . . . . .
      . . . X . . . . . . .
      . . . . . . . . . . .
      . . . . . . . . . . .`,
  ],
  [
    'two fours, both shut on one side',
    `
      O . . . . . .
      X . . . . . .
      X . . . . . .
      X . . . . . .
      4 X X X . . .
      . . . . . . .`,
  ],
  [
    'a four that can only become six is none',
    `
      O . . . . . .
      X . . . . . .
      X . . . . . .
      X . . . . . .
      . X X X * X .
      . . . . . . .`,
  ],
  [
    'a four and a three',
    `
      . . . . . . . . .
      . . . . . . . . .
      . . . . X . . . .
      . . . . X . . . .
      O X X X . . . . .
      . . . . . . . . .
      . . . . . . . . .`,
  ],
  ['a straight four is one four', '. . X . X X . .'],
  ['two fours in one line, three stones apart', 'X X X . 4 . X X X'],
  ['two fours in one line, two and two', 'X X . 4 X . X X'],
  ['two fours in one line, two and two, the other of the pair', 'X X . X 4 . X X'],
  ['two fours in one line, one apart: first of the middle', 'X . 4 X X . X'],
  ['two fours in one line, one apart: middle', 'X . X 4 X . X'],
  ['two fours in one line, one apart: last of the middle', 'X . X X 4 . X'],
  ['one more stone turns one of the two into a six', 'X X . X . X . X'],
  ['one more stone turns one of the two into a six: three stones apart', 'X X X X * . . X X X'],
  [
    'a five wins where it also makes two threes',
    `
      . . . . . . . . .
      . . . . . . . . .
      . . . . X 3 X . .
      . . . 3 X X . . .
      X X X X * O . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .`,
  ],
  [
    'a five wins where it also makes a six (disputed 0)',
    `
      . . . . . . . . . .
      . . . . . . . X . .
      . . . . . . X . . .
      . . . X X * X X . .
      . . . . X . . . . .
      . . . X . . . . . .
      . . X . . . . . . .
      . . . . . . . . . .`,
  ],
  [
    'a point that makes five does not turn a three into a straight four (disputed 5): the free point is g4',
    `
      . . . . . X . . . .
      . . 3 . X X 3 . . .
      . . . . 3 X . . . .
      . . . X X * . . . .
      . . . . . X . . . .
      . . . . . . . . . .
      . . . . . . . . . .`,
  ],
  [
    'a three whose fourth stone is forbidden is none (disputed 18): the free point is e6',
    `
      . . . . . . . .
      . . . . . . . .
      . . . . . . . X
      . . . . . . . .
      . . . X . . . .
      . . X X . . X X
      . . . X . X . .
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .`,
  ],
  [
    'a three whose fourth stone looks forbidden, but is not, counts (disputed 22)',
    `
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . 3 . .
      . X . X X . .
      . . 3 X X . .
      . X 3 X 3 . .
      . 3 . . 3 . .
      . . . . . . .
      . . . . . . .
      . . . . . . .`,
  ],
];

describe('renju: moves forbidden to Black', () => {
  test.each(PICTURES)('%s', (_name, picture) => isDrawnRight(picture, RULES.renjuBlack));

  test.each(PICTURES)('%s: the fouls alone', (_name, picture) => {
    const position = parseDiagram(picture);
    expect(drawDiagram(position, forbiddenMarks(position))).toBe(tidy(picture.replaceAll('*', '.')));
  });
});

describe.each([0, 1, 2, 3, 8, 9, 10, 11])('the same pictures under rule %i: nothing is forbidden', (code) => {
  test.each(PICTURES)('%s', (_name, picture) => {
    expect(outcomes(picture, code, BLACK)).not.toContain('foul');
  });
});

describe('the same pictures, colors exchanged: nothing is forbidden to White', () => {
  test.each(PICTURES)('%s', (_name, picture) => {
    expect(outcomes(inverted(picture), RENJU, WHITE)).not.toContain('foul');
  });

  test.each(PICTURES)('%s: a row of six wins', (_name, picture) => {
    const sixes = picture.replaceAll('6', '*').replaceAll('3', '.').replaceAll('4', '.');
    isDrawnRight(inverted(sixes), RULES.renjuWhite);
  });
});

/** Result of a move at each empty point of the picture, row by row. */
function outcomes(picture: string, code: number, color: 1 | 2): string[] {
  const position = parseDiagram(picture);
  const found: string[] = [];
  for (let y = 0; y < position.height; y++) {
    for (let x = 0; x < position.width; x++) {
      if (isLegal(position, x, y)) found.push(judgeMove(position, ruleFromCode(code)!, x, y, color).outcome);
    }
  }
  return found;
}

describe('explainForbidden', () => {
  const names = (points: readonly XY[]): string => points.map(posName).join(' ');

  const described = (line: ForbiddenLine): string => {
    if (line.kind === 'overline') return `overline ${names(line.points)}`;
    if (line.kind === 'four') return `four ${names(line.points)}, five at ${names(line.fiveAt)}`;
    return `three ${names(line.points)}, straight four at ${names(line.straightFourAt)}`;
  };

  /** The kinds, then one entry for each line. */
  const explained = (picture: string, name: string): string[] => {
    const { x, y } = parsePosName(name)!;
    const forbidden = explainForbidden(parseDiagram(picture), x, y);
    return forbidden === null ? [] : [forbidden.kinds.join(', '), ...forbidden.lines.map(described)];
  };

  test('two threes, one with one point for the straight four', () => {
    const picture = `
      . . . . . . . . . .
      . . . . . . . . . .
      . . . . . . . . . .
      . . 3 X X . . X . .
      . . X . . . . . . .
      . . X . . . . . . .
      . . . . . . . . . .
      . . . . . . . . . .`;
    expect(explained(picture, 'c4')).toEqual([
      'double-three',
      'three c4 d4 e4, straight four at b4',
      'three c4 c5 c6, straight four at c3 c7',
    ]);
  });

  test('two fours in one line', () => {
    expect(explained('X . X 4 X . X', 'd1')).toEqual([
      'double-four',
      'four a1 c1 d1 e1, five at b1',
      'four c1 d1 e1 g1, five at f1',
    ]);
  });

  test('a straight four is listed once, with both points', () => {
    const picture = `
      . . O . . . .
      . . X . . . .
      . . X . . . .
      . . X . . . .
      . X 4 X X . .
      . . . . . . .`;
    expect(explained(picture, 'c5')).toEqual([
      'double-four',
      'four b5 c5 d5 e5, five at a5 f5',
      'four c2 c3 c4 c5, five at c6',
    ]);
  });

  test('every kind that applies, with the lines of each', () => {
    const picture = `
      . . . . . . . . . . . .
      . . . . . . . . . . . .
      . . . . . X . X . . . .
      . . . . . X X . . . . .
      . . X X X 6 X X . . . .
      . . . . X X X . . . . .
      . . . O . . . . . . . .
      . . . . . . . . . . . .
      . . . . . . . . . . . .
      . . . . . . . . . . . .`;
    expect(explained(picture, 'f5')).toEqual([
      'overline, double-four',
      'overline c5 d5 e5 f5 g5 h5',
      'four f3 f4 f5 f6, five at f2 f7',
      'four e6 f5 g4 h3, five at i2',
    ]);
  });

  test('lines that do not make a foul are omitted: one four next to two threes', () => {
    const picture = `
      . . . . . . . . .
      . . . . . . . . .
      . . . . X . X . .
      . . . . X X . . .
      O X X X 3 . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .`;
    expect(explained(picture, 'e5')).toEqual([
      'double-three',
      'three e3 e4 e5, straight four at e2 e6',
      'three e5 f4 g3, straight four at d6 h2',
    ]);
  });

  test.each([
    ['a legal point', 'a1'],
    ['a five', 'd2'],
    ['a stone', 'e2'],
    ['off the board', 'j9'],
  ])('%s needs no explanation', (_name, name) => {
    const picture = `
      . . . . . . . .
      . . . * X X X X
      . . . X . . . .
      . . . X . . . .
      . . . X . . . .
      . . . O . . . .`;
    const { x, y } = parsePosName(name)!;
    expect(explained(picture, name)).toEqual([]);
    expect(forbiddenAt(parseDiagram(picture), x, y)).toBeNull();
  });
});

describe('judgeMove under renju', () => {
  const PICTURE = `
    . . . . . . . .
    . . . . . . . .
    . . . 3 X X . .
    . . . X . . . .
    . . . X . . . .
    . . . . . . . .
    . . . . . . . .`;

  test('a foul comes with its reasons and without rows', () => {
    const { outcome, rows, forbidden } = judgeMove(parseDiagram(PICTURE), ruleFromCode(RENJU)!, 3, 2, BLACK);
    expect(outcome).toBe('foul');
    expect(rows).toEqual([]);
    expect(forbidden?.kinds).toEqual(['double-three']);
    expect(forbidden?.lines).toHaveLength(2);
  });

  test('the points of a map are ordered by column, then row', () => {
    const position = parseDiagram(`
      . . . . . . . . .
      . . . . . . . . .
      . . . . X 3 X . .
      . . . 3 X X . . .
      O X X X 3 . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .`);
    expect(forbiddenPoints(position).map(posName)).toEqual(['d4', 'e5', 'f3']);
  });
});
