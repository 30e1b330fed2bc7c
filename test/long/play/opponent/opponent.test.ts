import { afterAll, describe, expect, test } from 'vitest';
import { BLACK, type Color, opponentOf } from '../../../../src/core/color.ts';
import type { XY } from '../../../../src/core/point.ts';
import { seededRandom } from '../../../../src/core/random.ts';
import { CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD } from '../../../../src/core/rule-code.ts';
import { createEngine } from '../../../../src/platform/node/engine.ts';
import { ADVICE_LIMITS, analyze } from '../../../../src/play/analysis/analysis.ts';
import { HIGHEST_LEVEL, LOWEST_LEVEL, levelOf } from '../../../../src/play/opponent/levels.ts';
import { chooseMove } from '../../../../src/play/opponent/opponent.ts';
import { type GameState, newGame, sideToMove, withPlies, withPly } from '../../../../src/play/state/game-state.ts';
import { winningPoints } from '../../../../src/play/state/threats.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';
import { isLegal, judgeMove } from '../../../../src/rules/index.ts';
import { greedyPlayer, randomPlayer, type SimplePlayer } from '../../../program/simple-players.ts';
import { between } from '../../../unit/rules/random.ts';

const engine = createEngine({ size: 15 });
engine.setTableBytes(1 << 20);
afterAll(() => engine.close());

const FREE_15 = newGame(variantOf(FREESTYLE, 15, 15, null));
const TIC_TAC_TOE = newGame(variantOf(FREESTYLE, 3, 3, 3));

async function moveOf(game: GameState, level: number, seed = 1): Promise<XY> {
  return (await chooseMove(engine, { game, level: levelOf(level), timeMs: null, seed })).move;
}

function allPoints({ position }: GameState): XY[] {
  return Array.from(position.cells, (_, i) => ({ x: i % position.width, y: Math.floor(i / position.width) })).filter(
    ({ x, y }) => isLegal(position, x, y),
  );
}

/** A game of moves near each other, which makes fours soon; null if someone won before. */
function crowdedGame(start: GameState, random: () => number, plies: number): GameState | null {
  let game = start;
  while (game.plies.length < plies) {
    const near = allPoints(game).filter(({ x, y }) => {
      const isMiddle = Math.abs(x - 7) <= 2 && Math.abs(y - 7) <= 2;
      return isMiddle && judgeMove(game.position, game.variant.rule, x, y, sideToMove(game)).outcome === 'none';
    });
    if (near.length === 0) return null;
    game = withPly(game, near[between(random, 0, near.length - 1)]);
  }
  return game.end === null ? game : null;
}

describe('from level 4 on, no win or loss in one move is missed', () => {
  test.each([FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT])('rule %i', async (rule) => {
    const random = seededRandom(rule + 7);
    const start = newGame(variantOf(rule, 15, 15, null));
    let [won, stopped] = [0, 0];
    for (let i = 0; i < 200; i++) {
      const game = crowdedGame(start, random, between(random, 10, 18));
      if (game === null) continue;
      const { position, variant } = game;
      const color = sideToMove(game);
      const wins = winningPoints(position, variant.rule, color);
      const threats = winningPoints(position, variant.rule, opponentOf(color));
      if (wins.length === 0 && threats.length === 0) continue;
      const next = withPly(game, await moveOf(game, 4 + (i % 4), i));
      if (wins.length > 0) {
        expect(next.end?.reason, JSON.stringify(game.plies)).toBe('five');
        won++;
        continue;
      }
      const isSafe = (after: GameState) =>
        after.end?.reason !== 'foul' && winningPoints(after.position, variant.rule, opponentOf(color)).length === 0;
      const canBeSafe = allPoints(game).some((point) => isSafe(withPly(game, point)));
      expect(isSafe(next), JSON.stringify(game.plies)).toBe(canBeSafe);
      if (canBeSafe) stopped++;
    }
    expect([won > 3, stopped > 3]).toEqual([true, true]);
  });
});

