import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { importBundled } from '../../../bundled.ts';
import { casesOf } from '../../../cases.ts';
import { drawSetup, RULES, randomGame, type Setup } from '../../../unit/kernel/search/boards.ts';
import { between } from '../../../unit/rules/random.ts';

const plain = await importBundled<typeof import('./plain.ts')>(new URL('./plain.ts', import.meta.url));

const SMALL_TABLE = 1 << 16;
const LARGE_TABLE = 1 << 24;
/** Positions per rule, by depth: the last one is the most expensive. TENGEN_SLOW=1 uses twenty times as many. */
const POSITIONS = [0, 100, 50, 15];

const TIMES = casesOf(1, 20);

/** Boards of 5 to 7 points a side with so many stones that no point is far from all of them. */
function smallSetups(code: number, count: number, seed: number, largest: number): Setup[] {
  const rule = ruleFromCode(code)!;
  const random = seededRandom(seed);
  const setups: Setup[] = [];
  while (setups.length < count) {
    const side = between(random, 5, largest);
    // More than twelve empty points: with fewer the search is exhaustive, see mnk.test.ts.
    const setup = randomGame(random, rule, side, side, between(random, 4, Math.min(side * side - 14, 14)));
    plain.choose(rule, setup);
    if (plain.isAllNear()) setups.push(setup);
  }
  return setups;
}

describe.each(RULES)('%s: the search without its selective parts is minimax', (_name, code) => {
  const rule = ruleFromCode(code)!;

  test.each([1, 2, 3])('depth %i', (depth) => {
    let compared = 0;
    const scores = new Set<number>();
    for (const setup of smallSetups(code, TIMES * POSITIONS[depth], 500 + code * 10 + depth, depth === 3 ? 6 : 7)) {
      plain.choose(rule, setup);
      const found = plain.searched('plain', depth, LARGE_TABLE);
      if (found.isForced) continue;
      compared++;
      scores.add(found.score);
      plain.choose(rule, setup);
      expect(found.score, `depth ${found.depth}\n${drawSetup(setup)}`).toBe(plain.minimaxScore(found.depth));
    }
    expect(compared).toBeGreaterThan((TIMES * POSITIONS[depth]) / 2);
    // Evaluations, not only wins and losses.
    expect(scores.size).toBeGreaterThan(POSITIONS[depth] / 4);
  });
});

test('the plain score is the same with a small and a large table', () => {
  const rule = ruleFromCode(0)!;
  const random = seededRandom(77);
  let nodesDiffer = 0;
  for (let i = 0; i < 4; i++) {
    const setup = randomGame(random, rule, 10, 10, 4);
    plain.choose(rule, setup);
    const large = plain.searched('plain', 4, LARGE_TABLE);
    const small = plain.searched('plain', 4, SMALL_TABLE);
    expect(small.score, drawSetup(setup)).toBe(large.score);
    expect(small.depth).toBe(large.depth);
    if (small.nodes !== large.nodes) nodesDiffer++;
  }
  // Otherwise the small one was large enough, too.
  expect(nodesDiffer).toBeGreaterThan(0);
});

test.each(RULES)('%s: the same search takes the same nodes', (_name, code) => {
  const rule = ruleFromCode(code)!;
  const random = seededRandom(31 + code);
  for (let i = 0; i < 2; i++) {
    const setup = randomGame(random, rule, 15, 15, between(random, 5, 12));
    plain.choose(rule, setup);
    const first = plain.searched('default', 6, LARGE_TABLE);
    const second = plain.searched('default', 6, LARGE_TABLE);
    expect(second, drawSetup(setup)).toEqual(first);
  }
});
