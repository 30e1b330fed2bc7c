/** Problems as text: what is written is read back, and damage is named. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../../src/core/color.ts';
import { RENJU, RULE_CODES } from '../../../../src/core/rule-code.ts';
import {
  formatProblem,
  idOf,
  KINDS,
  listedProblem,
  listedProblems,
  type Problem,
  parseProblem,
} from '../../../../src/play/problems/problem.ts';
import { gameOfSetup, type Setup } from '../../../../src/play/review/setup.ts';
import { sideToMove } from '../../../../src/play/state/game-state.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';
import { imageKey } from '../../../../tools/problems/pack.ts';

const FOUL = '4 15 foul 1560 w bffrbdaw..c.k d7d5d10d9b6f6a6a1c6';

const side = fc.integer({ min: 6, max: 22 });
const problems = fc.record({ width: side, height: side, code: fc.constantFrom(...RULE_CODES) }).chain((board) =>
  fc
    .record({
      stones: fc.array(fc.integer({ min: 0, max: 2 }), {
        minLength: board.width * board.height,
        maxLength: board.width * board.height,
      }),
      toPlay: fc.constantFrom(BLACK, WHITE),
      kind: fc.constantFrom(...KINDS),
      rating: fc.integer({ min: 100, max: 9999 }),
    })
    .map(({ stones, toPlay, kind, rating }): Problem => {
      const cells = Uint8Array.from(stones);
      cells[0] = 0;
      cells[1] = BLACK;
      const variant = variantOf(board.code, board.width, board.height, null);
      return { variant, cells, toPlay, kind, rating, line: [{ x: 0, y: 0 }] };
    }),
);

test('a problem is read as it was written', () => {
  fc.assert(
    fc.property(problems, (problem) => {
      expect(parseProblem(formatProblem(problem))).toEqual(problem);
    }),
  );
});

test('a line has the position, the side to move and the solution', () => {
  const problem = parseProblem(FOUL);
  expect(problem).toMatchObject({ kind: 'foul', rating: 1560, toPlay: WHITE });
  expect(problem.variant.rule.code).toBe(RENJU);
  expect(problem.line[0]).toEqual({ x: 3, y: 6 });
  const game = gameOfSetup(problem);
  expect(sideToMove(game)).toBe(WHITE);
  expect(game.position.cells).toEqual(problem.cells);
  expect(listedProblems(`${FOUL}\n${FOUL}\n`)).toHaveLength(2);
});

test.each([
  ['4 15 foul 1560 w', 'expected 7 fields, found 5'],
  [FOUL.replace('4 15', '3 15'), 'invalid rule, size or stones'],
  [FOUL.replace('bff', 'bf{'), 'invalid rule, size or stones'],
  [FOUL.replace('..c', '.!c'), 'invalid rule, size or stones'],
  [FOUL.replace('foul', 'five'), 'invalid kind, rating or side'],
  [FOUL.replace('1560', 'hard'), 'invalid kind, rating or side'],
  [FOUL.replace('d7', 'd77'), 'invalid solution'],
  [FOUL.replace(' d7', ' d6'), 'invalid solution'],
])('%s: %s', (line, message) => {
  expect(() => parseProblem(line)).toThrow(message);
});

test('a list knows id, rule, kind and rating without reading the board', () => {
  const problem = parseProblem(FOUL);
  expect(listedProblem(FOUL)).toEqual({ id: idOf(problem), code: RENJU, kind: 'foul', rating: 1560, text: FOUL });
});

describe('mirror images', () => {
  const rotated = ({ variant, cells, toPlay }: Setup): Setup => {
    const { width } = variant;
    const turned = cells.map((_, i) => cells[(width - 1 - (i % width)) * width + Math.floor(i / width)]);
    return { variant, cells: turned, toPlay };
  };
  const mirrored = ({ variant, cells, toPlay }: Setup): Setup => {
    const { width } = variant;
    return { variant, cells: cells.map((_, i) => cells[i - 2 * (i % width) + width - 1]), toPlay };
  };

  test('all eight have the same key, and different ids', () => {
    const images: Setup[] = [parseProblem(FOUL)];
    for (let i = 0; i < 3; i++) images.push(rotated(images[i]));
    images.push(...images.map(mirrored));
    expect(new Set(images.map(imageKey)).size).toBe(1);
    expect(new Set(images.map(idOf)).size).toBe(8);
  });

  test('another side to move or another rule is another problem', () => {
    const problem = parseProblem(FOUL);
    const others: Setup[] = [problem, { ...problem, toPlay: BLACK }, parseProblem(FOUL.replace('4 15', '1 15'))];
    expect(new Set(others.map(imageKey)).size).toBe(3);
  });
});
