/** Problems in the terminal, typed line by line. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProblemSession } from '../../../../src/cli/play/problem-session.ts';
import { readPlayRequest } from '../../../../src/cli/play/settings.ts';
import type { Engine } from '../../../../src/engine/api.ts';
import { createEngine } from '../../../../src/platform/node/engine.ts';
import { listedProblem } from '../../../../src/play/problems/problem.ts';

const THREES = '0 15 threes 1040 b hafr..i.c.b.atgucisrbc. i8i9h8g8l8';
const DEFENSE = '0 15 defense 1090 b dbdi.lsazf c6';
const FOUL = '4 15 foul 750 w ban.bia.ipzv.lewatswwbmnqmbzpmhinxgdyqufiwslg.pugb.yuw.fsne.rcf...i.. b6a1c6';
const LOOK = { charset: 'ascii', colors: 0, columns: 80 } as const;

let engine: Engine;
beforeAll(() => {
  engine = createEngine();
});
afterAll(() => engine.close());

const sessionOf = (...lines: string[]) => new ProblemSession(lines.map(listedProblem), engine, () => 0);

test('right moves are answered, up to the five', async () => {
  const session = sessionOf(THREES);
  expect(session.task).toBe('Black wins. How?');
  expect(session.prompt).toBe('Black to move');
  expect(await session.handle('i8')).toEqual(['I8 is right. White answers I7.']);
  expect(await session.handle(' H 8 ')).toEqual(['H8 is right. White answers G8.']);
  expect(await session.handle('L8')).toEqual(['L8: solved.']);
  expect(session.picture(LOOK).text).toEqual([
    'freestyle, 15x15: win by threes and fours, rated 1040',
    'Solved 1 of 1 problem.',
  ]);
  expect(await session.handle('')).toBeNull();
});

test('a wrong move is refuted, can be replaced, and then does not count as solved', async () => {
  const session = sessionOf(DEFENSE);
  const before = session.picture(LOOK).board;
  const [refutation, advice] = (await session.handle('o1')) ?? [];
  expect(refutation).toMatch(/^O1 loses: White answers ([A-O]\d+ ?)+, and wins in \d+ moves?$/);
  expect(advice).toBe('Try another move, or enter solution.');
  expect(session.picture(LOOK).board).toEqual(before);
  expect(await session.handle('c10')).toEqual(['C10: solved, after a wrong move or help.']);
  expect(session.result).toBe('Solved 0 of 1 problem.');
});

test.each([
  ['i 99', 'I 99: off the board, expected a column from A to O and a row from 1 to 15'],
  ['what', 'Enter a point such as H8, or hint, solution, next or quit.'],
  ['f14', 'F14: already occupied. Choose an empty point.'],
])('%s changes nothing', async (line, message) => {
  const session = sessionOf(DEFENSE);
  const before = session.picture(LOOK);
  expect(await session.handle(line)).toEqual([message]);
  expect(session.picture(LOOK)).toEqual(before);
});

test('hint, solution, next and quit', async () => {
  const session = sessionOf(FOUL, DEFENSE);
  expect(await session.handle('hint')).toEqual(['Try B10.']);
  expect(await session.handle('solution')).toEqual(['Solution: B10 A15 C10']);
  expect(session.prompt).toBe('Enter: next problem');
  expect(await session.handle('')).toEqual([]);
  expect(session.task).toBe('Black: find the only move that does not lose.');
  expect(await session.handle('quit')).toBeNull();
  expect(await session.handle('next')).toBeNull();
  expect(session.result).toBe('Solved 0 of 2 problems.');
});

test('options of a game are refused with problems', () => {
  const request = (...args: string[]) => readPlayRequest(args, () => 1);
  expect(request('--problems').problems).toEqual({ rule: null });
  expect(request('--problems', '--rule', 'renju').problems).toEqual({ rule: 4 });
  expect(request().problems).toBeNull();
  expect(() => request('--problems', '--level', '3')).toThrow(
    '--level: expected only --rule, --seed or --ascii with --problems',
  );
});
