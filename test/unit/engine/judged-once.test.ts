/** The referee is slow: it judges a move that a think has found only once on the way to the board. */
import { expect, test, vi } from 'vitest';
import { createEngine } from '../../../src/platform/node/engine.ts';

let questions = 0;

vi.mock('../../../src/rules/referee.ts', async (load) => {
  const referee = await load<typeof import('../../../src/rules/referee.ts')>();
  return {
    ...referee,
    judgeMove: (...given: Parameters<typeof referee.judgeMove>) => {
      questions++;
      return referee.judgeMove(...given);
    },
    isFoul: (...given: Parameters<typeof referee.isFoul>) => {
      questions++;
      return referee.isFoul(...given);
    },
  };
});

test('the move that was found is played with its verdict; any other one is judged when it is played', async () => {
  const engine = createEngine({ rule: 4 });
  try {
    for (const [x, y] of [
      [7, 7],
      [6, 6],
      [8, 7],
      [6, 8],
      [9, 7],
      [0, 0],
    ]) {
      engine.play(x, y);
    }
    expect(questions).toBe(6);
    const { x, y, source } = await engine.think({ maxDepth: 4 });
    expect(source).toBe('search');
    expect(engine.play(x, y).outcome).toBe('none');
    expect(questions).toBe(7);
    engine.undo();
    engine.play(x, y);
    expect(questions).toBe(8);
  } finally {
    await engine.close();
  }
});
