import { afterEach, beforeEach, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import { stoneAt } from '../../../../src/kernel/patterns/state.ts';
import { EMPTY, NO_POINT } from '../../../../src/kernel/point.ts';
import { alphaBeta, resetLine } from '../../../../src/kernel/search/alphabeta.ts';
import { hashHigh, hashLow } from '../../../../src/kernel/search/hash.ts';
import { startControl } from '../../../../src/kernel/search/node-count.ts';
import { ONE_PLY, params, setDefaults, USE_FAIL_LOW_MOVE } from '../../../../src/kernel/search/params.ts';
import { isDecided } from '../../../../src/kernel/search/score.ts';
import { newGame, place, setTableBytes, setUp } from '../../../../src/kernel/search/search.ts';
import { BOUND_UPPER, entryBound, entryMove, entryScore, probe } from '../../../../src/kernel/search/tt.ts';

beforeEach(() => setTableBytes(1 << 20));
afterEach(setDefaults);

/** Above every evaluation: no move reaches it. */
const OUT_OF_REACH = 9000;
const DEPTH = 4 * ONE_PLY;

/** Searches a random position with a window out of reach. @returns whether its entry is an upper bound, and its move */
function failLow(seed: number): { readonly isUpper: boolean; readonly move: number } {
  const below = integersBelow(seededRandom(seed));
  setUp(15, 15, 0, 5);
  newGame();
  resetLine();
  const stones = 8;
  const taken = new Set<number>();
  while (taken.size < stones) {
    const [x, y] = [4 + below(7), 4 + below(7)];
    if (taken.has(y * 15 + x)) continue;
    place(x, y, 1 + (taken.size & 1));
    taken.add(y * 15 + x);
  }
  startControl(0);
  alphaBeta(1, OUT_OF_REACH - 1, OUT_OF_REACH, DEPTH, 1, 0);
  if (probe(hashLow(1), hashHigh(1)) === 0 || isDecided(entryScore(1)) !== 0) return { isUpper: false, move: NO_POINT };
  return { isUpper: entryBound() === BOUND_UPPER, move: entryMove() };
}

test('where every move fails low, the one with the highest score becomes the table move', () => {
  let compared = 0;
  for (let seed = 1; seed <= 40; seed++) {
    params[USE_FAIL_LOW_MOVE] = 1;
    const kept = failLow(seed);
    params[USE_FAIL_LOW_MOVE] = 0;
    const dropped = failLow(seed);
    if (!kept.isUpper || !dropped.isUpper || (kept.move === NO_POINT && dropped.move === NO_POINT)) continue;
    expect(dropped.move, `seed ${seed}`).toBe(NO_POINT);
    expect(stoneAt[kept.move], `seed ${seed}`).toBe(EMPTY);
    compared++;
  }
  expect(compared).toBeGreaterThan(20);
});
