/** The package for Python, packages/python, against the built program. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canTest } from '../expected.ts';
import { PROGRAM, run } from '../processes.ts';

const PACKAGE = fileURLToPath(new URL('../../packages/python', import.meta.url));

/** @returns what pytest prints */
function pytest(...args: string[]) {
  const quoted = [process.execPath, PROGRAM].map((word) => `'${word}'`).join(' ');
  const env = { TENGEN_COMMAND: quoted, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' };
  return run('python3', ['-m', 'pytest', '-p', 'no:cacheprovider', ...args], { cwd: PACKAGE, env });
}

const hasPytest = canTest(
  'pytest',
  'the package for Python',
  pytest('--version').status === 0 ? null : 'python3 has no pytest',
);

test.skipIf(!hasPytest)('the package for Python passes its own tests', () => {
  const { status, stdout, stderr } = pytest('-q');
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/^\d+ passed in /m);
});

test('the package for Python has the version of tengen', () => {
  const { version } = JSON.parse(readFileSync(`${PACKAGE}/../../package.json`, 'utf8'));
  expect(readFileSync(`${PACKAGE}/pyproject.toml`, 'utf8')).toContain(`\nversion = "${version}"\n`);
});
