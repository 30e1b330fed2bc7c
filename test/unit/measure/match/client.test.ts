/** The client for scripts: typed commands, and errors that quote the answer. */
import { afterEach, describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/core/errors.ts';
import { BrainError } from '../../../../src/measure/match/brain-error.ts';
import { EngineClient } from '../../../../src/measure/match/client.ts';
import { leftovers, scripted } from './scripted.ts';

let brain: EngineClient;

function start(behavior: string, strict = false): EngineClient {
  const { argv, cwd } = scripted(behavior);
  brain = new EngineClient({ argv, cwd, strict });
  return brain;
}

afterEach(async () => {
  await brain.end(1000);
  expect(leftovers()).toEqual([]);
});

async function failure(promise: Promise<unknown>): Promise<BrainError> {
  const error = await promise.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(BrainError);
  return error;
}

describe('commands', () => {
  test('a short game', async () => {
    start('scores 12');
    expect(await brain.about(5000)).toEqual({ name: 'scripted', version: '1.0', author: 'test' });
    await brain.start(15, 5000);
    const first = await brain.begin(5000);
    expect(first.move).toEqual({ x: 7, y: 7 });
    expect(first.thinking).toEqual({ score: 12, depth: 5, nodes: 2000 });
    expect(first.elapsedMs).toBeGreaterThan(0);
    const second = await brain.turn({ x: 0, y: 0 }, 5000);
    expect(second.move).not.toEqual(first.move);
    const third = await brain.board([{ x: 7, y: 7, field: 2 }], 5000);
    expect(third.move).not.toEqual({ x: 7, y: 7 });
    expect(brain.lastLines).toContain('> TURN 0,0');
    expect(await brain.end(5000)).toBe(true);
    expect(brain.exitCode).toBe(0);
  });

  test('only the beginning of an endless line is kept', async () => {
    let longest = 0;
    const { argv, cwd } = scripted('long-about');
    brain = new EngineClient({ argv, cwd, onLine: (_, line) => (longest = Math.max(longest, line.length)) });
    expect(await brain.about(5000)).toEqual({ name: 'scripted' });
    expect(longest).toBe(4096);
  });

  test.each([
    ['x', '1\nYXSETDATABASE /tmp/x.db'],
    ['x', '1\rEND'],
    ['x', 'a\0b'],
    ['x\nEND', '1'],
    ['x y', '1'],
    ['', '1'],
  ])('INFO accepts one key and one line: %j %j', (key, value) => {
    start('sound');
    expect(() => brain.info(key, value)).toThrow(UserError);
    expect(() => brain.info(key, value)).toThrow(/^option .*: expected .*one/);
    expect(brain.lastLines).toEqual([]);
    brain.info('evaluate', 'řada 5, "text" = \\');
    expect(brain.lastLines).toHaveLength(1);
  });

  test('any other command', async () => {
    start('sound');
    const { answer } = await brain.ask(
      'ABOUT',
      5000,
      'a version',
      (line) => /version="([^"]+)"/.exec(line)?.[1] ?? null,
    );
    expect(answer).toBe('1.0');
  });

  test('swap2', async () => {
    start('sound');
    expect((await brain.swap2([], 5000)).answer).toHaveLength(3);
    expect(
      (
        await brain.swap2(
          [
            { x: 1, y: 1 },
            { x: 2, y: 2 },
            { x: 3, y: 3 },
          ],
          5000,
        )
      ).answer,
    ).toBe('swap');
  });
});

describe('errors', () => {
  test('START is rejected', async () => {
    const error = await failure(start('refuses').start(15, 5000));
    expect(error).toMatchObject({ failure: 'answer', message: 'START 15 was answered "ERROR unsupported board size"' });
  });

  test('no answer', async () => {
    const error = await failure(start('silent').start(15, 300));
    expect(error.failure).toBe('timeout');
    expect(error.message).toBe('no answer to START 15 within 300 ms: expected OK');
  });

  test('the brain is gone: every later command fails at once', async () => {
    start('dies-at-once');
    expect((await failure(brain.start(15, 5000))).failure).toBe('exit');
    expect((await failure(brain.begin(5000))).message).toMatch(/exit code 7/);
    expect(brain.lastLines).toContain('! cannot open weights.bin');
  });

  test('two questions at a time', async () => {
    start('sound');
    const first = brain.about(5000);
    expect((await failure(brain.start(15, 5000))).message).toMatch(/"START 15" sent while an answer is awaited/);
    await first;
  });

  test('strict: a line that is not a move', async () => {
    start('garbage', true);
    await brain.start(15, 5000);
    const error = await failure(brain.begin(5000));
    expect(error.failure).toBe('answer');
    // Unprintable bytes are shown as dots.
    expect(error.message).toMatch(/^answered "\.\. thinking\.\.\. .* best so far 7;7": expected a move x,y$/);
  });
});
