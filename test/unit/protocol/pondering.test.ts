/** Pondering with the real engine. */
import { afterEach, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/api.ts';
import { createEngine } from '../../../src/platform/node/engine.ts';
import { Session } from '../../../src/protocol/session.ts';

let engine: Engine;
afterEach(() => engine.close());

test.each([1, 2])('it prints nothing, and its results are available to the next move: %i threads', async (threads) => {
  engine = createEngine();
  const said: string[] = [];
  const session = new Session({ engine, write: (line) => said.push(line), onEnd: () => {} });
  const send = (...lines: string[]) => {
    for (const line of lines) session.receive(line);
  };
  const answer = () => expect.poll(() => said.splice(0).at(-1)).toMatch(/^\d+,\d+$/);
  send('INFO ponder 1', `INFO thread_num ${threads}`, 'INFO max_node 2000', 'START 15', 'TURN 7,7');
  await expect.poll(() => engine.isPondering).toBe(true);
  said.length = 0;
  const filled = engine.tableUse();
  await expect.poll(() => engine.tableUse(), { interval: 20 }).toBeGreaterThan(filled);
  expect(said).toEqual([]);
  send('ABOUT');
  expect(said.splice(0)).toEqual([expect.stringMatching(/^name="tengen"/)]);
  expect(engine.isPondering).toBe(true);
  send('TURN 0,0');
  expect(engine.isPondering).toBe(false);
  await answer();
  await expect.poll(() => engine.isPondering).toBe(true);
  send('RESTART');
  expect([engine.isPondering, said.splice(0)]).toEqual([false, ['OK']]);
});
