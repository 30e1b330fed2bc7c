/** Writes the CPU seconds of each test file, its child processes included, for `npm run tool -- test-times`. */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { cpuSeconds } from '../tools/common/cpu-seconds.ts';

let file = '';
beforeAll(() => {
  file = relative(process.cwd(), expect.getState().testPath ?? '');
});

// The first hook to be set up is the last to run, after the processes of the file have ended.
afterAll(() => {
  const line = JSON.stringify({ file, seconds: cpuSeconds() });
  appendFileSync(process.env.TENGEN_TEST_TIMES ?? '', `${line}\n`);
});
