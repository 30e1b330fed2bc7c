/** The factorial match as it is run. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const FACTORS = fileURLToPath(new URL('../../tools/factors.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tengen-factors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (name: string) => join(folder, name);

/** With the first change nearly every position counts as one that stands well, and the search sees nothing. */
const TABLE = {
  games: [
    { rule: 0, size: 15, openings: 'freestyle-15' },
    { rule: 4, size: 15, openings: 'renju-15' },
  ],
  factors: [
    { name: 'blind', values: { FUTILITY_PER_PLY: [63, -4000], RAZOR_BASE: [20, -4000] } },
    { name: 'aspiration', values: { ASPIRATION: [16, 18] } },
  ],
};

function measure(out: string, table: unknown, ...more: string[]) {
  writeFileSync(inFolder('table.json'), JSON.stringify(table));
  const args = [FACTORS, '--out', inFolder(out), '--table', inFolder('table.json'), '--nodes', '2000', ...more];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

test('tells what each change is worth; a run that was stopped goes on to the same end', () => {
  const whole = measure('whole.jsonl', TABLE, '--pairs', '24');
  expect(whole).toMatchObject({ status: 0, stderr: '' });
  const [head, , blind, aspiration] = whole.stdout.split('\n');
  expect(head).toBe('| change | all 24 pairs | freestyle-15 | renju-15 |');
  expect(aspiration).toMatch(/^\| aspiration \| -?\d+ \+- \d+ \|/);
  const [, elo, error] = /^\| blind \| (-?\d+) \+- (\d+) \|/.exec(blind)!;
  expect(Number(elo) + Number(error)).toBeLessThan(0);

  const log = readFileSync(inFolder('whole.jsonl'), 'utf8');
  expect(log.trimEnd().split('\n')).toHaveLength(1 + 24);
  writeFileSync(inFolder('stopped.jsonl'), log.split('\n').slice(0, 14).join('\n').slice(0, -3));
  expect(measure('stopped.jsonl', TABLE, '--pairs', '24', '--concurrency', '2')).toEqual({
    ...whole,
    pid: expect.any(Number),
  });
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
])('what cannot be measured is told in one line %#', (table, more, message) => {
  const { status, stderr } = measure('none.jsonl', table, ...more);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
});
