import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.ts';
import { DIRECTIONS } from '../../../src/core/point.ts';
import { ruleFromCode } from '../../../src/core/rule.ts';
import { RENJU } from '../../../src/core/rule-code.ts';
import { parsePosMoves, posName } from '../../../src/records/notation/pos.ts';
import {
  emptyPosition,
  explainForbidden,
  forbiddenAt,
  forbiddenPoints,
  judgeMove,
  positionOf,
  rowThrough,
} from '../../../src/rules/index.ts';
import { type Answers, boardOf, checkFacts, loadFacts, pointOf } from '../../../tools/rules/facts.ts';

const facts = loadFacts(fileURLToPath(new URL('../../data/', import.meta.url)));

const referee: Answers = {
  isForbidden: (position, x, y) => forbiddenAt(position, x, y) !== null,
  outcomeOf: (position, code, x, y, color) => judgeMove(position, ruleFromCode(code)!, x, y, color).outcome,
};

describe('the answers of independent referees', () => {
  test.each(checkFacts(facts, referee))('$file: $asked answers', ({ asked, positive, differences }) => {
    expect(differences).toEqual([]);
    expect(asked).toBeGreaterThan(positive);
    expect(positive).toBeGreaterThan(0);
  });

  test('renju-forbidden.json: the map of forbidden points and the first reason of each', () => {
    for (const { size, stones, forbidden, why } of facts.forbidden) {
      const position = boardOf(size, stones);
      const points = forbiddenPoints(position);
      expect(points.map(posName)).toEqual(forbidden);
      for (const { x, y } of points) {
        expect(forbiddenAt(position, x, y)).toBe(why[posName({ x, y })]);
        expect(explainForbidden(position, x, y)?.kind).toBe(why[posName({ x, y })]);
      }
    }
  });

  test('renju-forbidden.json: no move before a position from a game wins or is a foul', () => {
    const rule = ruleFromCode(RENJU)!;
    const games = facts.forbidden.flatMap(({ size, stones }) => (typeof stones === 'string' ? [{ size, stones }] : []));
    expect(games.length).toBeGreaterThan(300);
    for (const { size, stones } of games) {
      const position = emptyPosition(size, size);
      parsePosMoves(stones)!.forEach(({ x, y }, ply) => {
        const color = ply % 2 === 0 ? BLACK : WHITE;
        expect(judgeMove(position, rule, x, y, color).outcome).toBe('none');
        position.cells[y * size + x] = color;
      });
    }
  });

  test('wins.json: the length of the row in each direction', () => {
    for (const { size, black, white, move, color, rows } of facts.wins) {
      const position = positionOf(size, black.map(pointOf), white.map(pointOf));
      const { x, y } = pointOf(move);
      const stone = color === 'black' ? BLACK : WHITE;
      expect(DIRECTIONS.map(([dx, dy]) => rowThrough(position, x, y, stone, dx, dy).length)).toEqual(rows);
    }
  });
});
