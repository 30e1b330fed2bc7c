import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { importBundled } from '../../../bundled.ts';
import { casesOf } from '../../../cases.ts';
import { drawSetup, RULES, randomGame, type Setup } from '../../../unit/kernel/search/boards.ts';
import { between } from '../../../unit/rules/random.ts';

const { checkClaim, checkRelevance, confusedBits, walkOf } = await importBundled<typeof import('./threat-proofs.ts')>(
  new URL('./threat-proofs.ts', import.meta.url),
);

/** Positions per rule; TENGEN_SLOW=1 for a long run. */
const POSITIONS = casesOf(160, 10_000);
/** Nodes of each search for threats. */
const NODES = 2000;
/** Replies tried per win: a few thousand are usual, some wins have more. */
const REPLIES = casesOf(2000, 50_000);

function setups(code: number, seed: number): Setup[] {
  const rule = ruleFromCode(code)!;
  const random = seededRandom(seed);
  return Array.from({ length: POSITIONS }, () =>
    randomGame(random, rule, between(random, 9, 15), between(random, 9, 15), between(random, 8, 40)),
  );
}

describe.each(['findVct', 'solveThreats'] as const)('a win of %s holds against every reply', (find) => {
  test.each(RULES)('%s', (_name, code) => {
    const rule = ruleFromCode(code)!;
    let claims = 0;
    let long = 0;
    for (const setup of setups(code, 40 + code)) {
      const { length, hole } = checkClaim(rule, setup, NODES, REPLIES, find);
      expect(hole, `a win in ${length} plies was found in\n${drawSetup(setup)}`).toBe(null);
      if (length > 0) claims++;
      if (length > 7) long++;
    }
    expect(claims).toBeGreaterThan(POSITIONS / 40);
    expect(long).toBeGreaterThan(POSITIONS / 80);
  });
});

test('four in a row: a win by threats holds against every reply', () => {
  const rule = ruleFromCode(0, 4)!;
  const random = seededRandom(44);
  let claims = 0;
  for (let i = 0; i < POSITIONS / 2; i++) {
    const setup = randomGame(random, rule, between(random, 4, 12), between(random, 4, 12), between(random, 2, 16));
    const { length, hole } = checkClaim(rule, setup, NODES, REPLIES, 'findVct');
    expect(hole, `a win in ${length} plies was found in\n${drawSetup(setup)}`).toBe(null);
    if (length > 0) claims++;
  }
  expect(claims).toBeGreaterThan(POSITIONS / 40);
});

describe('a proof', () => {
  test('belongs to its position: the table distinguishes it from others by all bits but the two lowest', () => {
    expect(confusedBits()).toEqual([0, 1]);
  });

  test('is reported only after a walk, which detects wrong table entries', () => {
    const rule = ruleFromCode(0)!;
    let [wins, failures] = [0, 0];
    for (const setup of setups(0, 60)) {
      if (setup.toMove !== 1) continue;
      const { proven, isSettled, walked, walkedOfLies } = walkOf(rule, setup, 50_000);
      expect(walked > 0, drawSetup(setup)).toBe(proven > 0);
      if (proven > 0) wins++;
      if (!isSettled || proven > 0) continue;
      expect(walkedOfLies, drawSetup(setup)).toBe(0);
      failures++;
    }
    expect(wins).toBeGreaterThan(POSITIONS / 80);
    expect(failures).toBeGreaterThan(POSITIONS / 80);
  });
});

describe('nothing but the points collected and fours can stop a run of fours', () => {
  test.each([
    ['freestyle', 0],
    ['standard', 1],
    // White only: no search examines Black's, whose points far away may become forbidden.
    ['renju', 4],
  ] as const)('%s', (_name, code) => {
    let zones = 0;
    for (const setup of setups(code, 50 + code)) {
      if (code === 4 && setup.toMove === 1) continue;
      const { tried, hole } = checkRelevance(ruleFromCode(code)!, setup, setup.toMove);
      expect(hole).toBe(null);
      if (tried > 0) zones++;
    }
    expect(zones).toBeGreaterThan(POSITIONS / 100);
  });
});
