import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, BLOCKED, type Color, opponentOf, WHITE } from '../../../src/core/color.ts';
import type { XY } from '../../../src/core/point.ts';
import { DIRECTIONS } from '../../../src/core/point.ts';
import { seededRandom } from '../../../src/core/random.ts';
import { type Rule, ruleFromCode } from '../../../src/core/rule.ts';
import { RENJU } from '../../../src/core/rule-code.ts';
import {
  copyPosition,
  emptyPosition,
  endsOf,
  explainForbidden,
  forbiddenAt,
  forbiddenPoints,
  isLegal,
  judgeMove,
  type Position,
  rowThrough,
  winningRow,
} from '../../../src/rules/index.ts';
import { crowdedPosition } from '../../unit/rules/random.ts';

const RENJU_RULE = ruleFromCode(RENJU)!;
const RULES: readonly Rule[] = [
  ...[0, 1, 4, 8, 9, 16].map((code) => ruleFromCode(code)!),
  ...[3, 4, 6].map((length) => ruleFromCode(0, length)!),
];

/** Boards crowded with stones, most of them Black's. Shrinks toward other boards, not toward fewer stones. */
const position = fc
  .record({ seed: fc.integer(), width: fc.integer({ min: 3, max: 19 }), height: fc.integer({ min: 3, max: 19 }) })
  .map(({ seed, width, height }) => crowdedPosition(seededRandom(seed), width, height, { black: 0.7, blocked: 0.05 }));
const rule = fc.constantFrom(...RULES);
const color = fc.constantFrom<Color>(BLACK, WHITE);
const options = { seed: 20261121, numRuns: 80 };

function emptyPoints(board: Position): XY[] {
  const points: XY[] = [];
  for (let x = 0; x < board.width; x++) {
    for (let y = 0; y < board.height; y++) if (isLegal(board, x, y)) points.push({ x, y });
  }
  return points;
}

/** A symmetry of the square, for points and for a board. */
interface Symmetry {
  point(board: Position, point: XY): XY;
  swapsSides: boolean;
}

/** All eight: left and right exchanged or not, top and bottom, rows and columns. The first changes nothing. */
const SYMMETRIES: readonly Symmetry[] = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => ({
  swapsSides: (index & 4) !== 0,
  point: ({ width, height }, { x, y }) => {
    const across = (index & 1) === 0 ? x : width - 1 - x;
    const down = (index & 2) === 0 ? y : height - 1 - y;
    return (index & 4) === 0 ? { x: across, y: down } : { x: down, y: across };
  },
}));

function transformed(board: Position, symmetry: Symmetry): Position {
  const [width, height] = symmetry.swapsSides ? [board.height, board.width] : [board.width, board.height];
  const image = emptyPosition(width, height);
  for (let y = 0; y < board.height; y++) {
    for (let x = 0; x < board.width; x++) {
      const to = symmetry.point(board, { x, y });
      image.cells[to.y * width + to.x] = board.cells[y * board.width + x];
    }
  }
  return image;
}

/** The board inside a larger one, with blocked cells all around. */
function walledIn(board: Position, margin: number): Position {
  const larger = emptyPosition(board.width + 2 * margin, board.height + 2 * margin);
  larger.cells.fill(BLOCKED);
  for (let y = 0; y < board.height; y++) {
    for (let x = 0; x < board.width; x++) {
      larger.cells[(y + margin) * larger.width + x + margin] = board.cells[y * board.width + x];
    }
  }
  return larger;
}

function withColorsExchanged(board: Position): Position {
  const image = copyPosition(board);
  board.cells.forEach((cell, i) => {
    if (cell === BLACK || cell === WHITE) image.cells[i] = opponentOf(cell);
  });
  return image;
}

function withStone(board: Position, { x, y }: XY, stone: Color): Position {
  const next = copyPosition(board);
  next.cells[y * next.width + x] = stone;
  return next;
}

const nameOfXY = ({ x, y }: XY): string => `${x},${y}`;
const sorted = (points: readonly XY[]): string[] => points.map(nameOfXY).sort();