describe('levels', () => {
  test('each searches more than the one below, or overlooks less', () => {
    for (let number = LOWEST_LEVEL; number < HIGHEST_LEVEL; number++) {
      const [lower, higher] = [levelOf(number), levelOf(number + 1)];
      expect(higher.nodes).toBeGreaterThanOrEqual(lower.nodes);
      expect(higher.missProbability).toBeLessThanOrEqual(lower.missProbability);
      if (lower.nodes > 0) expect(higher.equalScoreMargin).toBeLessThanOrEqual(lower.equalScoreMargin);
      if (lower.nodes > 0) expect(higher.maxDepth ?? 99).toBeGreaterThanOrEqual(lower.maxDepth ?? 99);
      expect(higher.nodes > 0).toBe(number + 1 >= 5);
      expect(higher.rating - lower.rating).toBeGreaterThan(100);
      expect(higher.rating - lower.rating).toBeLessThan(400);
    }
  });

  test('the first sometimes overlooks a win, a diagonal one more often than a straight one', async () => {
    const taken = async (dy: number) => {
      const plies = [0, 1, 2, 3].flatMap((i) => [
        { x: 5 + i, y: 7 + dy * i },
        { x: 5 + 3 * (i % 2), y: i },
      ]);
      const game = withPlies(FREE_15, plies);
      let wins = 0;
      for (let seed = 0; seed < 200; seed++) if (withPly(game, await moveOf(game, 1, seed)).end !== null) wins++;
      return wins;
    };
    const [straight, slanting] = [await taken(0), await taken(1)];
    expect(straight).toBeLessThan(200);
    expect(slanting).toBeLessThan(straight);
    expect(slanting).toBeGreaterThan(60);
  });
});

describe('the first moves are plausible', () => {
  const LEVELS = Array.from({ length: HIGHEST_LEVEL }, (_, i) => i + LOWEST_LEVEL);
  const far = (a: XY, b: XY) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

  test.each(LEVELS)('level %i', async (level) => {
    const random = seededRandom(level);
    const count = level > 7 ? 1 : 8;
    for (let seed = 0; seed < count; seed++) {
      let game = withPly(FREE_15, { x: between(random, 3, 11), y: between(random, 3, 11) });
      while (game.plies.length < (level > 8 ? 3 : 6)) {
        const move = await moveOf(game, level, seed);
        const nearest = Math.min(...game.plies.map((ply) => far(ply!, move)));
        expect(nearest, JSON.stringify([...game.plies, move])).toBeLessThanOrEqual(game.plies.length === 1 ? 1 : 2);
        game = withPly(game, move);
      }
    }
  });

  test('a stone in the corner may be left alone', async () => {
    const game = withPly(FREE_15, { x: 0, y: 0 });
    for (const level of [5, 7]) {
      for (let seed = 0; seed < 5; seed++) {
        const move = await moveOf(game, level, seed);
        expect(Math.min(far(move, { x: 7, y: 7 }), far(move, { x: 0, y: 0 }))).toBeLessThanOrEqual(1);
      }
    }
  });

  test.each(LEVELS)('renju begins on the center point: level %i', async (level) => {
    for (const [width, height] of [
      [15, 15],
      [19, 15],
      [9, 9],
    ]) {
      const start = newGame(variantOf(RENJU, width, height, null));
      const middle = { x: (width - 1) / 2, y: (height - 1) / 2 };
      for (let seed = 0; seed < 10; seed++) expect(await moveOf(start, level, seed)).toEqual(middle);
    }
  });
});

