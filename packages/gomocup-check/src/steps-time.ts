/** Steps about clocks. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { samePoint, type XY } from '../../../src/core/point.ts';
import { alternating, awayFrom, boardStonesOf, illegal, points, seenByMover, TOLERANCE_MS } from './kit.ts';
import type { Probe } from './probe.ts';
import { type CheckContext, type Finding, fail, note, type Step, skip, warn } from './step.ts';

export const TIME_STEPS: readonly Step[] = [
  {
    id: 'timeout-turn',
    title: 'keeps to timeout_turn',
    why: 'the judge and Piskvork tolerate 1 s, liskvork nothing; the time runs from the command to the reply.',
    sentences: ['I2', 'T1'],
    fix: 'Take the time when you read the command, poll a monotonic clock in the search, and stop some ms early.',
    async *run(context) {
      for (const turnMs of context.full ? [2000, 500, 100, 50] : [500, 100]) {
        context.report(`timeout_turn ${turnMs}`);
        const times = await moveTimes(context, { turnMs }, context.full ? 10 : 5);
        const over = Math.max(...times) - turnMs;
        if (over > TOLERANCE_MS) yield fail(`timeout_turn ${turnMs}: ${Math.round(over)} ms over`);
        else if (over > 0) yield warn(`timeout_turn ${turnMs}: ${Math.round(over)} ms over`);
        else yield note(`timeout_turn ${turnMs}: longest ${Math.round(Math.max(...times))} ms`);
      }
    },
  },
  {
    id: 'timeout-zero',
    title: 'timeout_turn 0: answers at once',
    why: 'the protocol asks for the fastest move; Piskvork sends it as "move now".',
    sentences: ['I2'],
    fix: 'With timeout_turn 0 play a move without a search.',
    async run(context) {
      const [longest] = (await moveTimes(context, { turnMs: 0 }, 3)).sort((a, b) => b - a);
      if (longest > TOLERANCE_MS) return [fail(`took ${Math.round(longest)} ms`)];
      return longest > 200 ? [warn(`took ${Math.round(longest)} ms`)] : [];
    },
  },
  {
    id: 'timeout-match',
    title: 'keeps to timeout_match and time_left',
    why: 'the match time is for all moves; a brain that spends it early loses once it is gone.',
    sentences: ['I3', 'I4'],
    fix: 'Plan from time_left, not from timeout_turn, and keep a reserve for every move to come.',
    async run(context) {
      const matchMs = context.full ? 6000 : 2000;
      const times = await moveTimes(context, { turnMs: matchMs, matchMs }, context.full ? 30 : 12);
      const used = times.reduce((sum, ms) => sum + ms, 0);
      if (used > matchMs + TOLERANCE_MS) return [fail(`used ${Math.round(used)} ms of ${matchMs}`)];
      return used > matchMs
        ? [warn(`used ${Math.round(used)} ms of ${matchMs}`)]
        : [note(`used ${Math.round(used)} of ${matchMs} ms in ${times.length} moves`)];
    },
  },
  {
    id: 'uses-time',
    title: 'uses the time of a short match',
    why: 'the positions are open, so any time left at the end could have gone into the search: a brain that saves nine tenths of a short clock is weaker in every fast match. A brain that answers from a book or has proven the result may be faster.',
    sentences: ['T5'],
    fix: 'Plan a share of time_left for each move instead of a fixed reserve in seconds.',
    async *run(context) {
      for (const limits of [
        { turnMs: 1000, matchMs: 6000 },
        { turnMs: 5000, matchMs: 5000 }, // tc=5 in most match runners
        { turnMs: 1000, matchMs: 3000 },
      ]) {
        context.report(`timeout_turn ${limits.turnMs}, timeout_match ${limits.matchMs}`);
        yield* await clockUse(context, limits);
      }
    },
  },
  {
    id: 'lasts',
    title: 'the match time lasts until the board is full',
    why: 'a drawn game takes a hundred moves, each of which costs some milliseconds although nothing is left to search: a brain that reserves no time for them exceeds the match time.',
    sentences: ['T4'],
    fix: 'Plan for half of the empty points as the number of moves to come.',
    async run(context) {
      const matchMs = 3000;
      const limits = { turnMs: matchMs, matchMs };
      const brain = await context.ready(limits);
      // The brain plays White: after the last stone no move is left.
      const game = drawnGame().slice(0, -1);
      const { usedMs, moves, findings } = await runDown(context, brain, limits, game, 1, matchMs + TOLERANCE_MS);
      const use = `used ${Math.round(usedMs)} of ${matchMs} ms in ${moves} moves`;
      if (usedMs > matchMs + TOLERANCE_MS) return [...findings, fail(use)];
      return [...findings, usedMs > matchMs ? warn(use) : note(use)];
    },
  },
  {
    id: 'time-left',
    title: 'time_left takes precedence over timeout_turn',
    why: 'the judge ends the move when the match time is up, however long timeout_turn is.',
    sentences: ['I4'],
    fix: 'Limit the move by the smaller of timeout_turn and time_left.',
    async run({ ready }) {
      const brain = await ready({ turnMs: 10_000, matchMs: 100_000 });
      brain.client.info('time_left', 300);
      const { elapsedMs } = await brain.begin(10_000);
      if (elapsedMs > 300 + TOLERANCE_MS) return [fail(`took ${Math.round(elapsedMs)} ms with 300 left`)];
      return elapsedMs > 300 ? [warn(`took ${Math.round(elapsedMs)} ms with 300 left`)] : [];
    },
  },
  {
    id: 'move-now',
    title: 'INFO timeout_turn 0 while thinking: moves now',
    why: 'Piskvork sends it when the user presses the key for it.',
    sentences: ['I5'],
    fix: 'Read input in a thread or between nodes, and stop the search when the limit shrinks.',
    async run({ ready }) {
      const brain = await ready({ turnMs: 8000 });
      const start = performance.now();
      const thinking = brain.board(alternating('h8', 'i9i7'), 8000);
      await sleep(500);
      brain.client.info('timeout_turn', 0);
      const { move } = await thinking;
      const late = performance.now() - start - 500;
      return [
        ...illegal(move, 15, points('h8i9i7')),
        ...(late > 1000 ? [warn(`moved ${Math.round(late)} ms later`)] : []),
      ];
    },
  },
  {
    id: 'at-once',
    title: 'answers a command that follows its move at once',
    why: 'a fast opponent, or a manager that adds no delay, sends the next command at once; it must not be lost.',
    sentences: ['T3'],
    fix: 'Reset the flag that says "thinking" before you print the move.',
    async run({ ready, patience }) {
      const brain = await ready({ turnMs: 100 });
      let stones = [(await brain.begin(100)).move];
      for (let i = 0; i < 5; i++) {
        const reply = ['c3', 'm3', 'c13', 'm13', 'h2', 'a8']
          .flatMap(points)
          .find((point) => !stones.some((stone) => samePoint(stone, point)))!;
        const answer = await brain.client.turn(reply, patience.shortened(3000)).catch((error: Error) => error);
        if (answer instanceof Error) return [warn(`a TURN sent right after move ${i + 1}: ${answer.message}`)];
        stones = [...stones, reply, answer.move];
      }
      return [];
    },
  },
  {
    id: 'suspended',
    title: 'survives being suspended between moves',
    why: 'the judge and Piskvork suspend all threads of the waiting side.',
    sentences: ['T2'],
    fix: 'Start the clock when the command is read; use no watchdogs between moves.',
    async run({ ready, platform }) {
      if (platform === 'win32') return [skip('engines cannot be suspended on Windows')];
      const brain = await ready({ turnMs: 200 });
      const first = (await brain.begin(200)).move;
      await sleep(50);
      brain.client.suspend();
      await sleep(700);
      brain.client.resume();
      const other = awayFrom(first);
      const { move, elapsedMs } = await brain.turn(other, 200);
      const findings = illegal(move, 15, [first, other]);
      if (elapsedMs > 200 + TOLERANCE_MS)
        findings.push(fail(`took ${Math.round(elapsedMs)} ms after the pause, limit 200`));
      return findings;
    },
  },
];

/** Plays some moves. @returns ms taken by each */
async function moveTimes(
  context: CheckContext,
  limits: { turnMs: number; matchMs?: number },
  count: number,
): Promise<number[]> {
  const brain = await context.ready(limits);
  const times: number[] = [];
  const stones: XY[] = [];
  let leftMs = limits.matchMs ?? null;
  for (let i = 0; i < count; i++) {
    if (leftMs !== null) brain.client.info('time_left', Math.round(leftMs));
    const last = stones.at(-1);
    const { move, elapsedMs } =
      last === undefined ? await brain.begin(limits.turnMs) : await brain.turn(last, limits.turnMs);
    times.push(elapsedMs);
    if (leftMs !== null) leftMs -= elapsedMs;
    stones.push(move);
    const free = QUIET.find((point) => !stones.some((stone) => samePoint(stone, point)));
    if (free === undefined) break;
    stones.push(free);
  }
  await brain.client.end(1000);
  return times;
}

