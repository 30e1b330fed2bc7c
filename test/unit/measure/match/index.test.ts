/** What users' programs import from tengen and tengen/match. */
import { expect, test } from 'vitest';
import * as library from '../../../../src/index.ts';
import * as match from '../../../../src/measure/match/index.ts';
import * as web from '../../../../src/web.ts';

test('a name has the same meaning in both', () => {
  const shared = Object.keys(match).filter((name) => name in library);
  for (const name of shared) expect([name, Reflect.get(match, name)]).toEqual([name, Reflect.get(library, name)]);
  const errors = (module: object) =>
    Object.keys(module)
      .filter((name) => name.endsWith('Error'))
      .sort();
  expect(errors(library)).toEqual(['EngineError', 'UserError']);
  expect(errors(match)).toEqual(['BrainError', 'UserError']);
});

// Both have the types of the first.
test('the library of pages has the names of that of Node', () => {
  expect(Object.keys(web)).toEqual(Object.keys(library));
});
