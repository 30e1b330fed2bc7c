import { describe, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import {
  aheadColumn,
  BLOCKED_ONE,
  BLOCKED_THREE,
  BLOCKED_TWO,
  behindRow,
  buildShapes,
  DEAD,
  FIVE,
  FOUR,
  halfWidth,
  lineShapes,
  ONE,
  OVERLINE,
  STRAIGHT_FOUR,
  THREE,
  THREE_OPEN,
  TWO,
  TWO_OPEN,
  TWO_WIDE,
} from '../../../../src/kernel/patterns/shapes.ts';

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
  return shapesAround(line, line.indexOf('?'));
}

function shapesAround(line: string, center: number): { black: number; white: number } {
  const side = (first: number) => {
    let bits = 0;
    for (let i = 0; i < halfWidth; i++) {
      const cell = line[first + i] ?? '#';
      if (cell === 'X' || cell === '#') bits |= 1 << i;
      if (cell === 'O' || cell === '#') bits |= 1 << (halfWidth + i);
    }
    return bits;
  };
  const pair = lineShapes[behindRow[side(center - halfWidth)] + aheadColumn[side(center + 1)]];
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
      const sideMask = (1 << halfWidth) - 1;
      const swapped = (bits: number) => ((bits & sideMask) << halfWidth) | (bits >>> halfWidth);
      const keys = 1 << (2 * halfWidth);
      let differences = 0;
      for (let behind = 0; behind < keys; behind++) {
        for (let ahead = 0; ahead < keys; ahead++) {
          const pair = lineShapes[behindRow[behind] + aheadColumn[ahead]];
          const other = lineShapes[behindRow[swapped(behind)] + aheadColumn[swapped(ahead)]];
          if ((other & 15) !== pair >>> 4) differences++;
        }
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

  test.each([
    ['freestyle', FREESTYLE],
    ['exactly five', EXACT],
    ['renju', RENJU],
    ['caro', CARO],
    ['caro with exactly five', CARO_EXACT],
  ] as const)('%s: random lines have the shapes of the definition', (_name, rule) => {
    buildShapes(...([...rule] as RuleBits));
    const below = integersBelow(seededRandom(4321));
    for (let i = 0; i < 4000; i++) {
      const cells = Array.from({ length: 2 * halfWidth + 1 }, () => '....XXXOO#'[below(10)]);
      cells[halfWidth] = '?';
      const line = cells.join('');
      const found = shapesAround(line, halfWidth);
      if (found.black !== shapeByDefinition(rule, line, 'X')) expect.unreachable(`Black on ${line}: ${found.black}`);
      if (found.white !== shapeByDefinition(rule, line, 'O')) expect.unreachable(`White on ${line}: ${found.white}`);
    }
  });
});

/** The shape by trying every continuation, on text, as slow as it is obvious. @param line `?` is the point */
function shapeByDefinition(rule: RuleBits, line: string, color: 'X' | 'O'): number {
  const [exact, renju, caro, length] = rule;
  const forbids = renju !== 0 && color === 'X';
  const opponent = color === 'X' ? 'O' : 'X';
  // Beyond the window there is an edge; except under caro, an edge ends a row as a stone of the opponent does.
  const rowThrough = (cells: string, at: number): 'none' | 'five' | 'long' => {
    let first = at;
    let last = at;
    while (cells[first - 1] === color) first--;
    while (cells[last + 1] === color) last++;
    const stones = last - first + 1;
    if (stones < length) return 'none';
    if (stones > length) return exact !== 0 || forbids ? 'long' : 'five';
    return caro !== 0 && cells[first - 1] === opponent && cells[last + 1] === opponent ? 'none' : 'five';
  };
  const put = (cells: string, at: number, stone: string) => cells.slice(0, at) + stone + cells.slice(at + 1);
  const emptyCells = (cells: string) => Array.from(cells, (_, at) => at).filter((at) => cells[at] === '.');
  const shape = (cells: string, at: number): number => {
    const row = rowThrough(cells, at);
    if (row !== 'none') return row === 'five' ? FIVE : OVERLINE;
    let first = at;
    let last = at;
    while (cells[first - 1] === color || cells[first - 1] === '.') first--;
    while (cells[last + 1] === color || cells[last + 1] === '.') last++;
    if (last - first + 1 < length) return DEAD;
    // The window moves with the point: what it does not show is an edge.
    const next = emptyCells(cells)
      .filter((cell) => cell >= first && cell <= last)
      .map((cell) => ({ cell, shape: shape(window(put(cells, cell, color), cell), halfWidth) }));
    const count = (...shapes: number[]) => next.filter((one) => shapes.includes(one.shape)).length;
    const fives = next.filter((one) => one.shape === FIVE).map((one) => one.cell);
    if (fives.length >= 2) {
      if (forbids && fives[fives.length - 1] - fives[0] < length) return OVERLINE;
      const isAnswered = emptyCells(cells).some((reply) => {
        const after = put(cells, reply, opponent);
        return emptyCells(after).every((cell) => rowThrough(put(after, cell, color), cell) !== 'five');
      });
      return caro !== 0 && isAnswered ? FOUR : STRAIGHT_FOUR;
    }
    if (fives.length === 1) return FOUR;
    if (count(STRAIGHT_FOUR) > 0) return count(STRAIGHT_FOUR) > 1 ? THREE_OPEN : THREE;
    if (count(FOUR) > 0) return BLOCKED_THREE;
    const threes = count(THREE, THREE_OPEN);
    if (threes > 0) return threes >= 4 ? TWO_OPEN : threes === 3 ? TWO_WIDE : TWO;
    if (count(BLOCKED_THREE) > 0) return BLOCKED_TWO;
    if (count(TWO, TWO_WIDE, TWO_OPEN) > 0) return ONE;
    return count(BLOCKED_TWO) > 0 ? BLOCKED_ONE : DEAD;
  };
  const window = (cells: string, center: number) =>
    Array.from({ length: 2 * halfWidth + 1 }, (_, i) => cells[center - halfWidth + i] ?? '#').join('');
  return shape(line.replace('?', color), halfWidth);
}