describe('random choices', () => {
  /** A game of the engine against itself. */
  async function ownGame(level: number, seed: number, plies: number): Promise<readonly unknown[]> {
    let game = FREE_15;
    while (game.end === null && game.plies.length < plies) {
      game = withPly(game, await moveOf(game, level, seed));
    }
    return game.plies;
  }

  test('the same seed plays the same game, whatever is asked in between; another seed plays another one', async () => {
    const games = new Map<number, string>();
    for (const seed of [1, 2, 3, 4]) games.set(seed, JSON.stringify(await ownGame(6, seed, 14)));
    expect(new Set(games.values()).size).toBeGreaterThan(2);
    const other = withPlies(FREE_15, [
      { x: 3, y: 3 },
      { x: 9, y: 9 },
    ]);
    await analyze(engine, other, ADVICE_LIMITS);
    expect(JSON.stringify(await ownGame(6, 2, 14))).toBe(games.get(2));
  });

  test('the first stone is near the center; on it on small boards and at the highest level', async () => {
    const firsts = new Set<string>();
    for (let seed = 0; seed < 30; seed++) {
      const { x, y } = await moveOf(FREE_15, 8, seed);
      expect(Math.max(Math.abs(x - 7), Math.abs(y - 7))).toBeLessThanOrEqual(1);
      firsts.add(`${x},${y}`);
    }
    expect(firsts.size).toBeGreaterThan(4);
    for (let seed = 0; seed < 10; seed++) expect(await moveOf(FREE_15, HIGHEST_LEVEL, seed)).toEqual({ x: 7, y: 7 });
    expect(await moveOf(TIC_TAC_TOE, 8, 3)).toEqual({ x: 1, y: 1 });
    expect([1, 2]).toContain((await moveOf(newGame(variantOf(FREESTYLE, 4, 4, 4)), 8, 3)).x);
  });
});

describe('tic-tac-toe, every line of the opponent played out', () => {
  /** Answers by position: the seed must not decide whether it loses, so one seed per level is enough. */
  async function losses(level: number, color: Color): Promise<{ games: number; lost: number }> {
    const answers = new Map<string, XY>();
    const tally = { games: 0, lost: 0 };
    const explore = async (game: GameState): Promise<void> => {
      if (game.end !== null) {
        tally.games++;
        if (game.end.result === (color === BLACK ? 'white' : 'black')) tally.lost++;
        return;
      }
      if (sideToMove(game) !== color) {
        for (const point of allPoints(game)) await explore(withPly(game, point));
        return;
      }
      const key = game.position.cells.join('');
      const move = answers.get(key) ?? (await moveOf(game, level));
      answers.set(key, move);
      await explore(withPly(game, move));
    };
    await explore(TIC_TAC_TOE);
    return tally;
  }

  test.each([7, 8, 9, 10])('level %i loses no game as either side', async (level) => {
    for (const color of [1, 2] as const) {
      const { games, lost } = await losses(level, color);
      expect(games).toBeGreaterThan(40);
      expect(lost).toBe(0);
    }
  });
});

describe('other lengths of a row on 15 by 15', () => {
  /** @returns games won by level 7 of twenty, ten with each color */
  async function winsOf20(winLength: number, player: SimplePlayer): Promise<number> {
    const start = newGame(variantOf(FREESTYLE, 15, 15, winLength));
    let wins = 0;
    for (let number = 0; number < 20; number++) {
      const random = seededRandom(100 * winLength + number);
      const color: Color = number % 2 === 0 ? 1 : 2;
      let game = start;
      while (game.end === null) {
        game = withPly(game, sideToMove(game) === color ? await moveOf(game, 7, number) : player(game, random));
      }
      if (game.end.result === (color === BLACK ? 'black' : 'white')) wins++;
    }
    return wins;
  }

  test.each([4, 6])('%i in a row: 20 to 0 against a random player', async (winLength) => {
    expect(await winsOf20(winLength, randomPlayer)).toBe(20);
  });

  test.each([4, 6])('%i in a row: 20 to 0 against a greedy player', async (winLength) => {
    expect(await winsOf20(winLength, greedyPlayer)).toBe(20);
  });
});
