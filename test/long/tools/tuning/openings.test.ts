/** Openings for a verdict: balanced by scores and, on request, by fast games. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { parseOpenings } from '../../../../src/records/notation/openings.ts';
import { temporaryFolder } from '../../../folder.ts';
import { PROGRAM, tool } from '../../../processes.ts';

const FREESTYLE = ruleFromCode(0)!;

function draw(...more: string[]) {
  const fixed = ['openings', '--seed', '4', '--count', '3', '--nodes', '3200', '--margin', '90'];
  return tool(...fixed, ...more);
}

test('with --games no color wins more than three quarters of them, and the same seed gives the same openings', () => {
  const { status, stdout, stderr } = draw('--games', '2');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n')[0]).toBe('# 0 15x15, seed 4, within 90 at 3200 nodes, 2 games each');
  const found = [...stdout.matchAll(/^# (-?\d+), Black (\d+) %$/gm)];
  expect(found).toHaveLength(3);
  for (const [, score, share] of found) {
    expect(Math.abs(Number(score))).toBeLessThanOrEqual(90);
    expect(Number(share)).toBeGreaterThanOrEqual(25);
    expect(Number(share)).toBeLessThanOrEqual(75);
  }
  expect(parseOpenings(stdout, 'auto', 15, FREESTYLE).openings).toHaveLength(3);
  expect(draw('--games', '2').stdout).toBe(stdout);
  // Without games more are accepted: those that the games rejected were balanced by the score alone.
  const all = parseOpenings(draw('--count', '12').stdout, 'auto', 15, FREESTYLE).openings.map((each) =>
    JSON.stringify(each),
  );
  const kept = parseOpenings(stdout, 'auto', 15, FREESTYLE).openings.map((each) => JSON.stringify(each));
  expect(all).toEqual(expect.arrayContaining(kept));
  expect(all.slice(0, 3)).not.toEqual(kept);
});

test('other judges score within the margin, too, with the same nodes or for a time', () => {
  const judges = ['--judge', PROGRAM, '--judge', PROGRAM];
  const { status, stdout, stderr } = draw(...judges);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const scores = [...stdout.matchAll(/^# (-?\d+), (-?\d+), (-?\d+)$/gm)].map(([, ...each]) => each.map(Number));
  expect(scores).toHaveLength(3);
  for (const [own, first, second] of scores) {
    expect(Math.max(...[own, first, second].map(Math.abs))).toBeLessThanOrEqual(90);
    expect(first).toBe(second);
  }
  expect(draw(...judges).stdout).toBe(stdout);
  const timed = draw('--count', '1', '--judge', PROGRAM, '--judge-ms', '400').stdout;
  expect(timed).toMatch(/^# -?\d+, -?\d+$/m);
  const silent = join(temporaryFolder(), 'silent.mjs');
  const answers = "{ START: 'OK', DONE: '0,0' }[line.trim().split(' ')[0]]";
  writeFileSync(
    silent,
    `for await (const line of (await import('node:readline')).createInterface(process.stdin)) { const answer = ${answers}; if (answer) console.log(answer); }`,
  );
  const given = draw('--judge', silent);
  expect(given.status).toBe(2);
  expect(given.stderr).toBe(`--judge ${silent}: no score for 20 openings, expected one in a line MESSAGE\n`);
});
