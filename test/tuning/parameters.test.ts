/** The table of parameters that the tools may name. */
import { expect, test } from 'vitest';
import * as searchParams from '../../src/kernel/search/params.ts';
import { PARAMETERS } from '../../tools/tuning/parameters.ts';

test('every parameter has its row, and no row is anything else', () => {
  const indices = Object.values(PARAMETERS).map(({ index }) => index);
  expect([...indices].sort((a, b) => a - b)).toEqual(Array.from({ length: searchParams.PARAMS }, (_, i) => i));
  const exported = searchParams as unknown as Readonly<Record<string, number>>;
  for (const [name, { index }] of Object.entries(PARAMETERS)) expect(exported[name], name).toBe(index);
});

test.each(Object.entries(PARAMETERS))('the value of %s lies in its range', (_, { index, least, most }) => {
  expect(least).toBeLessThan(most);
  expect(searchParams.params[index]).toBeGreaterThanOrEqual(least);
  expect(searchParams.params[index]).toBeLessThanOrEqual(most);
});
