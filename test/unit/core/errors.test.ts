import { expect, test } from 'vitest';
import { faultText, UserError } from '../../../src/core/errors.ts';

const GARBAGE = 'a\x1b[2J\0\x07\r\nb\u2028c\x9b31m';

test('no control character of a quoted value reaches a terminal', () => {
  expect(new UserError(`line 1 "${GARBAGE}"`).message).toBe('line 1 "a?[2J????b?c?31m"');
  const system = Object.assign(new Error(`ENOSPC: no space left on device, open '${GARBAGE}'`), { syscall: 'open' });
  expect(faultText(system)).toBe("ENOSPC: no space left on device, open 'a?[2J????b?c?31m'");
});

test('a bug keeps the lines of its stack trace', () => {
  expect(faultText(new TypeError('bug'))).toMatch(/^TypeError: bug\n {4}at /);
});