/**
 * The quiet beginning of a game on 15x15 in which neither side can win by force, whether or not six in a row wins. From
 * seven stones on, the brain is asked for a move in every second position.
 */
const OPEN_GAME = 'i6f10h10h9f8h6f9g8f7f5e7g9g7h7h8d7g6h5h4f6i5j6j10i9j11';
const OPEN_GAME_FROM = 7;
/** Fraction of the clock that a searching brain uses at least. */
const MIN_USE = 0.1;

/**
 * Asks for the moves of one side of {@link OPEN_GAME} while its clock runs down, until it has used enough. The move
 * before them does not count: its time goes into start-up, not into thinking.
 */
async function clockUse(context: CheckContext, limits: { turnMs: number; matchMs: number }): Promise<Finding[]> {
  const { turnMs, matchMs } = limits;
  const brain = await context.ready(limits);
  const expected = matchMs * MIN_USE;
  await brain.board(boardStonesOf(OPEN_GAME, OPEN_GAME_FROM - 2), turnMs);
  const game = points(OPEN_GAME);
  const { usedMs, moves, findings } = await runDown(context, brain, limits, game, OPEN_GAME_FROM, expected);
  const use = `used ${Math.round(usedMs)} of ${matchMs} ms over ${moves} moves`;
  if (usedMs >= expected) return [...findings, note(use)];
  return [...findings, fail(`${use}: expected at least ${expected} (timeout_turn ${turnMs})`)];
}

