/**
 * The native program under sanitizers: compiled to check its threads, its memory and C's undefined behavior, and taken
 * through random conversations, whose commands arrive at any moment of a search.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/random.ts';
import { RULE_CODES } from '../../../src/core/rule-code.ts';
import { casesOf, seedOf } from '../../cases.ts';
import { between } from '../../unit/rules/random.ts';
import { canMake, sanitizedProgram } from './program.ts';

const CONVERSATIONS = casesOf(50, 5000);
/** Processes at once: threads that wait for a core interleave differently from those that have one. */
const AT_ONCE = 4;
/** Longer than any conversation, however busy the machine is. */
const HANG_MS = 120_000;

type Random = () => number;

function one<T>(random: Random, items: readonly T[]): T {
  return items[between(random, 0, items.length - 1)];
}

const point = (random: Random) => `${between(random, 0, 14)},${between(random, 0, 14)}`;

function board(random: Random): string[] {
  const points = new Set(Array.from({ length: between(random, 1, 14) }, () => point(random)));
  return ['BOARD', ...[...points].map((at, i) => `${at},${1 + (i % 2)}`), 'DONE'];
}

/** What a manager may say at any time. Repeated entries are drawn more often. */
const WORDS: readonly ((random: Random) => readonly string[])[] = [
  (random) => [`START ${between(random, 5, 22)}`],
  () => ['START 15'],
  () => ['RESTART'],
  () => ['RESTART', 'YXSHOWHASHUSAGE'],
  () => ['RESTART', 'BEGIN'],
  (random) => [`RECTSTART ${between(random, 5, 22)},${between(random, 5, 22)}`],
  () => ['BEGIN'],
  board,
  board,
  board,
  (random) => [`TURN ${point(random)}`],
  (random) => [`TURN ${point(random)}`],
  (random) => [`TAKEBACK ${point(random)}`],
  (random) => [`PLAY ${point(random)}`],
  () => ['STOP'],
  () => ['YXSTOP'],
  (random) => [`INFO rule ${one(random, RULE_CODES)}`],
  (random) => [`INFO timeout_turn ${one(random, [0, 5, 30, 30, 100])}`],
  (random) => [`INFO time_left ${one(random, [0, 50, 1000])}`],
  (random) => [`INFO timeout_match ${one(random, [0, 1000])}`],
  (random) => [`INFO thread_num ${one(random, [1, 2, 4])}`],
  (random) => [`INFO hash_size ${one(random, [0, 256, 4096, 20480])}`],
  (random) => [`INFO max_memory ${one(random, [0, 31457280, 73400320])}`],
  (random) => [`INFO max_node ${one(random, [0, 100, 3000])}`],
  (random) => [`INFO max_depth ${one(random, [0, 3])}`],
  (random) => [`INFO show_detail ${between(random, 0, 3)}`],
  (random) => [`INFO ponder ${between(random, 0, 1)}`],
  (random) => [`INFO win_length ${one(random, [4, 5])}`],
  (random) => [`YXNBEST ${between(random, 1, 4)}`],
  (random) => [`YXFORBID add ${between(random, 0, 14)} ${between(random, 0, 14)} ${between(random, 0, 1)}`],
  (random) => ['YXBLOCK', point(random), point(random), 'DONE'],
  (random) => ['YXBLOCKPATH', point(random), point(random), 'DONE'],
  () => ['YXBLOCKRESET'],
  () => ['YXSHOWINFO'],
  () => ['YXSHOWHASHUSAGE'],
  () => ['YXSHOWHASHUSAGE', 'YXSHOWHASHUSAGE'],
  () => ['YXHASHCLEAR'],
  () => ['YXSHOWFORBID'],
  () => ['YXSEARCHDEFEND'],
  () => ['YXSWAP2STEP1'],
  () => ['YXDRAW'],
  () => ['SWAP2BOARD', '7,7', '8,8', '9,9', 'DONE'],
  (random) => [one(random, ['ABOUT', 'NONSENSE', 'YXNONSENSE', 'TURN 99,99', 'BOARD', 'DONE', ''])],
];

/** Milliseconds between two commands: most come at once, some during a search. */
const PAUSES = [0, 0, 0, 0, 1, 3, 10, 30];

interface Step {
  readonly lines: readonly string[];
  readonly pauseMs: number;
}

function conversation(seed: number): Step[] {
  const random = seededRandom(seed);
  const begin = ['INFO timeout_turn 30', `INFO thread_num ${one(random, [1, 2, 3])}`, 'START 15'];
  const steps = Array.from({ length: between(random, 5, 25) }, () => ({
    lines: one(random, WORDS)(random),
    pauseMs: one(random, PAUSES),
  }));
  return [{ lines: begin, pauseMs: one(random, PAUSES) }, ...steps];
}

/** @returns what is wrong with the program's reaction to a conversation; null for nothing */
async function hold(program: readonly string[], seed: number): Promise<string | null> {
  const [command, ...args] = program;
  const child = spawn(command, args, { env: { ...process.env, ...OPTIONS } });
  const hang = setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  child.stdout.resume();
  // A program that has ended accepts no more commands; its exit is checked below.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close');
  for (const { lines, pauseMs } of conversation(seed)) {
    child.stdin.write(lines.map((line) => `${line}\n`).join(''));
    if (pauseMs > 0) await sleep(pauseMs);
  }
  // Half of the conversations end with END, the others with the end of the pipe.
  child.stdin.end(seed % 2 === 0 ? 'END\n' : '');
  const [status, signal] = await closed;
  clearTimeout(hang);
  if (status === 0 && errors === '') return null;
  return `conversation ${seed} ended by ${signal ?? status}:\n${errors.slice(0, 4000)}`;
}

/** The first fault ends the program. It leaves by _exit() while its threads are running, so this is not a leak. */
const OPTIONS = {
  TSAN_OPTIONS: 'halt_on_error=1 exitcode=66',
  ASAN_OPTIONS: 'detect_leaks=0 exitcode=67',
  UBSAN_OPTIONS: 'halt_on_error=1 print_stacktrace=1',
};

describe.runIf(canMake).each(['thread', 'address,undefined'])(
  'the native program under -fsanitize=%s',
  (sanitizers) => {
    let program: readonly string[] = [];

    beforeAll(async () => {
      program = await sanitizedProgram(sanitizers);
    }, 600_000);

    test(`has no fault in ${CONVERSATIONS} random conversations`, { timeout: 3_600_000 }, async () => {
      let seed = 0;
      const faults: string[] = [];
      const talk = async () => {
        while (seed < CONVERSATIONS && faults.length === 0) {
          const fault = await hold(program, seedOf(++seed));
          if (fault !== null) faults.push(fault);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, talk));
      expect(faults).toEqual([]);
    });
  },
);
