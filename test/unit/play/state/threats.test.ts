import { describe, expect, test } from 'vitest';
import { BLACK, opponentOf, WHITE } from '../../../../src/core/color.ts';
import type { XY } from '../../../../src/core/point.ts';
import { seededRandom } from '../../../../src/core/random.ts';
import { type Rule, ruleFromCode } from '../../../../src/core/rule.ts';
import { CARO, CARO_EXACT, FREESTYLE, OMOK, RENJU, STANDARD } from '../../../../src/core/rule-code.ts';
import { stoppingPoints, threatLines, threatsOf, winningPoints } from '../../../../src/play/state/threats.ts';
import { copyPosition, isLegal, judgeMove, type Position } from '../../../../src/rules/index.ts';
import { parseDiagram } from '../../records/notation/read-diagram.ts';
import { between, crowdedPosition } from '../../rules/random.ts';

const RULES = [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT, OMOK].map((code) => ruleFromCode(code)!);
const FREE = RULES[0];

function points(position: Position): XY[] {
  return Array.from(position.cells, (_, i) => ({ x: i % position.width, y: Math.floor(i / position.width) })).filter(
    ({ x, y }) => isLegal(position, x, y),
  );
}

function withStone(position: Position, { x, y }: XY, color: number): Position {
  const next = copyPosition(position);
  next.cells[y * next.width + x] = color;
  return next;
}

/** The same by the referee, point by point. */
function wins(position: Position, rule: Rule, color: 1 | 2): XY[] {
  return points(position).filter(({ x, y }) => judgeMove(position, rule, x, y, color).outcome === 'win');
}

describe.each(RULES.map((rule) => [rule.code, rule] as const))(
  'rule %i on crowded boards, by brute force',
  (_, rule) => {
    test('wins, threats and what stops them', () => {
      const random = seededRandom(rule.code + 1);
      let found = 0;
      for (let i = 0; i < 20; i++) {
        const position = crowdedPosition(random, between(random, 6, 9), between(random, 6, 9));
        for (const color of [BLACK, WHITE] as const) {
          const won = wins(position, rule, color);
          expect(winningPoints(position, rule, color)).toEqual(won);
          const isFoul = ({ x, y }: XY) => judgeMove(position, rule, x, y, color).outcome === 'foul';
          const threats = threatsOf(position, rule, color);
          if (won.length > 0) expect(threats).toEqual({ wins: won, doubles: [], singles: [] });
          else {
            const places = points(position).filter((point) => !isFoul(point));
            const count = (point: XY) => wins(withStone(position, point, color), rule, color).length;
            expect(threats.doubles).toEqual(places.filter((point) => count(point) > 1));
            expect(threats.singles).toEqual(places.filter((point) => count(point) === 1));
          }
          const other = opponentOf(color);
          const stops = points(position).filter(
            (point) => !isFoul(point) && wins(withStone(position, point, color), rule, other).length === 0,
          );
          expect(stoppingPoints(position, rule, color)).toEqual(stops);
          found += won.length + threats.doubles.length;
        }
      }
      expect(found).toBeGreaterThan(5);
    });
  },
);

describe('in words', () => {
  test('a win, a four, and nothing', () => {
    const position = parseDiagram(`
      . . . . . . . .
      . X X X X O . .
      . . . . . . . .
      . . O O O . . .
      . . . . . . . .`);
    expect(threatLines(position, FREE, BLACK)).toEqual(['Black threatens to win at A4.']);
    expect(threatLines(position, FREE, WHITE)).toEqual([
      'White threatens to make a four that one move cannot stop, at B2 or F2.',
      'White can make a four that must be answered, at A2 or G2.',
    ]);
    expect(threatLines(parseDiagram('. . .\n. X .\n. . .'), FREE, BLACK)).toEqual(['Black has no threats.']);
  });

  test('a forbidden point is no threat by Black', () => {
    const position = parseDiagram(`
      . . . . . . . . .
      . . . . . . . . .
      . . . . X . . . .
      . . . . X . . . .
      . . X X . . . . .
      . . . . . . . . .
      . . . . . . . . .`);
    const crossing = { x: 4, y: 4 };
    expect(threatsOf(withStone(position, { x: 1, y: 4 }, BLACK), FREE, BLACK).doubles).toContainEqual(crossing);
    const fours = parseDiagram(`
      . . . . . . . . .
      . . . . O . . . .
      . . . . X . . . .
      . . . . X . . . .
      O X X X . . . . .
      . . . . X . . . .
      . . . . . . . . .`);
    expect(threatsOf(fours, FREE, BLACK).doubles).toContainEqual(crossing);
    expect(threatsOf(fours, RULES[2], BLACK).doubles).not.toContainEqual(crossing);
  });
});
