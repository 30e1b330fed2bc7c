/** The problems of the page. Their uniqueness is proven when they are made: tools/problems.ts. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { samePoint } from '../../src/core/point.ts';
import { winningPoints } from '../../src/game/state/threats.ts';
import { idOf, imageKey, listedProblems, parseProblem } from '../../src/problems/problem.ts';
import { gameAfter } from '../../src/problems/solve.ts';

const text = readFileSync(new URL('../../src/problems/problems.txt', import.meta.url), 'utf8');
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

test('a win by a forbidden move leaves Black one answer, which is forbidden', () => {
  for (const problem of problems.filter(({ kind }) => kind === 'foul')) {
    const { position, variant } = gameAfter(problem, problem.line.slice(0, -2));
    const fives = winningPoints(position, variant.rule, problem.toPlay);
    expect(fives).toHaveLength(1);
    expect(samePoint(fives[0], problem.line[problem.line.length - 1])).toBe(true);
  }
});
