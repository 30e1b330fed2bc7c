/** All tools run in the same way. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tool } from '../processes.ts';

const TOOLS = fileURLToPath(new URL('../../tools/', import.meta.url));
const files = readdirSync(TOOLS, { recursive: true, encoding: 'utf8' });
const names = readdirSync(TOOLS).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []));

test.each(names)('%s is a tool: its main returns the exit status, and a comment gives its usage', (name) => {
  const source = readFileSync(`${TOOLS}${name}.ts`, 'utf8');
  expect(source).toMatch(/^export (async )?function main\(.*\): (Promise<number>|number) \{$/m);
  expect(source).toMatch(/^\/\*\*/);
});

test('only what starts without the runner of the tools is JavaScript', () => {
  expect(files.filter((name) => /\.[cm]?js$/.test(name)).sort()).toEqual(['common/firefox-bridge.mjs', 'run.mjs']);
});

test('an unknown tool name is rejected in one line that lists the tools', () => {
  const { status, stdout, stderr } = tool('none');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe(`tool "none": expected one of ${names.join(', ')}\n`);
  expect(tool().status).toBe(2);
});

test('--help lists the tools with their first comments', () => {
  const list = tool('--help');
  expect(list.status).toBe(0);
  expect(
    list.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' ')[0]),
  ).toEqual(names);
  for (const name of ['train', 'network']) {
    const { status, stdout, stderr } = tool(name, 'unpack', '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`npm run ${name === 'network' ? '-s ' : ''}tool -- ${name} unpack `);
    expect(stdout).not.toMatch(/^ ?\*/m);
  }
});

test('a tool receives its arguments, and the process returns its status', () => {
  const { status, stdout, stderr } = tool('check-rules', '--positions', '0');
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: '--positions 0: expected a whole number from 1\n',
  });
});

test('every tool reads its arguments in the same way', () => {
  // Those that have several commands, or check their words themselves.
  const others = ['network', 'package', 'replay', 'samples'];
  const isOther = (name: string) => !/toolArguments\(|noArguments\(/.test(readFileSync(`${TOOLS}${name}.ts`, 'utf8'));
  expect(names.filter(isOther)).toEqual(others);
});

test('a wrong file is reported in one line, without a stack trace', () => {
  const { status, stdout, stderr } = tool(
    'ladder',
    '--known',
    'a=1',
    fileURLToPath(new URL('tools.test.ts', import.meta.url)),
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^ladder: .*tools\.test\.ts line 1: .*\n$/);
});
