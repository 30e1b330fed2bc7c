import { describe, expect, test } from 'vitest';
import { canTest } from '../expected.ts';

describe('tests that need a program', () => {
  test('run if it is installed', () => {
    expect(canTest('gcc', 'C', null, 'gcc,redis')).toBe(true);
    expect(canTest('gcc', 'C', null, undefined)).toBe(true);
  });

  test('are skipped where it is missing, unless it is expected', () => {
    expect(canTest('gcc', 'C', 'gcc is not installed', 'redis')).toBe(false);
    expect(canTest('gcc', 'C', 'gcc is not installed', '')).toBe(false);
    expect(() => canTest('gcc', 'C', 'gcc is not installed', 'redis,gcc')).toThrow(
      'C: gcc is not installed, and TENGEN_EXPECT says that gcc is there',
    );
  });

  test('do not run if the name is unknown', () => {
    expect(() => canTest('gcc', 'C', null, 'redis,gc')).toThrow(
      'TENGEN_EXPECT "gc": expected names from redis, chromium, firefox, gcc, wine, pytest, with commas between them',
    );
  });
});
