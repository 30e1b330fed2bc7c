/** The command of the factorial match. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectRefused, GAMES, openTool } from './tool.ts';

const { inFolder, run } = openTool('factors');

/** With the first change nearly every position counts as a good one, and the search sees nothing. */
const TABLE = {
  games: GAMES,
  factors: [
    { name: 'blind', values: { FUTILITY_PER_PLY: [61, -4000], RAZOR_BASE: [20, -4000] } },
    { name: 'aspiration', values: { ASPIRATION: [17, 19] } },
  ],
};

const measure: typeof run = (out, table, ...more) => run(out, table, '--nodes', '2000', ...more);

test('reports the value of each change; a stopped run resumes with the same result', () => {
  const whole = measure('whole.jsonl', TABLE, '--pairs', '48');
  expect(whole).toMatchObject({ status: 0, stderr: '' });
  const [head, , blind, aspiration] = whole.stdout.split('\n');
  expect(head).toBe('| change | all 48 pairs | freestyle-15 | renju-15 |');
  expect(aspiration).toMatch(/^\| aspiration \| -?\d+ \+- \d+ \|/);
  const [, elo, error] = /^\| blind \| (-?\d+) \+- (\d+) \|/.exec(blind)!;
  expect(Number(elo) + Number(error)).toBeLessThan(0);

  const log = readFileSync(inFolder('whole.jsonl'), 'utf8');
  expect(log.trimEnd().split('\n')).toHaveLength(1 + 48);
  writeFileSync(inFolder('stopped.jsonl'), log.split('\n').slice(0, 14).join('\n').slice(0, -3));
  expect(measure('stopped.jsonl', TABLE, '--pairs', '48', '--concurrency', '2')).toEqual(whole);
  expect(readFileSync(inFolder('stopped.jsonl'), 'utf8')).toBe(log);
});

test.each([
  [{ ...TABLE, factors: [{ name: 'x', values: { FUTILITY: [0, 1] } }] }, [], 'parameter FUTILITY: expected a name of'],
  [
    { ...TABLE, factors: [{ name: 'x', values: { LMR_FAR: [0] } }] },
    [],
    'factor x, LMR_FAR: [0]; expected the whole numbers without and with',
  ],
  [TABLE, ['--pairs', '0'], '--pairs 0: expected a whole number from 1'],
])('what cannot be measured gets a one-line error %#', (table, more, message) => {
  expectRefused(measure('none.jsonl', table, ...more), message);
});
