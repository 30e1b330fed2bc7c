/** What users' programs import from tengen/match. */
import { expect, test } from 'vitest';
import { BrainError, EngineError } from '../../src/match/index.ts';

test('the error of a brain goes by its former name too', () => {
  expect(EngineError).toBe(BrainError);
});
