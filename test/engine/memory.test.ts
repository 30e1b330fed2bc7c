import { describe, expect, test } from 'vitest';
import {
  DEFAULT_MEMORY_BYTES,
  EXPECTED_BASELINE_BYTES,
  planTableBytes,
  SMALLEST_TABLE_BYTES,
} from '../../src/engine/memory.ts';

const MB = 1 << 20;

describe('how large the table may be', () => {
  test('128 MB by default, and as much under the tournament limit', () => {
    expect(planTableBytes(0, EXPECTED_BASELINE_BYTES)).toBe(128 * MB);
    expect(planTableBytes(DEFAULT_MEMORY_BYTES, EXPECTED_BASELINE_BYTES)).toBe(128 * MB);
  });
  test('70 MB still give a small one', () => {
    expect(planTableBytes(70 * MB, EXPECTED_BASELINE_BYTES)).toBeGreaterThanOrEqual(SMALLEST_TABLE_BYTES);
  });
  test('less than the process itself needs gives none', () => {
    expect(planTableBytes(EXPECTED_BASELINE_BYTES, EXPECTED_BASELINE_BYTES)).toBe(0);
    expect(planTableBytes(1000, EXPECTED_BASELINE_BYTES)).toBe(0);
  });
  test('a larger limit gives a larger table, up to 1 GB', () => {
    expect(planTableBytes(1024 * MB, EXPECTED_BASELINE_BYTES)).toBe(512 * MB);
    expect(planTableBytes(8192 * MB, EXPECTED_BASELINE_BYTES)).toBe(1024 * MB);
  });
  test('a wish is met as far as the limit allows', () => {
    expect(planTableBytes(0, EXPECTED_BASELINE_BYTES, 16 * MB)).toBe(16 * MB);
    expect(planTableBytes(100 * MB, EXPECTED_BASELINE_BYTES, 512 * MB)).toBeLessThan(34 * MB);
  });
  test('table and process together stay below the limit', () => {
    for (let limit = 80 * MB; limit < 4096 * MB; limit += 17 * MB) {
      expect(planTableBytes(limit, EXPECTED_BASELINE_BYTES) + EXPECTED_BASELINE_BYTES).toBeLessThan(limit);
    }
  });
});
