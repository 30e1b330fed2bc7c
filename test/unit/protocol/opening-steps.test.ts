import { beforeEach, describe, expect, test } from 'vitest';
import { Session } from '../../../src/protocol/session.ts';
import { type FakeEngine, FIGURES, fakeEngine } from './fake-engine.ts';

let engine: FakeEngine;
let said: string[];
let session: Session;

beforeEach(() => {
  engine = fakeEngine();
  said = [];
  session = new Session({ engine, write: (line) => said.push(line), onEnd: () => {}, random: () => 0.999 });
  send('INFO rule 4', 'START 15', 'INFO timeout_turn 1000');
});

/** @returns the output since the last call */
function send(...lines: string[]): string[] {
  for (const line of lines) session.receive(line);
  return said.splice(0);
}

/** Reports the requested number of lines, with these scores, and finishes with the first of them. */
async function search(...scores: [number, number, number][]): Promise<string[]> {
  const { limits, tell, finish } = engine.thinks.at(-1)!;
  const lines = Math.min(limits.lines!, scores.length);
  scores.slice(0, lines).forEach(([x, y, score], line) => {
    tell({ ...FIGURES, kind: 'iteration', line, lines, score, pv: [{ x, y }] });
  });
  const [x, y, score] = scores[0];
  await finish({ x, y, score });
  return said.splice(0);
}

describe('swap2', () => {
  test('takes Black if White, to move, is worse', async () => {
    send('YXBOARD 7,7,2 8,8,1 9,9,2 DONE', 'YXSWAP2STEP2');
    expect(await search([1, 1, -1])).toEqual(['MESSAGE SWAP2 SWAP1 YES']);
    send('YXSWAP2STEP2');
    expect(await search([1, 1, 0])).toEqual(['MESSAGE SWAP2 SWAP1 NO']);
    send('YXBOARD 7,7,2 8,8,1 9,9,2 1,1,1 2,2,2 DONE', 'YXSWAP2STEP3');
    expect(await search([1, 2, -40])).toEqual(['MESSAGE SWAP2 SWAP2 YES']);
    expect(engine.position.stones).toHaveLength(5);
  });
});

describe('soosorv', () => {
  test("begins with one of renju's openings, on every board", () => {
    for (const size of [5, 15, 22]) {
      const [, ...stones] = send(`START ${size}`, 'YXSOOSORVSTEP1');
      const points = stones.map((line) => /^MESSAGE SOOSORV MOVE\d (\d+) (\d+)$/.exec(line)!.slice(1).map(Number));
      const center = size >> 1;
      expect(points[0]).toEqual([center, center]);
      for (const [x, y] of points) expect(Math.max(Math.abs(x - center), Math.abs(y - center))).toBeLessThanOrEqual(2);
      expect(new Set(points.map(String)).size).toBe(3);
    }
  });

  test('White takes Black if White is worse after three stones', async () => {
    send('YXSOOSORVSTEP2', '7,7', '8,6', '9,8', 'DONE');
    expect(engine.sideToMove).toBe(2);
    expect(await search([1, 1, -3])).toEqual(['MESSAGE SOOSORV SWAP1 YES']);
    expect(engine.position.stones).toEqual([]);
  });

  test('gives the fourth stone, and the number of fifth moves that makes the game even', async () => {
    send('YXSOOSORVSTEP3 7,7 8,6 9,8 DONE');
    await search([6, 8, 90]);
    expect(engine.position.stones).toHaveLength(4);
    const found = await search([1, 1, 300], [1, 2, 120], [1, 3, 20], [1, 4, -50]);
    expect(found).toEqual(['MESSAGE SOOSORV MOVE4 6 8 3']);
  });

  test('Black takes White if the worst of its fifth moves is bad', async () => {
    send('YXSOOSORVSTEP4 2 7,7 8,6 9,8 6,8 DONE');
    expect(engine.sideToMove).toBe(1);
    expect(await search([1, 1, 300], [1, 2, 120], [1, 3, -20])).toEqual(['MESSAGE SOOSORV SWAP2 NO']);
    send('YXSOOSORVSTEP4 3 7,7 8,6 9,8 6,8 DONE');
    expect(await search([1, 1, 300], [1, 2, 120], [1, 3, -20])).toEqual(['MESSAGE SOOSORV SWAP2 YES']);
  });

  test('no two fifth moves are symmetric, and there are as many as requested', async () => {
    // The stones are in the middle column: left and right are symmetric.
    send('YXSOOSORVSTEP5 4 7,7 7,6 7,8 7,5 DONE');
    const found = await search([6, 9, 50], [8, 9, 50], [6, 7, 40], [8, 7, 40]);
    expect(found.slice(0, 3)).toEqual([
      'MESSAGE SOOSORV MOVE5 REFRESH',
      'MESSAGE SOOSORV MOVE5 6 9',
      'MESSAGE SOOSORV MOVE5 6 7',
    ]);
    expect(found).toHaveLength(6);
    expect(found.at(-1)).toBe('MESSAGE SOOSORV MOVE5 DONE');
  });

  test('picks the fifth move that is worst for Black', async () => {
    send('YXSOOSORVSTEP6 7,7 8,6 9,8 6,8 1,1 2,2 3,3 DONE');
    for (const score of [10, 80, 30]) {
      expect(engine.sideToMove).toBe(2);
      await engine.thinks.at(-1)!.finish({ score });
    }
    expect(said).toEqual(['MESSAGE SOOSORV MOVE5C 2 2']);
  });

  test.each([
    ['YXSOOSORVSTEP2 7,7 8,6 9,8 DONE', /^MESSAGE SOOSORV SWAP1 NO$/],
    ['YXSOOSORVSTEP3 7,7 8,6 9,8 DONE', /^MESSAGE SOOSORV MOVE4 \d+ \d+ 1$/],
    ['YXSOOSORVSTEP5 1 7,7 8,6 9,8 6,8 DONE', /^MESSAGE SOOSORV MOVE5 DONE$/],
    ['YXSOOSORVSTEP6 7,7 8,6 9,8 6,8 1,1 2,2 DONE', /^MESSAGE SOOSORV MOVE5C 1 1$/],
  ])('a failed search still gets an answer: %s', async (line, answer) => {
    send(line);
    await engine.thinks.at(-1)!.fail(new Error('broken'));
    expect(said.at(-1)).toMatch(answer);
    expect(engine.position.stones).toEqual([]);
  });
});
