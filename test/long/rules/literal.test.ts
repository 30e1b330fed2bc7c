import { describe, expect, test } from 'vitest';
import { BLACK, opponentOf, WHITE } from '../../../src/core/color.ts';
import { seededRandom } from '../../../src/core/random.ts';
import { type Rule, ruleFromCode } from '../../../src/core/rule.ts';
import { OMOK } from '../../../src/core/rule-code.ts';
import { drawDiagram } from '../../../src/records/notation/diagram.ts';
import { posName } from '../../../src/records/notation/pos.ts';
import { emptyPoints, emptyPosition, forbiddenAt, isLegal, judgeMove } from '../../../src/rules/index.ts';
import { casesOf } from '../../cases.ts';
import { between, crowdedPosition } from '../../unit/rules/random.ts';
import { hasWon, literalDoubleThree, literalForbidden } from './literal.ts';

/**
 * Plays random games up to a win or a full board, filling the board roughly from the left, and checks after each move
 * that the referee and the search of all lines agree.
 * @returns how many games were won
 */
function playGames(rule: Rule, games: number, seed: number): number {
  const random = seededRandom(seed);
  let wins = 0;
  for (let game = 0; game < games; game++) {
    const width = between(random, 3, 12);
    const height = between(random, 3, 12);
    const position = emptyPosition(width, height);
    let color = random() < 0.5 ? BLACK : opponentOf(BLACK);
    const order = Array.from({ length: width * height }, (_, at) => ({ at, key: random() + (at % width) / width }));
    order.sort((a, b) => a.key - b.key);
    let isOver = false;
    for (const { at } of order) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const { outcome } = judgeMove(position, rule, x, y, color);
      if (outcome === 'foul') continue;
      position.cells[at] = color;
      isOver = hasWon(position, rule, color);
      expect(outcome, `${posName({ x, y })} on\n${drawDiagram(position)}`).toBe(isOver ? 'win' : 'none');
      if (isOver) break;
      if (random() < 0.6) color = opponentOf(color);
    }
    if (isOver) wins++;
  }
  return wins;
}

describe('random games: a move wins if a search of all lines finds a winning row', () => {
  test.each([
    [0, 3],
    [0, 4],
    [0, 5],
    [0, 6],
    [1, 5],
    [4, 5],
    [8, 5],
    [9, 5],
    [16, 5],
  ])('rule %i, %i in a row', (code, winLength) => {
    expect(playGames(ruleFromCode(code, winLength)!, 120, 1000 * winLength + code)).toBeGreaterThan(20);
  });
});

describe('crowded boards: the fouls, row by row and in windows of five and six points', () => {
  test.each([
    ['15 by 15', 15, 15],
    ['7 by 19', 7, 19],
    ['20 by 20', 20, 20],
  ])('%s', (_name, width, height) => {
    const random = seededRandom(width * height);
    const seen = new Map<string | null, number>();
    for (let i = 0; i < 80; i++) {
      const position = crowdedPosition(random, width, height, { black: 0.75, blocked: 0.03 });
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          if (!isLegal(position, x, y)) continue;
          const kind = forbiddenAt(position, x, y);
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
          expect(literalForbidden(position, { x, y }), `${posName({ x, y })} on\n${drawDiagram(position)}`).toBe(kind);
        }
      }
    }
    for (const kind of ['overline', 'double-four', 'double-three']) expect(seen.get(kind) ?? 0).toBeGreaterThan(10);
  });
});

describe('omok: the double-threes of both sides, row by row and in windows of five and six points', () => {
  const omok = ruleFromCode(OMOK)!;
  test.each([
    ['15 by 15', 15, 15],
    ['7 by 19', 7, 19],
  ])('%s', (_name, width, height) => {
    const random = seededRandom(width * height + OMOK);
    const seen = { [BLACK]: 0, [WHITE]: 0 };
    for (let i = 0; i < casesOf(60, 1500); i++) {
      const black = i % 2 === 0 ? 0.75 : 0.25;
      const position = crowdedPosition(random, width, height, { black, blocked: 0.02 });
      for (const { x, y } of emptyPoints(position)) {
        for (const color of [BLACK, WHITE] as const) {
          const isForbidden = forbiddenAt(position, x, y, omok, color) !== null;
          if (isForbidden) seen[color]++;
          expect(
            literalDoubleThree(position, { x, y }, color),
            `${posName({ x, y })} on\n${drawDiagram(position)}`,
          ).toBe(isForbidden);
        }
      }
    }
    for (const color of [BLACK, WHITE] as const) expect(seen[color]).toBeGreaterThan(10);
  });
});
