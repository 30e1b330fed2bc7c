/** The profiles of gomocup-check report what the manager that they imitate did to the scripted brain. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkBrain, STEPS } from '../../../packages/gomocup-check/src/check.ts';
import type { Behavior } from '../../../packages/gomocup-check/src/scripted/brain.ts';
import { scripted } from '../measure/match/scripted.ts';

const PROGRAM = fileURLToPath(new URL('../../../packages/gomocup-check/bin/gomocup-check.js', import.meta.url));

/** Runs one profile with a brain that does one thing wrong in its second move. @returns texts of its failures */
async function failures(profile: string, behavior: Behavior): Promise<string[]> {
  const argv = [process.execPath, PROGRAM, 'brain', '--behavior', behavior];
  // Only one brain does not answer START; the others start late on a busy machine.
  const startTimeoutMs = behavior === 'lower-ok' ? 3000 : 600_000;
  const spec = { ...scripted('sound'), argv, command: argv.join(' '), startTimeoutMs };
  const number = STEPS.findIndex(({ id }) => id === `profile-${profile}`) + 1;
  const texts: string[] = [];
  for await (const { findings } of checkBrain(spec, { full: false, only: [number] }, () => performance.now()))
    texts.push(...findings.filter(({ severity }) => severity === 'fail').map(({ text }) => text));
  return texts;
}

describe('a fault that ends the game', () => {
  test.concurrent.each([
    ['judge-2026', 'twice', 'it counts as the next one'],
    ['judge-2026', 'suggest', 'no answer to TURN'],
    ['piskvork', 'blanks', 'no answer to TURN'],
    ['piskvork', 'error', 'instead of a move: Piskvork ends the game'],
    ['c-gomoku-cli', 'blanks', 'with a blank after a number'],
    ['liskvork', 'blanks', 'printed " 1 , 0 ": liskvork cannot read this line, and ends the game'],
    ['liskvork', 'crlf', 'ended "0,0" with CR LF: liskvork cannot read a number before a CR'],
    ['liskvork', 'talkative', 'printed "": liskvork cannot read this line, and ends the game'],
    ['liskvork', 'bare', 'printed "MESSAGE": liskvork cannot read this line, and ends the game'],
    ['liskvork', 'lower-ok', 'no answer to START 15'],
    ['qpiskvork', 'error', 'printed "ERROR a text": its first letter ends the game'],
    ['qpiskvork', 'blanks', 'printed " 1 , 0 ": its first letter ends the game'],
    ['yixin-board', 'off-board', '0,15 is off the board'],
  ] as const)('%s: %s', async (profile, behavior, text) => {
    expect((await failures(profile, behavior)).join('; ')).toContain(text);
  });
});

describe('a fault that the manager does not mind', () => {
  test.concurrent.each([
    ['judge-2026', 'blanks'],
    ['judge-2026', 'error'],
    ['judge-2026', 'refuses'],
    ['c-gomoku-cli', 'crlf'],
    ['liskvork', 'error'],
    ['qpiskvork', 'no-ok'],
    ['yixin-board', 'error'],
  ] as const)('%s: %s', async (profile, behavior) => {
    expect(await failures(profile, behavior)).toEqual([]);
  });
});
