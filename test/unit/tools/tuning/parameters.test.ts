/** The parameters of the search, as its source lists them for the tuning tools. */
import { expect, test } from 'vitest';
import * as constants from '../../../../src/kernel/search/params.ts';
import { PARAMETERS, parametersOf } from '../../../../tools/tuning/parameters.ts';

const ROWS = Object.entries(PARAMETERS);

test('every index has one parameter; those of time come first', () => {
  expect(ROWS.map(([, { index }]) => index).sort((a, b) => a - b)).toEqual([...Array(constants.PARAMS).keys()]);
  for (const [name, { index }] of ROWS) expect(index < constants.TIME_PARAMS, name).toBe(name.startsWith('TIME_'));
});

test.each(ROWS)('%s: default, bounds, step and the value that was tried fit together', (name, row) => {
  const { unit, min, max, step, tried } = row;
  expect(row.default).toBe(constants.params[row.index]);
  expect(min).toBeLessThan(max);
  expect(row.default).toBeGreaterThanOrEqual(min);
  expect(row.default).toBeLessThanOrEqual(max);
  expect(step).toBeLessThan(max - min);
  if (name.startsWith('USE_')) expect({ unit, min, max, step }).toEqual({ unit: 'switch', min: 0, max: 1, step: 0 });
  expect(tried).not.toBe(row.default);
});

test('a line of another form is rejected', () => {
  const line = 'params[RAZOR_BASE] = 20; // points, -60 to 200, step 20; 0: -5 +-14 Elo (3297715)';
  const row = { index: constants.RAZOR_BASE, default: 20, unit: 'points', min: -60, max: 200, step: 20, tried: 0 };
  expect(parametersOf([line])).toEqual({ RAZOR_BASE: row });
  expect(() => parametersOf([line.replace('-60 to 200', '200')])).toThrow('expected "params[NAME]');
  expect(() => parametersOf(['params[RAZOR_BASE] = 20;'])).toThrow('expected "params[NAME]');
});
