import { describe, expect, test } from 'vitest';
import { drawBoard, type Scene, type TerminalLook } from '../../../../src/cli/play/board.ts';
import { wrapped } from '../../../../src/core/text.ts';
import { forbiddenMarks } from '../../../../src/records/notation/diagram.ts';
import { emptyPosition } from '../../../../src/rules/index.ts';
import { parseDiagram } from '../../records/notation/read-diagram.ts';

const PLAIN: TerminalLook = { charset: 'unicode', colors: 0, columns: 80 };
const ASCII: TerminalLook = { charset: 'ascii', colors: 0, columns: 80 };

const POSITION = parseDiagram(`
  . . . . .
  . X O . .
  . . X . .
  . . . . .
  . . . . .`);

function scene(changes: Partial<Scene> = {}): Scene {
  return { position: POSITION, last: null, row: [], markOf: () => null, ...changes };
}

/** Escape sequences removed. */
function plain(line: string): string {
  return line.replace(/\x1b\[[0-9;]*m/g, '');
}

describe('a small board', () => {
  test('in box characters, the last stone in brackets, row 1 at the bottom', () => {
    expect(drawBoard(scene({ last: { x: 2, y: 2 } }), PLAIN)).toEqual([
      ' 5 ┌─┬─┬─┬─┐',
      ' 4 ├─●─○─┼─┤',
      ' 3 ├─┼(●)┼─┤',
      ' 2 ├─┼─┼─┼─┤',
      ' 1 └─┴─┴─┴─┘',
      '   A B C D E',
    ]);
  });

  test('in ASCII, the winning row marked', () => {
    const row = [
      { x: 1, y: 1 },
      { x: 2, y: 2 },
    ];
    expect(drawBoard(scene({ row }), ASCII)).toEqual([
      ' 5 . . . . .',
      ' 4 . # O . .',
      ' 3 . . # . .',
      ' 2 . . . . .',
      ' 1 . . . . .',
      '   A B C D E',
    ]);
  });

  test('too little room for gaps', () => {
    expect(drawBoard(scene({ last: { x: 2, y: 1 } }), { ...ASCII, columns: 12 })).toEqual([
      ' 5 .....',
      ' 4 .Xo..',
      ' 3 ..X..',
      ' 2 .....',
      ' 1 .....',
      '   ABCDE',
    ]);
  });

  test('too little room for the board', () => {
    expect(drawBoard(scene(), { ...ASCII, columns: 7 })).toEqual(['(7 columns: too narrow, this board needs 8)']);
  });

  test('marks only on empty points', () => {
    const lines = drawBoard(scene({ markOf: () => '*' }), ASCII);
    expect(lines.slice(0, 3)).toEqual([' 5 * * * * *', ' 4 * X O * *', ' 3 * * X * *']);
  });
});

describe('every size', () => {
  const sizes = Array.from({ length: 20 }, (_, i) => i + 3);

  test.each(sizes)('%i columns: as wide as the terminal allows and no wider', (width) => {
    const position = emptyPosition(width, 25 - width > 2 ? 25 - width : 3);
    for (let columns = 3 + width; columns < 90; columns++) {
      for (const colors of [0, 16, 256] as const) {
        for (const charset of ['unicode', 'ascii'] as const) {
          const lines = drawBoard(scene({ position, last: null }), { charset, colors, columns }).map(plain);
          expect(lines).toHaveLength(position.height + 1);
          expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
        }
      }
    }
  });
});

describe('color', () => {
  test('without it there are no escape sequences, with it every line ends in the default color', () => {
    const markOf = forbiddenMarks(POSITION);
    expect(drawBoard(scene({ markOf }), PLAIN).join('')).not.toContain('\x1b');
    for (const colors of [16, 256] as const) {
      const lines = drawBoard(scene({ markOf, last: { x: 1, y: 1 } }), { ...PLAIN, colors });
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/\x1b\[0m$/);
      expect(lines.map(plain).map((line) => line.trimEnd().replaceAll('○', '●'))).toEqual(
        drawBoard(scene({ markOf, last: { x: 1, y: 1 } }), PLAIN).map((line) => line.replaceAll('○', '●')),
      );
    }
  });

  test('in ASCII the letters stay distinguishable', () => {
    expect(plain(drawBoard(scene(), { ...ASCII, colors: 256 })[1]).trimEnd()).toBe(' 4 . X O . .');
  });
});

describe('text is wrapped between words', () => {
  test.each([
    ['short', 10, ['short']],
    ['one two three', 8, ['one two', 'three']],
    ['  a  list  entry', 40, ['  a  list  entry']],
    ['  indented words here', 12, ['  indented', '  words here']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['', 10, ['']],
  ])('%j in %i columns', (text, columns, lines) => expect(wrapped(text, columns)).toEqual(lines));

  test('nothing is lost and nothing is too wide, at any width', () => {
    const text = '  Record: H8 J10 J9 I8 and a-very-long-word-that-does-not-fit-anywhere, 12 moves.';
    for (let columns = 3; columns < 90; columns++) {
      const lines = wrapped(text, columns);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }
  });
});
