import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SLOW_TESTS } from '../slow-tests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONTRIBUTING = readFileSync(`${ROOT}CONTRIBUTING.md`, 'utf8');

test('the slow tests are existing files', () => {
  expect(Object.keys(SLOW_TESTS).filter((path) => !existsSync(ROOT + path))).toEqual([]);
});

test('CONTRIBUTING.md lists them with the same reasons', () => {
  const rows = [...CONTRIBUTING.matchAll(/^\| `(test\/.+?)` \| (.+?) \|$/gm)].map(([, path, why]) => [path, why]);
  expect(Object.fromEntries(rows)).toEqual(SLOW_TESTS);
});
