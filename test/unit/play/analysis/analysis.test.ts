/** The analysis of a game by the engine. */
import { afterAll, describe, expect, test } from 'vitest';
import { parseMoves, type XY } from '../../../../src/core/point.ts';
import { FREESTYLE } from '../../../../src/core/rule-code.ts';
import { createEngine } from '../../../../src/platform/node/engine.ts';
import { analyze, longestLine } from '../../../../src/play/analysis/analysis.ts';
import { newGame, withPlies } from '../../../../src/play/state/game-state.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';

const engine = createEngine({ size: 15 });
engine.setTableBytes(1 << 20);
afterAll(() => engine.close());

describe('analyze', () => {
  test('returns the requested number of lines, best first, each with another first move', async () => {
    const game = withPlies(newGame(variantOf(FREESTYLE, 15, 15, null)), [
      { x: 7, y: 7 },
      { x: 8, y: 6 },
      { x: 8, y: 7 },
    ]);
    const lines = await analyze(engine, game, { maxNodes: 20_000, lines: 4 });
    expect(lines).toHaveLength(4);
    expect(new Set(lines.map(({ pv }) => JSON.stringify(pv[0]))).size).toBe(4);
    expect(lines.map(({ score }) => score)).toEqual(lines.map(({ score }) => score).sort((a, b) => b - a));
  });

  test('returns every win in one, and no other move', async () => {
    const game = withPlies(newGame(variantOf(FREESTYLE, 3, 3, 3)), [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 2, y: 2 },
      { x: 0, y: 1 },
      { x: 2, y: 1 },
    ]);
    const lines = await analyze(engine, game, { maxNodes: 20_000, lines: 9 });
    expect(lines.map(({ winIn, pv }) => [winIn, pv])).toEqual([[1, [{ x: 0, y: 2 }]]]);
  });
});

describe('longestLine', () => {
  const line = (text: string): XY[] => parseMoves(text, 15) ?? [];
  const reports = ['h8i9j10', 'a1b2c3d4', 'h8i9j11', 'h8'].map((text) => ({ pv: line(text) }));

  test('takes the latest of the longest reported lines with the same first move', () => {
    expect(longestLine(line('h8k1'), reports)).toEqual(line('h8i9j11'));
  });

  test('keeps the last line if no report has more of it', () => {
    expect(longestLine(line('o1o2'), reports)).toEqual(line('o1o2'));
    expect(longestLine([], reports)).toEqual([]);
  });
});
