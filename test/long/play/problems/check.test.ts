/** Positions checked by the search: which are problems, and what the others lack. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opponentOf } from '../../../../src/core/color.ts';
import { samePoint } from '../../../../src/core/point.ts';
import { FREESTYLE, RENJU } from '../../../../src/core/rule-code.ts';
import type { Engine } from '../../../../src/engine/api.ts';
import { createEngine } from '../../../../src/platform/node/engine.ts';
import { checkProblem, searchProblem, stubbornReply, wins } from '../../../../src/play/problems/check.ts';
import { parseProblem } from '../../../../src/play/problems/problem.ts';
import { gameOfSetup } from '../../../../src/play/review/setup.ts';
import { type GameState, newGame, sideToMove, withPlies, withPly } from '../../../../src/play/state/game-state.ts';
import { readRecord } from '../../../../src/play/state/notation.ts';
import { winningPoints } from '../../../../src/play/state/threats.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';
import { emptyPoints, isFoul } from '../../../../src/rules/index.ts';

const NODES = 3000;
/** A defense is a problem only if every other move is proven to lose, which takes more. */
const DEFENSE_NODES = 8000;
let engine: Engine;
beforeAll(() => {
  engine = createEngine();
  engine.setTableBytes(2 << 20);
});
afterAll(() => engine.close());

const gameOf = (moves: string, code = FREESTYLE): GameState => {
  const start = newGame(variantOf(code, 15, 15, null));
  return withPlies(start, readRecord(moves, start.position) ?? []);
};

/** Found in self-play. */
const THREES = parseProblem('0 15 threes 1040 b hafr..i.c.b.atgucisrbc. i8i9h8g8l8');
const FOUL = parseProblem('4 15 foul 1300 w gad.afriqgj i3k1f6a1h4');
const DEFENSE = parseProblem('0 15 defense 1090 b dbdi.lsazf c6');

describe('a problem', () => {
  test.each([
    ['a win by threes and fours', THREES],
    ['a win by a forbidden answer', FOUL],
    ['an only defense', DEFENSE],
  ])('%s is found with its kind and its first move', async (_, problem) => {
    const nodes = problem.kind === 'defense' ? DEFENSE_NODES : NODES;
    const checked = await checkProblem(engine, gameOfSetup(problem), { nodes });
    if (checked === null || !('problem' in checked)) throw new Error('no problem');
    expect(checked.problem.kind).toBe(problem.kind);
    expect(checked.problem.line[0]).toEqual(problem.line[0]);
  });

  test('its solution is legal, and ends with a five', async () => {
    const checked = await checkProblem(engine, gameOfSetup(THREES), { nodes: NODES });
    if (checked === null || !('problem' in checked)) throw new Error('no problem');
    const end = withPlies(gameOfSetup(THREES), checked.problem.line).end;
    expect(end).toMatchObject({ reason: 'five', result: 'black' });
  });

  test('every other first move was tried: none is proven to win', async () => {
    const game = gameOfSetup(THREES);
    const others = emptyPoints(game.position).filter((point) => !samePoint(point, THREES.line[0]));
    const winning: unknown[] = [];
    for (const point of others) if (await wins(engine, game, point, NODES)) winning.push(point);
    expect(winning).toEqual([]);
    expect(await wins(engine, game, THREES.line[0], NODES)).toBe(true);
  });

  test('a win by a forbidden answer ends with Black unable to stop the five', async () => {
    let game = gameOfSetup(FOUL);
    for (const point of FOUL.line.slice(0, -2)) game = withPly(game, point);
    const { position, variant } = game;
    expect(sideToMove(game)).toBe(opponentOf(FOUL.toPlay));
    const fives = winningPoints(position, variant.rule, FOUL.toPlay);
    expect(fives).toHaveLength(1);
    expect(isFoul(position, variant.rule, fives[0], sideToMove(game))).toBe(true);
  });
});

test('a four that leaves one answer is followed: it wins if the position after the answer does', async () => {
  // L8 makes a four and an open three.
  const game = gameOf('i8h8j8a1k8a15l6o1l7o15');
  const four = { x: 11, y: 7 };
  expect(await wins(engine, game, four, NODES)).toBe(true);
  const after = withPly(game, four);
  const { winIn, pv } = await searchProblem(engine, after, NODES);
  expect(winIn).toBeLessThan(0);
  expect(pv[0]).toEqual({ x: 12, y: 7 });
});

describe('no problem', () => {
  test.each([
    ['a game that is over', 'h8a1i8a2j8a3k8a4l8', 'over'],
    ['a five to make', 'h8a1i8a2j8a3k8a4', 'five'],
    ['a five to stop', 'h8a1i8a2j8a3k8', 'five'],
    ['nothing to win and nothing to stop', 'h8i9', 'quiet'],
    ['a three that many moves turn into a win', 'h8a1i8a3j8a5', 'several'],
  ])('%s', async (_, moves, refusal) => {
    expect(await checkProblem(engine, gameOf(moves), { nodes: NODES })).toMatchObject({ refusal });
  });

  test('another solution is named', async () => {
    const game = gameOf('h8a1i8a3j8a5');
    const checked = await checkProblem(engine, game, { nodes: NODES });
    if (checked === null || !('refusal' in checked) || checked.other === undefined) throw new Error('no other move');
    expect(await wins(engine, game, checked.other, NODES)).toBe(true);
  });

  test('a check that is given up has no result', async () => {
    const onProgress = () => false;
    expect(await checkProblem(engine, gameOfSetup(THREES), { nodes: NODES, onProgress })).toBeNull();
  });
});

describe('the stubborn reply', () => {
  test('makes a five before it stops one', async () => {
    const game = gameOf('h8a1i8a2j8a3k8a4a15');
    expect(winningPoints(game.position, game.variant.rule, sideToMove(game))).toContainEqual(
      await stubbornReply(engine, game, NODES),
    );
  });

  test('stops a four at its open end', async () => {
    expect(await stubbornReply(engine, gameOf('h8g8i8a2j8a3k8'), NODES)).toEqual({ x: 11, y: 7 });
  });

  test('under renju never plays a forbidden point', async () => {
    let game = gameOfSetup(FOUL);
    for (const point of FOUL.line.slice(0, -2)) game = withPly(game, point);
    const reply = await stubbornReply(engine, game, NODES);
    expect(reply).not.toBeNull();
    expect(reply !== null && isFoul(game.position, game.variant.rule, reply, sideToMove(game))).toBe(false);
  });
});

test('renju: a rule with forbidden points is checked by its own referee', async () => {
  expect(await checkProblem(engine, gameOf('h8h9', RENJU), { nodes: NODES })).toMatchObject({ refusal: 'quiet' });
});
