import { expect, test } from 'vitest';
import { UserError } from '../../../src/core/errors.ts';
import { parseJsonLine } from '../../../src/core/json-lines.ts';

test('a line is a value, also after a byte order mark', () => {
  expect(parseJsonLine('{"a":[1,null]}', 'line 1')).toEqual({ a: [1, null] });
  expect(parseJsonLine('\ufeff{"a":1}\r', 'line 1')).toEqual({ a: 1 });
});

test.each([
  ['{"a":', 'line 7: "{\\"a\\":": expected a JSON object on one line'],
  ['', 'line 7: "": expected a JSON object on one line'],
  ['\x1b[2J', 'line 7: "\\u001b[2J": expected a JSON object on one line'],
  ['x'.repeat(100), `line 7: "${'x'.repeat(60)}...": expected a JSON object on one line`],
])('%j is rejected with its place', (line, fault) => {
  expect(() => parseJsonLine(line, 'line 7')).toThrow(UserError);
  expect(() => parseJsonLine(line, 'line 7')).toThrow(fault);
});
