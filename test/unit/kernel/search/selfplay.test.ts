import { describe, expect, test } from 'vitest';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { importBundled } from '../../../bundled.ts';
import { RULES } from './boards.ts';

const { playGame, useTableOf } = await importBundled<typeof import('./self-play.ts')>(
  new URL('./self-play.ts', import.meta.url),
);

useTableOf(1 << 20);

const SLOW = process.env.TENGEN_SLOW === '1';
const NODES = SLOW ? 3000 : 250;
/** Boards of 5 to 20 points a side; on the small ones games continue until the board is full. */
const SIZES = Array.from({ length: 16 }, (_, i) => i + 5);
const MAX_MOVES = SLOW ? 1000 : 60;

describe.each(RULES)('%s: games against itself', (_name, code) => {
  const rule = ruleFromCode(code)!;

  test('no illegal move, no foul, no win overlooked or imagined, on boards of 5 to 20', () => {
    const ends = new Map<string, number>();
    for (const size of SIZES) {
      const { end, fault, moves } = playGame(rule, {
        width: size,
        height: size,
        seed: size + 100 * code,
        nodes: NODES,
        maxMoves: MAX_MOVES,
      });
      expect(fault, moves).toBe(null);
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    expect(ends.get('win')).toBeGreaterThan(0);
  });

  test('the same game again, move for move', () => {
    for (const size of [9, 15]) {
      const options = { width: size, height: size + 1, seed: size + code, nodes: NODES, maxMoves: 24 };
      const first = playGame(rule, options);
      // A game of another kind in between leaves no trace.
      playGame(rule, { ...options, width: size + 2, seed: 1, maxMoves: 6 });
      expect(playGame(rule, options)).toEqual(first);
      expect(first.moves.length).toBeGreaterThan(10);
    }
  });
});
