import { expect, test } from 'vitest';
import { LOG_SIZE, naturalLog } from '../../../../src/kernel/search/logarithm.ts';

test('logarithms equal those of Math.log, times 256, within two', () => {
  for (let n = 2; n < LOG_SIZE; n++) expect(Math.abs(naturalLog[n] - Math.log(n) * 256), `ln ${n}`).toBeLessThan(2);
});

test('the logarithms of 0 and 1 are 0, and they never decrease', () => {
  expect(naturalLog[0]).toBe(0);
  expect(naturalLog[1]).toBe(0);
  for (let n = 2; n < LOG_SIZE; n++) expect(naturalLog[n]).toBeGreaterThanOrEqual(naturalLog[n - 1]);
});
