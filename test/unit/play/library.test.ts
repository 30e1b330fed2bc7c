/** Levels and reviews as programs use them. */
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine, EngineError, LEVELS, nameOf, reviewGame, thinkAtLevel, UserError } from '../../../src/index.ts';
import { formatTree, readGames, readSgf } from '../../../src/records/notation/index.ts';

const engine = createEngine();
afterAll(() => engine.close());

const place = (moves: string): void => {
  engine.newGame();
  for (const name of moves.split(' ')) engine.play(name);
};

describe('a level', () => {
  test('gives the same move for the same seed, and leaves the game as it was', async () => {
    expect(LEVELS.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const level of [1, 5, 7]) {
      place('h8 i9 j10');
      const before = engine.position;
      const { move } = await thinkAtLevel(engine, level, { seed: 7 });
      expect([engine.history(), engine.sideToMove]).toEqual([['h8', 'i9', 'j10'], 2]);
      expect(engine.position.cells).toEqual(before.cells);
      expect((await thinkAtLevel(engine, level, { seed: 7 })).move).toEqual(move);
    }
  });

  test('from 4 on stops a four and completes its own, also after a side has moved twice', async () => {
    place('h8 a1 i8 a2 j8 a3 k8 g8');
    expect(nameOf((await thinkAtLevel(engine, 4)).move, 15)).toBe('l8');
    engine.play('o15');
    expect(nameOf((await thinkAtLevel(engine, 4)).move, 15)).toBe('l8');
    engine.newGame();
    for (const name of ['d4', 'e4', 'f4', 'g4']) engine.play(name, 2);
    expect(['c4', 'h4']).toContain(nameOf((await thinkAtLevel(engine, 6)).move, 15));
  });

  test('that does not exist is named', async () => {
    await expect(thinkAtLevel(engine, 11)).rejects.toThrow('level 11: expected 1 to 10');
    await expect(thinkAtLevel(engine, 2.5)).rejects.toThrow(RangeError);
  });

  test('does not play with blocked points', async () => {
    engine.setPosition({ stones: [{ x: 0, y: 0, color: 3 }] });
    await expect(thinkAtLevel(engine, 5)).rejects.toThrow(UserError);
  });
});

describe('a review', () => {
  // White lets an open three become an open four.
  const text = '(;GM[4]SZ[15]RU[Freestyle]PB[Ann];B[hh];W[aa];B[ih];W[oa];B[jh]C[three];W[ao];B[kh];W[oo];B[lh])';

  test('names the mistakes of a game, and writes them into its tree', async () => {
    const done: number[] = [];
    const onProgress = (count: number) => done.push(count);
    const review = await reviewGame(engine, readSgf(text)[0], { limits: { maxNodes: 3000 }, onProgress });
    expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(review.chances.at(-1)).toBe(1);
    expect(review.white.blunders + review.white.mistakes).toBeGreaterThan(0);
    expect(review.black.missedWins).toBe(0);
    const sgf = formatTree(review.tree);
    expect(sgf).toContain('Black (Ann): ');
    expect(sgf).toContain('three');
    const [again] = readSgf(sgf);
    expect(again.facts).toMatchObject({ black: 'Ann', rule: 0 });
    const [game] = readGames(text);
    const other = await reviewGame(engine, game, { limits: { maxNodes: 3000 } });
    expect(other.moves.map(({ point }) => point)).toEqual(game.moves);
  });

  test('rejects moves that cannot be played, and can be cancelled', async () => {
    const [game] = readGames(text);
    const twice = { ...game, moves: [...game.moves.slice(0, 2), game.moves[0]] };
    await expect(reviewGame(engine, twice)).rejects.toThrow('H8: already occupied by a black stone');
    const running = reviewGame(engine, game, {
      onProgress: () => queueMicrotask(() => setTimeout(() => engine.cancel())),
    });
    await expect(running).rejects.toThrow(EngineError);
  });
});
