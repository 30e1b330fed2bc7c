import { expect, test } from 'vitest';
import { complaintIn } from '../../../../src/measure/match/lines.ts';

test.each([
  ['nothing', [], null],
  ['one line', ['cannot open weights.bin'], 'cannot open weights.bin'],
  ['the last of several', ['loading', 'cannot open weights.bin'], 'cannot open weights.bin'],
  [
    'Node',
    [
      'node:internal/modules/cjs/loader:1210',
      'throw err;',
      '^',
      "Error: Cannot find module '/brain.js'",
      'at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)',
      "code: 'MODULE_NOT_FOUND',",
      'requireStack: []',
      '}',
      'Node.js v20.20.2',
    ],
    "Error: Cannot find module '/brain.js'",
  ],
  [
    'Python',
    ['Traceback (most recent call last):', 'File "brain.py", line 1, in <module>', 'ValueError: no board', '^^^^^'],
    'ValueError: no board',
  ],
  [
    'Java',
    ['Exception in thread "main" java.lang.Error: no', 'at Brain.main(Brain.java:3)'],
    'Exception in thread "main" java.lang.Error: no',
  ],
  [
    'Rust',
    ["thread 'main' panicked at src/main.rs:2:5:", 'note: run with `RUST_BACKTRACE=1`'],
    "thread 'main' panicked at src/main.rs:2:5:",
  ],
  ['a stack without an error', ['out of rooms', 'at a (b:1)', 'at c (d:2)'], 'out of rooms'],
])('the line that explains why a program ended: %s', (_, lines, expected) => {
  expect(complaintIn(lines)).toBe(expected);
});
