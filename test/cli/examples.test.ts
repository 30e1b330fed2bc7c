/** The examples of docs/guide/batch.md, and the program that they call. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0);

const run = (command: string, args: readonly string[], input = '') =>
  spawnSync(command, args, {
    cwd: ROOT,
    input,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
const batch = (input: string, ...options: string[]) =>
  run(process.execPath, ['dist/tengen.js', 'analyze', '--batch', ...options], input);

describe('the built program', () => {
  test('answers the queries sent before the input ended, errors too', () => {
    const queries = [1, 2, 3].map((id) => JSON.stringify({ id, moves: 'h8 i9'.slice(0, 3 * id), nodes: 2000 }));
    const { status, stdout, stderr } = batch(`${queries.join('\r\n')}\r\nhello\n{"cancel":9}`, '--threads', '2');
    expect([status, stderr]).toEqual([0, '']);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(5);
    expect(
      answers
        .map(({ id }) => id)
        .filter((id) => id > 0)
        .sort(),
    ).toEqual([1, 2, 3]);
    expect(answers).toContainEqual({
      id: null,
      error: 'line 4: "hello": expected a JSON object on one line',
      code: 'bad-request',
    });
    expect(answers).toContainEqual({ cancel: 9, cancelled: 0 });
  });

  test('ends at once if there are no queries, and rejects unknown ones', () => {
    expect(batch('')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const { status, stderr } = batch('', '--nodes', '5');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^tengen analyze: --nodes: --batch only takes --threads and --table\n$/);
  });
});

describe.skipIf(PYTHON === undefined)('in Python', () => {
  test('batch.py prints the best lines of each position', () => {
    const { status, stdout, stderr } = run(PYTHON!, ['examples/batch.py']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.match(/^H8.*\((black|white) to move\)$/gm)).toHaveLength(4);
    expect(stdout).toMatch(/^H8 A1 I8 A2 J8 A3 \(black to move\)\n +100 %/m);
  });

  test('review.py finds the mistakes of a game in a PSQ file', () => {
    const { status, stdout, stderr } = run(PYTHON!, ['examples/review.py', 'test/data/game.psq', 'freestyle', '5000']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^11\. Black G12 lost \d+ % of winning chance; better [A-O]\d+$/m);
    for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^\d+\. (Black|White) .*; better [A-O]\d+$/);
  });

  test('the page contains the client unchanged, and it is short', () => {
    const source = readFileSync(`${ROOT}examples/batch.py`, 'utf8');
    const [, shown] = /```python\n(.*?)```/s.exec(readFileSync(`${ROOT}docs/guide/batch.md`, 'utf8')) ?? [];
    expect(source).toContain(shown);
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });
});
