import { describe, expect, test } from 'vitest';
import { compareFastWithSlow } from '../../../../tools/rules/agreement.ts';

const RULES: readonly [name: string, code: number, winLength: number][] = [
  ['freestyle', 0, 5],
  ['standard', 1, 5],
  ['continuous', 2, 5],
  ['renju', 4, 5],
  ['caro', 8, 5],
  ['caro, exactly five', 9, 5],
  ['three in a row', 0, 3],
  ['four in a row', 0, 4],
  ['six in a row', 0, 6],
];

describe('patterns/ agrees with rules/ at every point', () => {
  // `npm run check:rules` compares twenty thousand positions per rule.
  test.each(RULES)('%s', (_name, code, winLength) => {
    const agreement = compareFastWithSlow(code, winLength, 400, 20261121 + code * 7 + winLength);
    expect(agreement.differences).toEqual([]);
    expect(agreement.wins).toBeGreaterThan(200);
    if (code === 4) expect(agreement.fouls).toBeGreaterThan(500);
  });
});
