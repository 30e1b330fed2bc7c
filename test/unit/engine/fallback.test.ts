import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Color, EMPTY } from '../../../src/core/color.ts';
import { ruleFromCode } from '../../../src/core/rule.ts';
import { fallbackMove } from '../../../src/engine/fallback.ts';
import { posName } from '../../../src/records/notation/pos.ts';
import { cellAt, isFoul } from '../../../src/rules/index.ts';
import { parseDiagram } from '../records/notation/read-diagram.ts';

const rule = (code: number, winLength = 5) => ruleFromCode(code, winLength)!;

/** The diagram, in which `*` marks the points that the fallback may play. */
function expectMove(code: number, color: Color, diagram: string): void {
  const position = parseDiagram(diagram);
  const move = fallbackMove(position, rule(code), color)!;
  const marked = parseDiagram(diagram.replaceAll('*', '#'));
  expect(cellAt(marked, move.x, move.y), `plays ${posName(move)}`).toBe(3);
  expect(cellAt(position, move.x, move.y)).toBe(EMPTY);
}

const FOUR = `
  . . . . . . .
  . . . . . . .
  * X X X X O .
  . . O O O . .
  . . . . . . .
  . . . . . . .
  . . . . . . .`;

describe('a move without a search', () => {
  test('completes five', () => expectMove(0, 1, FOUR));
  test('stops a five', () => expectMove(0, 2, FOUR));
  test('a win takes precedence over a defense', () =>
    expectMove(
      0,
      1,
      `
      . . . . . . .
      O O O O . . .
      . . . . . . .
      X X X X * . .
      . . . . . . .`,
    ));
  test('six is not a five if exactly five are required', () =>
    expectMove(
      1,
      1,
      `
      . . . . . . . . .
      X X X . X X X . .
      . . . . . . . . .
      . O O . O O . . .
      . . . . . . . . .
      X X X X * O . . .
      . . . . . . . . .`,
    ));
  test('a forbidden point is not played, not even to stop a five', () => {
    const position = parseDiagram(`
      . . . . . . . . .
      . . . . . . . . .
      . . . . X . X . .
      . . . . X X . . .
      O O O O . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .`);
    expect(isFoul(position, rule(4), { x: 4, y: 4 }, 1)).toBe(true);
    const move = fallbackMove(position, rule(4), 1)!;
    expect(isFoul(position, rule(4), move, 1)).toBe(false);
    expect(fallbackMove(position, rule(0), 1)).toMatchObject({ x: 4, y: 4, isFoul: false });
  });
  test('caro: a five between two opposing stones is not a win, another one is', () =>
    expectMove(
      9,
      1,
      `
      . . . . . . . . .
      . O X X X X . O .
      . . . . . . . . .
      * X X X X O . . .
      . . . . . . . . .`,
    ));
  test('caro: a five may be stopped at its far end', () =>
    expectMove(
      9,
      2,
      `
      . . . . . . . . .
      . O X X X X * * .
      . . . . . . . . .`,
    ));
  test('the center of an empty board', () =>
    expectMove(
      0,
      1,
      `
      . . . . .
      . . . . .
      . . * . .
      . . . . .
      . . . . .`,
    ));
  test('the last point, and none on a full board', () => {
    const last = parseDiagram('X O X\nO # X\nO X .');
    expect(fallbackMove(last, rule(0, 3), 2)).toEqual({ x: 2, y: 2, isFoul: false });
    expect(fallbackMove(parseDiagram('X O\nO X'), rule(0), 1)).toBeNull();
  });
  test('a foul only if nothing else is left, which the result reports', () => {
    // Black makes six on the only empty point.
    const position = parseDiagram('X X X . X X X O\nO O X O X O O X');
    expect(fallbackMove(position, rule(4), 1)).toEqual({ x: 3, y: 0, isFoul: true });
    expect(fallbackMove(position, rule(4), 2)).toEqual({ x: 3, y: 0, isFoul: false });
  });

  test('a blocked point promises nothing and does not count as a stone nearby', () =>
    expectMove(
      0,
      1,
      `
      # . . . . . . . .
      . # . . . . . . .
      . . # . . . . . .
      . . . . . . . . .
      . . . . * . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .`,
    ));

  test('always legal, and never a foul while another point is free', () => {
    const position = fc
      .tuple(fc.integer({ min: 3, max: 22 }), fc.integer({ min: 3, max: 22 }))
      .chain(([width, height]) =>
        fc
          .array(fc.constantFrom(0, 0, 1, 2, 3), { minLength: width * height, maxLength: width * height })
          .map((cells) => ({ width, height, cells: Uint8Array.from(cells) })),
      );
    fc.assert(
      fc.property(position, fc.constantFrom(0, 1, 4, 8, 9, 16), fc.constantFrom<Color>(1, 2), (board, code, color) => {
        const move = fallbackMove(board, rule(code), color);
        if (move === null) {
          expect(board.cells).not.toContain(EMPTY);
          return;
        }
        expect(cellAt(board, move.x, move.y)).toBe(EMPTY);
        expect(move.isFoul).toBe(isFoul(board, rule(code), move, color));
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});
