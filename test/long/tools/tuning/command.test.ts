/** The tuner's command: games from a table of parameters. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { expectRefused, GAMES, openTool } from './tool.ts';

const { inFolder, run: tune } = openTool('tune');

/** Below 0 the network's corrections count in the wrong direction. */
const TABLE = {
  games: GAMES,
  parameters: {
    NETWORK_WEIGHT_256: { start: 0, min: -2048, max: 2048, step: 512 },
    LMR_CUT_NODE: { min: 100, max: 900, step: 1 },
  },
};
const SETTINGS = ['--nodes', '1500', '--iterations', '4', '--pairs', '12'];

test('moves a parameter toward values that win; a stopped run resumes with the same result', () => {
  const whole = tune('whole.jsonl', TABLE, ...SETTINGS);
  expect(whole).toMatchObject({ status: 0, stderr: '' });
  const log = readFileSync(inFolder('whole.jsonl'), 'utf8');
  const iterations = log
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as { values: number[] });
  expect(iterations).toHaveLength(4);
  expect(iterations[3].values[0]).toBeGreaterThan(0);
  expect(whole.stdout).toContain(`| NETWORK_WEIGHT_256 | 0 | ${Math.round(iterations[3].values[0])} |`);

  writeFileSync(inFolder('stopped.jsonl'), log.slice(0, log.indexOf('"iteration":3') + 20));
  expect(tune('stopped.jsonl', TABLE, ...SETTINGS, '--concurrency', '2')).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(inFolder('stopped.jsonl'), 'utf8')).toBe(log);

  const other = tune('whole.jsonl', TABLE, ...SETTINGS, '--seed', '2');
  expect(other.status).toBe(2);
  expect(other.stderr).toMatch(/^.*whole\.jsonl: made with other settings \(.*\), expected .*\n$/);
  expect(readFileSync(inFolder('whole.jsonl'), 'utf8')).toBe(log);

  // A log of one network is not continued with another.
  writeFileSync(inFolder('other.tgnn'), 'another network');
  vi.stubEnv('TENGEN_NETWORK', inFolder('other.tgnn'));
  const network = tune('whole.jsonl', TABLE, ...SETTINGS);
  vi.unstubAllEnvs();
  expect(network.status).toBe(2);
  expect(network.stderr).toContain('whole.jsonl: made with other settings');
  expect(readFileSync(inFolder('whole.jsonl'), 'utf8')).toBe(log);
});

test.each([
  [{ ...TABLE, parameters: { FUTILITY: { min: 0, max: 9, step: 1 } } }, [], 'parameter FUTILITY: expected a name of'],
  [
    { ...TABLE, parameters: { LMR_FAR: { min: 0, max: 9, step: 1 } } },
    [],
    'parameter LMR_FAR from 0 to 9 by 1: expected',
  ],
  [null, [], 'table.json: no such file or folder; expected a table such as tools/tuning/parameters.json'],
  [TABLE, ['--rate', 'x'], '--rate x: expected a number above 0'],
])('what cannot be tuned gets a one-line error %#', (table, more, message) => {
  expectRefused(tune('none.jsonl', table, ...more), message);
});
