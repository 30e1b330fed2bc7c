import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/core/errors.ts';
import { drawDiagram, drawLabeled } from '../../../../src/records/notation/diagram.ts';
import { posName } from '../../../../src/records/notation/pos.ts';
import { markedPoints, parseDiagram, tidy } from './read-diagram.ts';

describe('diagram', () => {
  test('reads stones, blocked cells and marks, with or without blanks', () => {
    const position = parseDiagram(`
      X O # .
      3 4 6 *`);
    expect([position.width, position.height]).toEqual([4, 2]);
    expect([...position.cells]).toEqual([1, 2, 3, 0, 0, 0, 0, 0]);
    expect(parseDiagram('XO#.\n346*')).toEqual(position);
  });

  test('draws what it reads, except for marks', () => {
    expect(drawDiagram(parseDiagram('XO#.\n..3.'))).toBe('X O # .\n. . . .');
  });

  test('marks only empty points', () => {
    expect(drawDiagram(parseDiagram('X . #'), () => '*')).toBe('X * #');
  });

  test('tidy keeps the marks', () => {
    expect(tidy('\n   X.3  \n\n  . . O\n')).toBe('X . 3\n. . O');
  });

  test('markedPoints', () => {
    expect(markedPoints('. * X\n* . .', '*').map(posName)).toEqual(['b1', 'a2']);
  });

  test('column letters above, row numbers in front', () => {
    expect(drawLabeled(parseDiagram('X .\n'.repeat(10)))).toEqual([
      '   a b',
      ...['10', ' 9', ' 8', ' 7', ' 6', ' 5', ' 4', ' 3', ' 2', ' 1'].map((row) => `${row} X .`),
    ]);
  });

  test.each([
    ['', 'expected at least one row'],
    ['. .\n.', 'diagram row 2: 1 points, expected 2'],
    ['. ?', 'diagram symbol "?": expected one of X O . # 3 4 6 *'],
    ['. toString', 'diagram symbol "t"'],
  ])('%j is no board', (text, message) => {
    expect(() => parseDiagram(text)).toThrow(message);
    expect(() => parseDiagram(text)).toThrow(UserError);
  });
});
