import { expect, test } from 'vitest';
import { dataLimitIn } from '../../../src/platform/node/data-limit.ts';

test.each([
  ['Max data size             200000000            unlimited            bytes     ', 200_000_000],
  ['Max data size             unlimited            unlimited            bytes     ', 0],
  ['Max stack size            8388608              unlimited            bytes     ', 0],
  ['', 0],
])('the limit in %j', (line, bytes) => {
  expect(dataLimitIn(`Limit                     Soft Limit           Hard Limit           Units     \n${line}\n`)).toBe(
    bytes,
  );
});
