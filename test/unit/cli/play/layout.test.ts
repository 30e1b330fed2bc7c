import { describe, expect, test } from 'vitest';
import { boardColumns, drawBoard, paintStones, type TerminalLook } from '../../../../src/cli/play/board.ts';
import { layOut, type Picture, visibleLength } from '../../../../src/cli/play/layout.ts';
import { emptyPosition } from '../../../../src/rules/index.ts';

const LOOK: TerminalLook = { charset: 'unicode', colors: 0, columns: 80 };
const TEXT = ['freestyle: Black ● you, White ○ tengen level 5', 'Move 3, Black to move, last H9'];
const MESSAGES = [
  'tengen plays H9.',
  'A message that is slightly longer than the space next to a board of twenty columns.',
];

function picture(width: number, height: number, look: TerminalLook): Picture {
  const position = emptyPosition(width, height);
  const board = drawBoard({ position, last: { x: width - 1, y: 1 }, row: [], markOf: () => null }, look);
  return { board, columns: boardColumns(width, look), text: TEXT };
}

describe('board and text', () => {
  test('20x20 fits on 80x24, with the text next to the board', () => {
    const lines = layOut(picture(20, 20, LOOK), MESSAGES, LOOK, 22);
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatch(/^20 ┌.*┐ {3}freestyle: Black ● you, White ○$/);
    expect(lines[1]).toMatch(/^19 .*\(┤\) {2}tengen level 5$/);
    expect(lines.map((line) => line.slice(45)).join(' ')).toContain('slightly longer');
    for (const line of lines) expect(line.length).toBeLessThan(80);
  });

  test('the text is below the board if there is room, in a pipe at any height, and on narrow terminals', () => {
    for (const [look, rows] of [
      [LOOK, 40],
      [LOOK, null],
      [{ ...LOOK, columns: 50 }, 22],
    ] as const) {
      const lines = layOut(picture(15, 15, look), MESSAGES, look, rows);
      expect(lines.slice(0, 16)).toEqual([...picture(15, 15, look).board]);
      expect(lines.slice(16).join(' ')).toBe([...TEXT, ...MESSAGES].join(' '));
    }
  });

  test('a list that is longer than the terminal keeps its lines, and is next to the board only if all of it fits', () => {
    const list = Array.from(
      { length: 25 },
      (_, i) => `  command ${i}  what it does, in so many words that they need a line`,
    );
    const low = layOut(picture(15, 15, LOOK), list, LOOK, 22);
    expect(low.slice(-25)).toEqual(list);
    const wide: TerminalLook = { ...LOOK, columns: 120 };
    const beside = layOut(picture(20, 20, wide), list, wide, 38);
    expect(beside).toHaveLength(27);
    expect(beside[26]).toContain(list[24]);
  });

  test('no line is wider than the terminal, whatever the sizes', () => {
    for (let side = 3; side <= 22; side++) {
      for (let columns = 20; columns <= 130; columns += 7) {
        for (const colors of [0, 16, 256] as const) {
          const look: TerminalLook = { ...LOOK, colors, columns };
          for (const rows of [15, 22, 38]) {
            const lines = layOut(picture(side, side, look), MESSAGES, look, rows);
            const longest = Math.max(...lines.map(visibleLength));
            expect(longest).toBeLessThanOrEqual(Math.max(columns, visibleLength(picture(side, side, look).board[0])));
            const words = lines.join(' ').replace(/\x1b\[[\d;]*m/g, '');
            expect(words).toContain('tengen');
          }
        }
      }
    }
  });
});

describe('stones in a text', () => {
  test('are drawn as on the board: a black and a white disc, or a disc and a ring if colors are uncertain', () => {
    for (const colors of [16, 256] as const) {
      const look: TerminalLook = { ...LOOK, colors };
      const painted = paintStones('Black ● you, White ○ tengen', look);
      const inks = [...painted.matchAll(/\x1b\[0;([\d;]+)m(.)\x1b\[0m/g)].map(([, ink, stone]) => [stone, ink]);
      expect(inks.map(([stone]) => stone)).toEqual(colors === 256 ? ['●', '●'] : ['●', '○']);
      if (colors === 256) expect(inks[0][1]).not.toBe(inks[1][1]);
      const position = emptyPosition(5, 5);
      position.cells[6] = 1;
      position.cells[8] = 2;
      const [, row] = drawBoard({ position, last: null, row: [], markOf: () => null }, look);
      for (const [stone, ink] of inks) expect(row).toContain(`\x1b[0;${ink}m${stone}`);
    }
    expect(paintStones('● ○', LOOK)).toBe('● ○');
    expect(paintStones('X O', { ...LOOK, charset: 'ascii', colors: 256 })).toBe('X O');
  });
});
