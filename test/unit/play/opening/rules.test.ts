import { describe, expect, test } from 'vitest';
import { parseMoves } from '../../../../src/core/point.ts';
import { isWithin, OPENING_RULES, type OpeningStep, openingRuleOf } from '../../../../src/play/opening/rules.ts';

const points = (text: string) => parseMoves(text, 15)!;

/** Every path through the steps, with the number of stones at its end. */
function endings(steps: readonly OpeningStep[]): number[] {
  let stones = [0];
  for (const step of steps) {
    if (step.kind === 'place') stones = stones.map((count) => count + step.stones);
    else if (step.kind === 'choose') stones = stones.map((count) => count + 1);
    else if (step.kind === 'ways')
      stones = step.ways.flatMap((way) => endings(way.steps).flatMap((more) => stones.map((n) => n + more)));
  }
  return stones;
}

describe('opening rules', () => {
  test.each([
    ['swap1', [1]],
    ['swap', [3]],
    ['swap2', [3, 5]],
    ['rif', [5]],
    ['soosorv-8', [5]],
    ['taraguchi-10', [5, 5]],
  ])('%s ends with %j stones', (name, expected) => {
    expect(endings(openingRuleOf(name).steps)).toEqual(expected);
  });

  test('offers are chosen from, and numbers said before they are needed', () => {
    for (const { steps } of OPENING_RULES) {
      const all = steps.flatMap((step) => (step.kind === 'ways' ? step.ways.flatMap((way) => way.steps) : [step]));
      const kinds = all.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'offer').length).toBe(kinds.filter((kind) => kind === 'choose').length);
      const asSaid = all.findIndex((step) => step.kind === 'offer' && step.count === 'said');
      if (asSaid >= 0) expect(kinds.indexOf('say')).toBeLessThan(asSaid);
    }
  });

  test('an unknown one is rejected', () => {
    expect(() => openingRuleOf('swap3')).toThrow(
      'opening swap3: expected swap1, swap, swap2, rif, soosorv-8 or taraguchi-10; did you mean swap1?',
    );
  });

  test('squares are centered', () => {
    const [h8, i9, j10] = points('h8i9j10');
    expect([1, 3, 5].map((side) => isWithin(h8, side, 15))).toEqual([true, true, true]);
    expect([1, 3, 5].map((side) => isWithin(i9, side, 15))).toEqual([false, true, true]);
    expect([3, 5, null].map((side) => isWithin(j10, side, 15))).toEqual([false, true, true]);
    expect(isWithin({ x: 15, y: 0 }, null, 15)).toBe(false);
  });
});