describe('rotating and mirroring the board', () => {
  test.each([1, 2, 3, 4, 5, 6, 7])('changes no outcome (symmetry %i)', (index) => {
    const symmetry = SYMMETRIES[index];
    const run = (board: Position, asked: Rule, mover: Color): void => {
      const image = transformed(board, symmetry);
      for (const point of emptyPoints(board)) {
        const to = symmetry.point(board, point);
        const here = judgeMove(board, asked, point.x, point.y, mover);
        const there = judgeMove(image, asked, to.x, to.y, mover);
        expect(there.outcome).toBe(here.outcome);
        expect(there.forbidden?.kinds).toEqual(here.forbidden?.kinds);
        expect(sorted(there.rows.flat())).toEqual(
          sorted(here.rows.flat().map((stone) => symmetry.point(board, stone))),
        );
      }
    };
    fc.assert(fc.property(position, rule, color, run), { ...options, numRuns: 15 });
  });

  test.each([1, 2, 3, 4, 5, 6, 7])('rotates the map of forbidden points with it (symmetry %i)', (index) => {
    const symmetry = SYMMETRIES[index];
    const run = (board: Position): void => {
      const image = forbiddenPoints(transformed(board, symmetry));
      expect(sorted(image)).toEqual(sorted(forbiddenPoints(board).map((point) => symmetry.point(board, point))));
    };
    fc.assert(fc.property(position, run), { ...options, numRuns: 30 });
  });
});

describe('changes without effect', () => {
  test('exchanging the colors, under every rule except renju', () => {
    const run = (board: Position, asked: Rule, mover: Color): void => {
      fc.pre(!asked.renju);
      const image = withColorsExchanged(board);
      for (const { x, y } of emptyPoints(board)) {
        expect(judgeMove(image, asked, x, y, opponentOf(mover))).toEqual(judgeMove(board, asked, x, y, mover));
      }
    };
    fc.assert(fc.property(position, rule, color, run), options);
  });

  test('blocked cells around the board instead of its edge', () => {
    const run = (board: Position, asked: Rule, mover: Color): void => {
      const walled = walledIn(board, 2);
      for (const { x, y } of emptyPoints(board)) {
        const here = judgeMove(board, asked, x, y, mover);
        const there = judgeMove(walled, asked, x + 2, y + 2, mover);
        expect(there.outcome).toBe(here.outcome);
        expect(there.forbidden?.kinds).toEqual(here.forbidden?.kinds);
      }
    };
    fc.assert(fc.property(position, rule, color, run), options);
  });

  test('white stones instead of blocked cells, for forbidden points', () => {
    const run = (board: Position): void => {
      const white = copyPosition(board);
      board.cells.forEach((cell, i) => {
        if (cell === BLOCKED) white.cells[i] = WHITE;
      });
      expect(forbiddenPoints(white)).toEqual(forbiddenPoints(board));
    };
    fc.assert(fc.property(position, run), options);
  });

  test('the continuous bit', () => {
    const run = (board: Position, asked: Rule, mover: Color): void => {
      const continuous = ruleFromCode(asked.code + 2, asked.winLength)!;
      for (const { x, y } of emptyPoints(board)) {
        expect(judgeMove(board, continuous, x, y, mover)).toEqual(judgeMove(board, asked, x, y, mover));
      }
    };
    fc.assert(fc.property(position, rule, color, run), { ...options, numRuns: 50 });
  });

  test('judging, which leaves the board unchanged', () => {
    const run = (board: Position, asked: Rule, mover: Color): void => {
      const before = copyPosition(board);
      for (const { x, y } of emptyPoints(board)) judgeMove(board, asked, x, y, mover);
      expect(board).toEqual(before);
    };
    fc.assert(fc.property(position, rule, color, run), { ...options, numRuns: 50 });
  });
});

describe('from rule to rule', () => {
  test('a win under a stricter rule is a win under a more lenient one', () => {
    const [freestyle, standard, renju, caro, caroExact] = RULES;
    const pairs = [
      [standard, freestyle],
      [renju, freestyle],
      [caro, freestyle],
      [caroExact, standard],
      [caroExact, caro],
    ] as const;
    const run = (board: Position, mover: Color): void => {
      for (const { x, y } of emptyPoints(board)) {
        const wins = (asked: Rule): boolean => judgeMove(board, asked, x, y, mover).outcome === 'win';
        for (const [strict, lax] of pairs) if (wins(strict)) expect(wins(lax)).toBe(true);
        expect(wins(renju)).toBe(wins(mover === BLACK ? standard : freestyle));
      }
    };
    fc.assert(fc.property(position, color, run), options);
  });
});

