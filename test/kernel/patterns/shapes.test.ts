import { describe, expect, test } from 'vitest';
import {
  BLOCKED_THREE,
  BLOCKED_TWO,
  buildShapes,
  DEAD,
  FIVE,
  FOUR,
  halfWidth,
  lineShapes,
  OVERLINE,
  STRAIGHT_FOUR,
  sideBits,
  THREE,
  THREE_OPEN,
  TWO,
  TWO_WIDE,
} from '../../../src/kernel/patterns/shapes.ts';

type RuleBits = [exact: number, renju: number, caro: number, length: number];

const FREESTYLE: RuleBits = [0, 0, 0, 5];
const EXACT: RuleBits = [1, 0, 0, 5];
const RENJU: RuleBits = [0, 1, 0, 5];
const CARO: RuleBits = [0, 0, 1, 5];
const CARO_EXACT: RuleBits = [1, 0, 1, 5];

/**
 * Shapes of a point on a drawn line: `?` is the point, X black, O white, # the edge, . empty. Cells beyond the drawing
 * are edge.
 */
function shapesOn(rule: RuleBits, line: string): { black: number; white: number } {
  buildShapes(...rule);
  const center = line.indexOf('?');
  let black = 0;
  let white = 0;
  for (let i = 0; i < 2 * halfWidth; i++) {
    const at = center + (i < halfWidth ? i - halfWidth : i - halfWidth + 1);
    const cell = line[at] ?? '#';
    if (cell === 'X' || cell === '#') black |= 1 << i;
    if (cell === 'O' || cell === '#') white |= 1 << i;
  }
  const pair = lineShapes[(white << sideBits) | black];
  return { black: pair & 15, white: pair >>> 4 };
}

const black = (rule: RuleBits, line: string): number => shapesOn(rule, line).black;

describe('what a black stone on the point makes', () => {
  test.each([
    ['five', FREESTYLE, '.XX?XX.', FIVE],
    ['five at the edge', FREESTYLE, '#?XXXX.', FIVE],
    ['six wins under freestyle', FREESTYLE, '.XX?XXX.', FIVE],
    ['six does not count under exactly five', EXACT, '.XX?XXX.', OVERLINE],
    ['six is an overline for Black under renju', RENJU, '.XX?XXX.', OVERLINE],
    ['a straight four', FREESTYLE, '..X?XX..', STRAIGHT_FOUR],
    ['a four with one end shut', FREESTYLE, '.OX?XX..', FOUR],
    ['a four with a gap', FREESTYLE, '..X?X.X..', FOUR],
    ['two fours in one line win under freestyle', FREESTYLE, '.X.?XX.X.', STRAIGHT_FOUR],
    ['two fours in one line are forbidden under renju', RENJU, '.X.?XX.X.', OVERLINE],
    ['four that would become six', EXACT, '.OX?XX.X.', DEAD],
    ['four both of whose ends become six', EXACT, 'X.X?XX.X', DEAD],
    ['three with room on both sides', FREESTYLE, '...X?X...', THREE_OPEN],
    ['three with one way to a straight four', FREESTYLE, '#..X?X.O#', THREE],
    ['three without room for a straight four', FREESTYLE, '#.X?X.#', BLOCKED_THREE],
    ['three shut at one end', FREESTYLE, '.OX?X...', BLOCKED_THREE],
    ['two with room for three threes', FREESTYLE, '#..X?...#', TWO_WIDE],
    ['two with room for two threes', FREESTYLE, '#..X?..#', TWO],
    ['two shut at one end', FREESTYLE, 'OX?...#', BLOCKED_TWO],
    ['no room for five', FREESTYLE, 'OX?X.O', DEAD],
    ['five shut at both ends is nothing under caro', CARO, '.OXX?XXO.', DEAD],
    ['five with one end shut wins under caro', CARO, '.OXX?XX..', FIVE],
    ['the edge does not shut a five', CARO, '#XX?XXO', FIVE],
    ['six wins under caro even between two stones', CARO, 'OXX?XXXO', FIVE],
    ['six does not count under caro with exactly five', CARO_EXACT, 'OXX?XXXO', OVERLINE],
    ['a four between distant stones can be answered under caro', CARO, 'O.X?XX.O', FOUR],
    ['a straight four under caro', CARO, '..X?XX..', STRAIGHT_FOUR],
  ] as const)('%s', (_name, rule, line, shape) => {
    expect(black([...rule], line)).toBe(shape);
    // A line read backwards is the same line.
    expect(black([...rule], [...line].reverse().join(''))).toBe(shape);
  });

  test('White has no overline under renju', () => {
    expect(shapesOn(RENJU, '.OO?OOO.').white).toBe(FIVE);
    expect(shapesOn(RENJU, '.O.?OO.O.').white).toBe(STRAIGHT_FOUR);
  });

  test('both colors see the same line alike where the rule is the same for both', () => {
    for (const rule of [FREESTYLE, EXACT, CARO, CARO_EXACT]) {
      buildShapes(...rule);
      const mask = (1 << sideBits) - 1;
      let differences = 0;
      for (let key = 0; key < lineShapes.length; key++) {
        const swapped = lineShapes[((key & mask) << sideBits) | (key >>> sideBits)];
        if ((swapped & 15) !== lineShapes[key] >>> 4) differences++;
      }
      expect(differences).toBe(0);
    }
  });

  test('shapes follow from the length of row that wins', () => {
    expect(black([0, 0, 0, 3], '.X?X.')).toBe(FIVE);
    expect(black([0, 0, 0, 3], '.X?..')).toBe(STRAIGHT_FOUR);
    expect(black([0, 0, 0, 6], '..XX?XX..')).toBe(STRAIGHT_FOUR);
    expect(black([0, 0, 0, 6], '..XX?XXX..')).toBe(FIVE);
  });
});
