/** The first lessons: the referee and the threats confirm what each of them teaches. */
import { describe, expect, test } from 'vitest';
import { BLACK, type Color, WHITE } from '../../../../src/core/color.ts';
import { nameOf, parseMoves } from '../../../../src/core/point.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { gameOfLesson, judgeLesson, LESSONS, ROW_PICTURES, rightMoves } from '../../../../src/play/problems/lessons.ts';
import { winningPoints } from '../../../../src/play/state/threats.ts';
import { parseDiagram } from '../../../../src/records/notation/diagram.ts';
import { forbiddenPoints, winningRow } from '../../../../src/rules/index.ts';

const RIGHT: Readonly<Record<string, string>> = {
  five: 'e5',
  exact: 'd4',
  caro: 'e8 e3',
  block: 'c3',
  four: 'f5 g5',
  'open-four': 'b5',
  three: 'h8 g7 d4 c3',
  'block-three': 'c5 g5',
  'four-three': 'f5',
  overline: 'e5',
  'double-four': 'e5',
  'double-three': 'e5',
  trap: 'a1',
};

const lessonOf = (id: string) => LESSONS.find((one) => one.id === id)!;
const faultOf = (id: string, move: string) => {
  const [point] = parseMoves(move, 9)!;
  return judgeLesson(lessonOf(id), gameOfLesson(lessonOf(id)), point);
};

describe.each(LESSONS.map((one) => [one.id, one] as const))('lesson %s', (id, one) => {
  const game = gameOfLesson(one);

  test('has exactly its right moves', () => {
    expect(
      rightMoves(one)
        .map((point) => nameOf(point, 9))
        .join(' '),
    ).toBe(RIGHT[id]);
  });

  test('no stone was already a winning one, nor lies on another', () => {
    const stones = parseMoves(one.black + one.white, 9)!;
    expect(new Set(stones.map((point) => nameOf(point, 9))).size).toBe(stones.length);
    for (const { x, y } of stones) expect(winningRow(game.position, game.variant.rule, x, y)).toBeNull();
  });

  test('no other five is near', () => {
    // Only where the task is to win or to block is there a four on the board.
    const sides: Color[] = one.task === 'win' ? [WHITE] : one.task === 'block' ? [BLACK] : [BLACK, WHITE];
    for (const color of sides) expect(winningPoints(game.position, game.variant.rule, color)).toEqual([]);
  });
});

test.each(['overline', 'double-four', 'double-three'])('%s has one forbidden point', (id) => {
  expect(forbiddenPoints(gameOfLesson(lessonOf(id)).position).map((point) => nameOf(point, 9))).toEqual(['e5']);
});

test.each([
  ['five', 'a1', 'no-five'],
  ['exact', 'e5', 'too-long'],
  ['caro', 'g5', 'shut-in'],
  ['block', 'a1', 'still-five'],
  ['four', 'a1', 'no-four'],
  ['open-four', 'f5', 'one-end'],
  ['three', 'a1', 'no-three'],
  ['block-three', 'a1', 'still-three'],
  ['four-three', 'g5', 'only-four'],
  ['overline', 'a1', 'allowed'],
  ['trap', 'e5', 'can-answer'],
  ['trap', 'i9', 'no-four'],
])('%s: %s is wrong, %s', (id, move, fault) => {
  expect(faultOf(id, move)?.fault).toBe(fault);
});

test('a wrong answer shows the points that refute it', () => {
  expect(faultOf('block', 'a1')?.at.map((point) => nameOf(point, 9))).toEqual(['c3']);
});

test.each(ROW_PICTURES)('the referee judges the picture $row of rule $rule', ({ rule, row, isWon }) => {
  const position = parseDiagram(row);
  expect(winningRow(position, ruleFromCode(rule, 5)!, 4, 0) !== null).toBe(isWon);
});