describe('rowThrough', () => {
  test('is the same row from each of its stones, and no stone of the color follows', () => {
    const run = (board: Position, mover: Color): void => {
      for (const point of emptyPoints(board)) {
        const next = withStone(board, point, mover);
        for (const [dx, dy] of DIRECTIONS) {
          const row = rowThrough(board, point.x, point.y, mover, dx, dy);
          expect(row).toContainEqual(point);
          for (const stone of row) expect(rowThrough(next, stone.x, stone.y, mover, dx, dy)).toEqual(row);
          for (const end of endsOf(row, dx, dy)) {
            const isInside = end.x >= 0 && end.y >= 0 && end.x < board.width && end.y < board.height;
            if (isInside) expect(next.cells[end.y * next.width + end.x]).not.toBe(mover);
          }
          row.forEach((stone, i) => {
            expect(stone).toEqual({ x: row[0].x + dx * i, y: row[0].y + dy * i });
          });
        }
      }
    };
    fc.assert(fc.property(position, color, run), { ...options, numRuns: 15 });
  });
});

describe('winningRow', () => {
  test('finds on the board the row that the move was judged to win by', () => {
    const run = (board: Position, asked: Rule, mover: Color): void => {
      for (const point of emptyPoints(board)) {
        const { rows } = judgeMove(board, asked, point.x, point.y, mover);
        expect(winningRow(withStone(board, point, mover), asked, point.x, point.y)).toEqual(rows[0] ?? null);
      }
    };
    fc.assert(fc.property(position, rule, color, run), options);
  });
});

describe('the lines of an explanation are correct', () => {
  const wins = (board: Position, { x, y }: XY): boolean => judgeMove(board, RENJU_RULE, x, y, BLACK).outcome === 'win';

  test('on crowded boards', () => {
    const seen = { overline: 0, four: 0, three: 0 };
    const run = (board: Position): void => {
      for (const point of forbiddenPoints(board)) {
        const forbidden = explainForbidden(board, point.x, point.y)!;
        const next = withStone(board, point, BLACK);
        expect(forbidden.kind).toBe(forbidden.kinds[0]);
        expect(forbiddenAt(board, point.x, point.y)).toBe(forbidden.kind);
        const count = (kind: string): number => forbidden.lines.filter((line) => line.kind === kind).length;
        expect(count('overline') > 0).toBe(forbidden.kinds.includes('overline'));
        expect(count('four') > 1).toBe(forbidden.kinds.includes('double-four'));
        expect(count('three') > 1).toBe(forbidden.kinds.includes('double-three'));
        expect(count('four')).not.toBe(1);
        expect(count('three')).not.toBe(1);
        for (const line of forbidden.lines) {
          seen[line.kind]++;
          expect(line.points).toContainEqual(point);
          for (const stone of line.points) expect(next.cells[stone.y * next.width + stone.x]).toBe(BLACK);
          if (line.kind === 'overline') expect(line.points.length).toBeGreaterThan(5);
          if (line.kind === 'four') {
            expect(line.points).toHaveLength(4);
            for (const fifth of line.fiveAt) expect(wins(next, fifth)).toBe(true);
          }
          if (line.kind !== 'three') continue;
          expect(line.points).toHaveLength(3);
          for (const fourth of line.straightFourAt) {
            expect(judgeMove(next, RENJU_RULE, fourth.x, fourth.y, BLACK).outcome).toBe('none');
            const four = withStone(next, fourth, BLACK);
            const fives = emptyPoints(four).filter((fifth) => {
              const row = judgeMove(four, RENJU_RULE, fifth.x, fifth.y, BLACK).rows.find((stones) =>
                line.points.every((stone) => stones.some(({ x, y }) => x === stone.x && y === stone.y)),
              );
              return row !== undefined;
            });
            expect(fives).toHaveLength(2);
          }
        }
      }
    };
    fc.assert(fc.property(position, run), { ...options, numRuns: 500 });
    expect(Math.min(seen.overline, seen.four, seen.three)).toBeGreaterThan(50);
  });
});
