/** The table of parameters, and the constants of the search that are generated from it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as searchParams from '../../../../src/kernel/search/params.ts';
import { FIRST_TIME_ROW, PARAMETER_ROWS, PARAMETERS } from '../../../../src/kernel/search/params-table.ts';
import { withParameters } from '../../../../tools/tuning/params-source.ts';

const SOURCE = readFileSync(new URL('../../../../src/kernel/search/params.ts', import.meta.url), 'utf8');
const exported = searchParams as unknown as Readonly<Record<string, number>>;

test('params.ts is up to date with the table', () => {
  expect(withParameters(SOURCE)).toBe(SOURCE);
});

test('each row has its index and its default in the search', () => {
  expect(searchParams.PARAMS).toBe(PARAMETER_ROWS.length);
  for (const [index, { name, default: value }] of PARAMETER_ROWS.entries()) {
    expect(exported[name], name).toBe(index);
    expect(searchParams.params[index], name).toBe(value);
  }
});

test('names are used once, and parameters of time come last', () => {
  expect(Object.keys(PARAMETERS)).toHaveLength(PARAMETER_ROWS.length);
  for (const [index, { name }] of PARAMETER_ROWS.entries())
    expect(name.startsWith('TIME_'), name).toBe(index >= FIRST_TIME_ROW);
});

test.each(PARAMETER_ROWS)('$name: default, bounds, step and trial fit together', (row) => {
  const { name, unit, min, max, step, trial } = row;
  expect(min).toBeLessThan(max);
  expect(row.default).toBeGreaterThanOrEqual(min);
  expect(row.default).toBeLessThanOrEqual(max);
  expect(step).toBeGreaterThanOrEqual(0);
  expect(step).toBeLessThan(max - min);
  if (name.startsWith('USE_')) expect({ unit, min, max }).toEqual({ unit: 'switch', min: 0, max: 1 });
  if (trial === undefined) return;
  expect(trial.value).not.toBe(row.default);
  expect(trial.error).toBeGreaterThan(0);
});

test('a row that is added or changed changes the source', () => {
  const lines = SOURCE.split('\n');
  const at = lines.findIndex((line) => line.startsWith('export const RAZOR_DEPTH'));
  expect(
    withParameters([...lines.slice(0, at), 'export const RAZOR_DEPTH = 7;', ...lines.slice(at + 1)].join('\n')),
  ).toBe(SOURCE);
  expect(() => withParameters('export const A = 1;')).toThrow('expected the lines');
});
