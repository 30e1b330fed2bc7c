import { beforeEach, expect, test } from 'vitest';
import { Session } from '../../../src/protocol/session.ts';
import { type FakeEngine, FIGURES, fakeEngine } from './fake-engine.ts';

let engine: FakeEngine;
let said: string[];
let session: Session;

beforeEach(() => {
  engine = fakeEngine();
  said = [];
  session = new Session({ engine, write: (line) => said.push(line), onEnd: () => {} });
  send('START 15', 'INFO timeout_turn 1000');
});

function send(...lines: string[]): void {
  for (const line of lines) session.receive(line);
}

/** Answers all thinks: a move's score is ten times its column, minus a hundred. @returns the times they were given */
async function playSearch(): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < engine.thinks.length; i++) {
    const { limits, tell, finish } = engine.thinks[i];
    times.push(limits.maxMs!);
    const excluded = new Set(limits.excluded!.map(({ x, y }) => `${x},${y}`));
    const taken = new Set(engine.position.stones.map(({ x, y }) => `${x},${y}`));
    let line = 0;
    for (let x = 0; x < 15; x++) {
      for (let y = 0; y < 15; y++) {
        if (excluded.has(`${x},${y}`) || taken.has(`${x},${y}`) || line >= limits.lines!) continue;
        tell({
          ...FIGURES,
          kind: 'iteration',
          line: line++,
          lines: limits.lines!,
          score: 10 * x - 100,
          pv: [{ x, y }],
        });
      }
    }
    await finish({ score: 0 });
  }
  return times;
}

test('takes the move whose score is nearest to 0, and plays it', async () => {
  send('YXBOARD 7,7,2 8,8,1 DONE', 'YXBALANCEONE 0');
  const times = await playSearch();
  expect(said.at(-1)).toMatch(/^10,\d+$/);
  expect(engine.position.stones).toHaveLength(3);
  expect(times.at(-1)).toBe(960);
  expect(times.at(-2)).toBe(480);
});

test('or nearest to the bias', async () => {
  send('YXBOARD 7,7,2 8,8,1 DONE', 'YXBALANCEONE -52');
  await playSearch();
  expect(said.at(-1)).toMatch(/^5,\d+$/);
});

test('with two moves, the second belongs to the other side', async () => {
  send('YXBOARD 7,7,2 8,8,1 DONE', 'YXBALANCETWO 20');
  await playSearch();
  expect(said.at(-1)).toMatch(/^11,\d+ 8,\d+$|^11,\d+ 7,\d+$/);
  expect(engine.position.stones.map(({ color }) => color)).toEqual([2, 1, 1, 2]);
});

test('reports only the final, deciding searches', async () => {
  send('YXBOARD 7,7,2 8,8,1 DONE', 'YXBALANCEONE 0');
  engine.time += 300;
  engine.thinks[0].tell({ ...FIGURES, kind: 'iteration', line: 0, lines: 1, pv: [{ x: 1, y: 1 }] });
  expect(said.filter((line) => line.startsWith('MESSAGE'))).toEqual([]);
  await playSearch();
  expect(said.filter((line) => line.startsWith('MESSAGE'))).toHaveLength(16);
});

test('YXSTOP ends all of its searches', async () => {
  send('YXBOARD 7,7,2 8,8,1 DONE', 'YXBALANCETWO 0', 'YXSTOP');
  const times = await playSearch();
  expect(new Set(times.slice(1))).toEqual(new Set([0]));
  expect(said.at(-1)).toMatch(/^\d+,\d+ \d+,\d+$/);
});

test('unlimited time is limited here', async () => {
  send(
    'YXSHOWINFO',
    'INFO timeout_match 100000000',
    'INFO timeout_turn 2000000',
    'YXBOARD 7,7,2 DONE',
    'YXBALANCEONE 0',
  );
  expect((await playSearch()).at(-1)).toBe(20_000);
});

test('an empty board is searched move by move', async () => {
  send('YXBALANCEONE 0');
  await playSearch();
  expect(engine.thinks.length).toBe(36);
  expect(said.at(-1)).toMatch(/^\d+,\d+$/);
  expect(engine.position.stones).toHaveLength(1);
});

test('an aborted or failed search leaves the board as it was', async () => {
  send('YXBOARD 7,7,2 8,8,1 DONE', 'YXBALANCETWO 0');
  const think = engine.thinks[0];
  send('TAKEBACK 8,8');
  await think.finish();
  expect(engine.position.stones).toHaveLength(1);
  send('YXBALANCETWO 0');
  await engine.thinks.at(-1)!.fail(new Error('broken'));
  expect(said.at(-1)).toMatch(/^\d+,\d+ \d+,\d+$/);
  expect(engine.position.stones).toHaveLength(3);
});

test('a bias that is not a number is rejected', () => {
  said.length = 0;
  send('YXBALANCEONE x', 'YXBALANCETWO 1 2');
  expect(said).toEqual(['ERROR bias "x": expected a whole number', 'ERROR bias "1 2": expected a whole number']);
});

test('searchdefend requests the maximum number of lines', () => {
  send('YXBOARD 7,7,2 DONE', 'YXSEARCHDEFEND');
  expect(engine.thinks.at(-1)!.limits.lines).toBe(16);
});
