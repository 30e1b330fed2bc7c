/** The problems of the page, which tools/problems.ts makes. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { opponentOf } from '../../../../src/core/color.ts';
import { samePoint } from '../../../../src/core/point.ts';
import { CHECK_NODES, checkProblem } from '../../../../src/play/problems/check.ts';
import { idOf, listedProblems, parseProblem } from '../../../../src/play/problems/problem.ts';
import { gameAfter } from '../../../../src/play/problems/solve.ts';
import { winningPoints } from '../../../../src/play/state/threats.ts';
import { isFoul } from '../../../../src/rules/index.ts';
import { KernelAnalyzer } from '../../../../tools/problems/kernel-analyzer.ts';
import { imageKey } from '../../../../tools/problems/pack.ts';

/** One problem of this many is checked again: a check takes a second or two. */
const SAMPLE = 80;

const text = readFileSync(new URL('../../../../src/play/problems/problems.txt', import.meta.url), 'utf8');
const problems = listedProblems(text).map((listed) => parseProblem(listed.text));

test('there are more than a thousand, in less than 60 kB gzipped', () => {
  expect(problems.length).toBeGreaterThan(1000);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThan(60_000);
});

test('no two are the same, mirrored or rotated', () => {
  expect(new Set(problems.map(imageKey)).size).toBe(problems.length);
  expect(new Set(problems.map(idOf)).size).toBe(problems.length);
});

test('the referee accepts every solution: a win ends with a five of the solver, a defense is one move', () => {
  for (const problem of problems) {
    const { end } = gameAfter(problem, problem.line);
    if (problem.kind === 'defense') {
      expect(problem.line).toHaveLength(1);
      expect(end).toBeNull();
    } else {
      expect(end).toMatchObject({ reason: 'five', result: problem.toPlay === 1 ? 'black' : 'white' });
    }
  }
});

test('in a win by fours every move of the solver makes a four', () => {
  for (const problem of problems.filter(({ kind }) => kind === 'fours')) {
    for (let plies = 1; plies < problem.line.length; plies += 2) {
      const { position, variant } = gameAfter(problem, problem.line.slice(0, plies));
      expect(winningPoints(position, variant.rule, problem.toPlay)).not.toEqual([]);
    }
  }
});

test('a win by a forbidden move leaves the other side one answer, which is forbidden', () => {
  for (const problem of problems.filter(({ kind }) => kind === 'foul')) {
    const { position, variant } = gameAfter(problem, problem.line.slice(0, -2));
    const fives = winningPoints(position, variant.rule, problem.toPlay);
    expect(fives).toHaveLength(1);
    expect(samePoint(fives[0], problem.line[problem.line.length - 1])).toBe(true);
    expect(isFoul(position, variant.rule, fives[0], opponentOf(problem.toPlay))).toBe(true);
  }
});

// If a changed search refuses one, `npm run -s tool -- problems recheck` drops all that it refuses (docs/guide/learn.md).
test('one move alone solves a problem, as the search proves', async () => {
  const engine = new KernelAnalyzer();
  for (const problem of problems.filter((_, i) => i % SAMPLE === 0)) {
    const checked = await checkProblem(engine, gameAfter(problem, []), { nodes: CHECK_NODES });
    const found = checked !== null && 'problem' in checked ? checked.problem.line[0] : checked;
    expect(found, idOf(problem)).toEqual(problem.line[0]);
  }
});