/**
 * A drawn game on 15x15, from the center outwards: neither side ever has three in a row.
 * @returns its points in the order of play
 */
function drawnGame(): XY[] {
  const size = 15;
  const center = 7;
  const sides: [XY[], XY[]] = [[], []];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) sides[((x >> 1) + y) % 2].push({ x, y });
  }
  const distance = ({ x, y }: XY) => Math.max(Math.abs(x - center), Math.abs(y - center));
  const [black, white] = sides.map((side) => side.toSorted((a, b) => distance(a) - distance(b)));
  return black.flatMap((point, i) => (i < white.length ? [point, white[i]] : [point]));
}

/**
 * Asks for every second move of a game while the clock runs down, and ends the brain.
 * @param from stones on the board at first
 * @param enoughMs stops once this much time is used
 */
async function runDown(
  { report }: CheckContext,
  brain: Probe,
  { turnMs, matchMs }: { turnMs: number; matchMs: number },
  game: readonly XY[],
  from: number,
  enoughMs: number,
) {
  const findings: Finding[] = [];
  let usedMs = 0;
  let moves = 0;
  for (let count = from; count <= game.length && usedMs < enoughMs; count += 2) {
    if (count % 50 === 1) report(`${count} of ${game.length} stones`);
    await brain.emptyBoard();
    brain.client.info('time_left', Math.round(matchMs - usedMs));
    const position = seenByMover(game.slice(0, count));
    const { move, elapsedMs } = await brain.board(position, Math.min(turnMs, Math.max(0, matchMs - usedMs)));
    findings.push(...illegal(move, 15, position));
    usedMs += elapsedMs;
    moves++;
  }
  await brain.client.end(1000);
  return { usedMs, moves, findings };
}

/** Points for the opponent's stones: no five points in a row contain more than three, so they never make a four. */
const QUIET = points('a1d2g1j2m1a4o3b6o6a9o9b12o12a15d14g15j14m15c4l4c11l11f3i13f13i3a12o1a6o15k15e15c1k1e1');
