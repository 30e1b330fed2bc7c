/** What users' programs import from tengen and tengen/match. */
import { expect, test } from 'vitest';
import * as library from '../../../../src/index.ts';
import * as match from '../../../../src/measure/match/index.ts';

test('a name has the same meaning in both', () => {
  const shared = Object.keys(match).filter((name) => name in library);
  for (const name of shared) expect([name, Reflect.get(match, name)]).toEqual([name, Reflect.get(library, name)]);
  const errors = (module: object) =>
    Object.keys(module)
      .filter((name) => name.endsWith('Error'))
      .sort();
  expect(errors(library)).toEqual(['EngineError']);
  expect(errors(match)).toEqual(['BrainError', 'MatchError', 'UserError']);
  // The old name of UserError, for programs that were written with it.
  expect(match.MatchError).toBe(match.UserError);
});
