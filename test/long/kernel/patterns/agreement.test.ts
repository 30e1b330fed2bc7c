import { describe, expect, test } from 'vitest';
import { compareFastWithSlow } from '../../../../tools/rules/agreement.ts';
import { casesOf, seedOf } from '../../../cases.ts';

const POSITIONS = casesOf(150, 4000);

const RULES: readonly [name: string, code: number, winLength: number][] = [
  ['freestyle', 0, 5],
  ['standard', 1, 5],
  ['continuous', 2, 5],
  ['renju', 4, 5],
  ['caro', 8, 5],
  ['caro, exactly five', 9, 5],
  ['omok', 16, 5],
  ['three in a row', 0, 3],
  ['four in a row', 0, 4],
  ['six in a row', 0, 6],
];

describe('patterns/ agrees with rules/ at every point', () => {
  // `npm run check:rules` compares twenty thousand positions per rule.
  test.each(RULES)('%s', (_name, code, winLength) => {
    const agreement = compareFastWithSlow(code, winLength, POSITIONS, seedOf(20261121 + code * 7 + winLength));
    expect(agreement.differences).toEqual([]);
    expect(agreement.wins).toBeGreaterThan(POSITIONS / 2);
    if (code === 4 || code === 16) expect(agreement.fouls).toBeGreaterThan(POSITIONS);
  });
});
