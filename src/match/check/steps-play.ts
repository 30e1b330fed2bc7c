/** Steps about playing: rules and sizes, clocks, memory, and leaving. */

import { readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { XY } from '../../core/point.ts';
import { nameOf } from '../../core/point.ts';
import { ruleFromCode, ruleNameOf } from '../../core/rule.ts';
import { RULE_CODES, type RuleCode } from '../../core/rule-code.ts';
import type { BoardStone } from '../client.ts';
import { type GameSettings, playGame } from '../engine-game.ts';
import { boardStones, Player } from '../player.ts';
import type { Probe } from './probe.ts';
import { type CheckContext, type Finding, fail, note, type Step, skip, warn } from './step.ts';
import { illegal, playSome, points, same, stonesOf } from './steps-talk.ts';

/** Gomocup's limit, bytes. */
const GOMOCUP_MEMORY = 367_001_600;
/** What the Gomocup judge and Piskvork forgive, ms. */
const TOLERANCE_MS = 1000;

/** A position with one right move, for telling whether a brain knows a rule. */
interface RuleCase {
  readonly own: string;
  readonly other: string;
  readonly what: string;
  /** Right moves by rule code. */
  readonly right: Readonly<Record<RuleCode, string>>;
}

const SIX_OR_BLOCK = {
  own: 'c8d8f8g8h8k2',
  other: 'k3k4k5k6a15o1',
  what: 'six in a row or the block of a four, as Black',
  right: { 0: 'e8', 1: 'k7', 4: 'k7', 8: 'e8', 9: 'k7k8' },
};
const RULE_CASES: readonly RuleCase[] = [
  SIX_OR_BLOCK,
  {
    ...SIX_OR_BLOCK,
    other: 'k3k4k5k6a15o1a1',
    what: 'six in a row or the block of a four, as White',
    right: { 0: 'e8', 1: 'k7', 4: 'e8', 8: 'e8', 9: 'k7k8' },
  },
  {
    own: 'e5f5g5i5l8',
    other: 'd5j5l9l10l11l12',
    what: 'five shut in at both ends or the block of a four',
    right: { 0: 'h5', 1: 'h5', 4: 'h5', 8: 'l13l14', 9: 'l13l14' },
  },
];

/** Games against itself, each of them waited for in vain, after which no more are played. */
const MOST_FAILURES = 3;

export const RULE_STEPS: readonly Step[] = [
  {
    title: 'plays itself under every rule and size without a fault',
    why: 'a forbidden or illegal move, a crash or a move out of time loses; engines with over 10 % of them are out of Gomocup.',
    async run(context) {
      const sizes = context.full ? [15, 20, 10, 19, 22] : [15, 20];
      const findings: Finding[] = [];
      const games = sizes.flatMap((size) =>
        (context.full || size === 15 ? RULE_CODES : [0]).map((rule) => ({ size, rule })),
      );
      let failures = 0;
      for (const { size, rule } of games) {
        if (failures === MOST_FAILURES) return [...findings, note(`the rest is left out after ${failures} games`)];
        context.tell(`${ruleNameOf(rule)} ${size}x${size}`);
        const { reason, detail } = await selfPlay(context, rule, size);
        if (reason === 'start' && ![15, 20].includes(size)) findings.push(note(`${size}x${size} is not supported`));
        else if (['time', 'crash', 'illegal', 'foul', 'start'].includes(reason)) {
          findings.push(fail(`${ruleNameOf(rule)} ${size}x${size}: ${reason}, ${detail}`));
          if (['time', 'start'].includes(reason)) failures++;
        }
      }
      return findings;
    },
  },
  {
    title: 'knows what wins under each rule',
    why: "Gomocup's acceptance test asks for such moves in every league.",
    async run({ probe, full, tell }) {
      const findings: Finding[] = [];
      const turnMs = full ? 2000 : 250;
      for (const rule of RULE_CODES) {
        tell(ruleNameOf(rule));
        const brain = probe();
        for (const { own, other, what, right } of RULE_CASES) {
          await brain.rest();
          await brain.ready({ rule, turnMs });
          const { move } = await brain.board(alternating(own, other), turnMs);
          const fault = illegal(move, 15, points(own + other));
          findings.push(...fault);
          if (fault.length > 0 || points(right[rule]).some((point) => same(point, move))) continue;
          const wanted = points(right[rule])
            .map((point) => nameOf(point, 15))
            .join(' or ');
          findings.push(warn(`${ruleNameOf(rule)}, ${what}: played ${nameOf(move, 15)}, expected ${wanted}`));
        }
        await brain.client.end(1000);
      }
      return findings;
    },
  },
];

/** Both sides' stones one after the other, whoever has one more first. */
function alternating(own: string, other: string): BoardStone[] {
  const [mine, theirs] = [points(own), points(other)];
  const first =
    mine.length === theirs.length ? { stones: mine, field: 1 as const } : { stones: theirs, field: 2 as const };
  const second = first.field === 1 ? { stones: theirs, field: 2 as const } : { stones: mine, field: 1 as const };
  return first.stones.flatMap((stone, i): BoardStone[] => {
    const reply = second.stones[i];
    const pair: BoardStone[] = [{ ...stone, field: first.field }];
    return reply === undefined ? pair : [...pair, { ...reply, field: second.field }];
  });
}

async function selfPlay({ spec, full, knowledge }: CheckContext, rule: number, size: number) {
  const turnMs = full ? 300 : 100;
  const settings: GameSettings = {
    size,
    rule: ruleFromCode(rule)!,
    maxPlies: full ? 60 : 10,
    drawEmpty: 0,
    draw: null,
    resign: null,
    swap2: false,
    sendByBoard: false,
    suspend: false,
    strict: false,
  };
  const player = (name: string) => ({
    ...spec,
    name,
    time: { matchMs: null, turnMs, incrementMs: 0 },
    toleranceMs: TOLERANCE_MS,
  });
  const source = {
    take: Player.launch,
    knowledge: () => knowledge,
    giveBack: (used: Player) => used.end(),
  };
  const plan = { game: 0, black: player('Black'), white: player('White'), opening: [] };
  return playGame(plan, settings, source, new AbortController().signal);
}

export const TIME_STEPS: readonly Step[] = [
  {
    title: 'keeps to timeout_turn',
    why: 'the judge and Piskvork forgive 1 s, liskvork nothing; time is taken from the command to the reply.',
    async run(context) {
      const findings: Finding[] = [];
      for (const turnMs of context.full ? [2000, 500, 100, 50] : [500, 100]) {
        context.tell(`timeout_turn ${turnMs}`);
        const times = await moveTimes(context, { turnMs }, context.full ? 10 : 5);
        findings.push(...overruns(`timeout_turn ${turnMs}`, times, () => turnMs));
      }
      return findings;
    },
  },
  {
    title: 'timeout_turn 0: answers at once',
    why: 'the protocol asks for the fastest move; Piskvork sends it as "move now".',
    async run(context) {
      const [longest] = (await moveTimes(context, { turnMs: 0 }, 3)).sort((a, b) => b - a);
      if (longest > TOLERANCE_MS) return [fail(`took ${Math.round(longest)} ms`)];
      return longest > 200 ? [warn(`took ${Math.round(longest)} ms`)] : [];
    },
  },
  {
    title: 'keeps to timeout_match and time_left',
    why: 'the match time counts all moves; a brain that spends it early loses when it is gone.',
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
    title: 'uses the time of a short match',
    why: 'the positions are open, so whatever is left at the end could have gone into the search: a brain that saves nine tenths of a short clock is weaker in every fast match. One that answers out of a book, or has proven the end, may be faster.',
    async run(context) {
      const findings: Finding[] = [];
      for (const limits of [
        { turnMs: 1000, matchMs: 6000 },
        { turnMs: 5000, matchMs: 5000 }, // tc=5 in most match runners
        { turnMs: 1000, matchMs: 3000 },
      ]) {
        context.tell(`timeout_turn ${limits.turnMs}, timeout_match ${limits.matchMs}`);
        findings.push(...(await clockUse(context, limits)));
      }
      return findings;
    },
  },
  {
    title: 'the time of a match lasts until the board is full',
    why: 'a drawn game takes a hundred moves, and each costs some milliseconds although nothing is left to search: whoever keeps nothing back for them overdraws the clock.',
    async run(context) {
      const matchMs = 3000;
      const limits = { turnMs: matchMs, matchMs };
      const brain = context.probe();
      await brain.ready(limits);
      // White's moves: after the last stone there would be none.
      const game = drawnGame().slice(0, -1);
      const { usedMs, moves, findings } = await runDown(context, brain, limits, game, 1, matchMs + TOLERANCE_MS);
      const use = `used ${Math.round(usedMs)} of ${matchMs} ms in ${moves} moves`;
      if (usedMs > matchMs + TOLERANCE_MS) return [...findings, fail(use)];
      return [...findings, usedMs > matchMs ? warn(use) : note(use)];
    },
  },
  {
    title: 'time_left is believed before timeout_turn',
    why: 'the judge ends the move when the match time is gone, however long the turn may be.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready({ turnMs: 10_000, matchMs: 100_000 });
      brain.client.info('time_left', 300);
      const { elapsedMs } = await brain.begin(10_000);
      if (elapsedMs > 300 + TOLERANCE_MS) return [fail(`took ${Math.round(elapsedMs)} ms with 300 left`)];
      return elapsedMs > 300 ? [warn(`took ${Math.round(elapsedMs)} ms with 300 left`)] : [];
    },
  },
  {
    title: 'INFO timeout_turn 0 while it thinks: moves now',
    why: "Piskvork's users press a key for it.",
    async run({ probe }) {
      const brain = probe();
      await brain.ready({ turnMs: 8000 });
      const start = performance.now();
      const thinking = brain.board(alternating('h8', 'i9i7'), 8000);
      await sleep(500);
      brain.client.info('timeout_turn', 0);
      const { move } = await thinking;
      const late = performance.now() - start - 500;
      return [
        ...illegal(move, 15, points('h8i9i7')),
        ...(late > 1000 ? [warn(`moved ${Math.round(late)} ms after it`)] : []),
      ];
    },
  },
  {
    title: 'answers a command that follows its move at once',
    why: 'a fast partner, or a manager without delay: the command must not be lost.',
    async run({ probe, patience }) {
      const brain = probe();
      await brain.ready({ turnMs: 100 });
      let stones = [(await brain.begin(100)).move];
      for (let i = 0; i < 5; i++) {
        const reply = ['c3', 'm3', 'c13', 'm13', 'h2', 'a8']
          .flatMap(points)
          .find((point) => !stones.some((stone) => same(stone, point)))!;
        const answer = await brain.client.turn(reply, patience.shortened(3000)).catch(() => null);
        if (answer === null) return [warn(`no answer to a TURN sent right after its move number ${i + 1}`)];
        stones = [...stones, reply, answer.move];
      }
      return [];
    },
  },
  {
    title: 'bears being suspended between its moves',
    why: 'the judge and Piskvork stop all threads of the side that waits.',
    async run({ probe, platform }) {
      if (platform === 'win32') return [skip('on Windows engines cannot be suspended')];
      const brain = probe();
      await brain.ready({ turnMs: 200 });
      const first = (await brain.begin(200)).move;
      await sleep(50);
      brain.client.suspend();
      await sleep(700);
      brain.client.resume();
      const other = first.x === 3 && first.y === 3 ? { x: 4, y: 4 } : { x: 3, y: 3 };
      const { move, elapsedMs } = await brain.turn(other, 200);
      const findings = illegal(move, 15, [first, other]);
      if (elapsedMs > 200 + TOLERANCE_MS)
        findings.push(fail(`took ${Math.round(elapsedMs)} ms of 200 after the pause`));
      return findings;
    },
  },
];

/** Plays some moves. @returns ms for each */
async function moveTimes(
  context: CheckContext,
  limits: { turnMs: number; matchMs?: number },
  count: number,
): Promise<number[]> {
  const brain = context.probe();
  await brain.ready(limits);
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
    const free = QUIET.find((point) => !stones.some((stone) => same(stone, point)));
    if (free === undefined) break;
    stones.push(free);
  }
  await brain.client.end(1000);
  return times;
}

/**
 * The quiet beginning of a game on 15x15 in which neither side has anything to win or to stop by force, whether six win or
 * not: from seven stones on every second position is asked for.
 */
const OPEN_GAME = 'i6f10h10h9f8h6f9g8f7f5e7g9g7h7h8d7g6h5h4f6i5j6j10i9j11';
const OPEN_GAME_FROM = 7;
/** Part of the clock that a brain that searches uses at the very least. */
const LEAST_USE = 0.1;

/**
 * Asks for the moves of one side of {@link OPEN_GAME}, its clock running down, until enough of it is used. A move before
 * them is not counted: what a brain needs for its start is not spent on thinking.
 */
async function clockUse(context: CheckContext, limits: { turnMs: number; matchMs: number }): Promise<Finding[]> {
  const { turnMs, matchMs } = limits;
  const brain = context.probe();
  await brain.ready(limits);
  const expected = matchMs * LEAST_USE;
  await brain.board(stonesOf(OPEN_GAME, OPEN_GAME_FROM - 2), turnMs);
  const game = points(OPEN_GAME);
  const { usedMs, moves, findings } = await runDown(context, brain, limits, game, OPEN_GAME_FROM, expected);
  const use = `used ${Math.round(usedMs)} of ${matchMs} ms over ${moves} moves`;
  if (usedMs >= expected) return [...findings, note(use)];
  return [...findings, fail(`${use}: expected at least ${expected} (timeout_turn ${turnMs})`)];
}

/**
 * A drawn game on 15x15, from the centre outwards: neither side ever has three in a row.
 * @returns its points in the order of play
 */
function drawnGame(): XY[] {
  const size = 15;
  const centre = 7;
  const sides: [XY[], XY[]] = [[], []];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) sides[((x >> 1) + y) % 2].push({ x, y });
  }
  const distance = ({ x, y }: XY) => Math.max(Math.abs(x - centre), Math.abs(y - centre));
  const [black, white] = sides.map((side) => side.toSorted((a, b) => distance(a) - distance(b)));
  return black.flatMap((point, i) => (i < white.length ? [point, white[i]] : [point]));
}

/**
 * Asks for every second move of a game, the clock running down, and ends the brain.
 * @param from stones on the board at first @param enoughMs no more is asked once so much is used
 */
async function runDown(
  { tell }: CheckContext,
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
    if (count % 50 === 1) tell(`${count} of ${game.length} stones`);
    await brain.rest();
    brain.client.info('time_left', Math.round(matchMs - usedMs));
    const position = boardStones(game.slice(0, count), count % 2 === 0 ? 0 : 1);
    const { move, elapsedMs } = await brain.board(position, Math.min(turnMs, Math.max(0, matchMs - usedMs)));
    findings.push(...illegal(move, 15, position));
    usedMs += elapsedMs;
    moves++;
  }
  await brain.client.end(1000);
  return { usedMs, moves, findings };
}

/** Opponent's stones that never stand two in a row within five points of each other on one line. */
const QUIET = points('a1d2g1j2m1a4o3b6o6a9o9b12o12a15d14g15j14m15c4l4c11l11f3i13f13i3a12o1a6o15k15e15c1k1e1');

function overruns(what: string, times: readonly number[], limitOf: (i: number) => number): Finding[] {
  const over = Math.max(...times.map((ms, i) => ms - limitOf(i)));
  if (over > TOLERANCE_MS) return [fail(`${what}: ${Math.round(over)} ms over`)];
  if (over > 0) return [warn(`${what}: ${Math.round(over)} ms over`)];
  return [note(`${what}: longest ${Math.round(Math.max(...times))} ms`)];
}

const NOT_MEASURED = 'memory can be read on Linux only';

export const RESOURCE_STEPS: readonly Step[] = [
  {
    title: 'keeps to max_memory',
    why: 'the judge counts what is not shared, with all children, after each move; Piskvork the largest resident size of the process: above 350 MB loses.',
    async run({ probe, spec, full, platform, tell }) {
      if (platform !== 'linux') return [skip(NOT_MEASURED)];
      const brain = probe();
      const turnMs = full ? 5000 : 1000;
      await brain.ready({ turnMs, memoryBytes: GOMOCUP_MEMORY, size: 20 });
      let unique = 0;
      const games = full ? 6 : 2;
      for (let i = 0; i < games; i++) {
        tell(`game ${i + 1} of ${games}`);
        await brain.rest();
        await brain.client.start(20, spec.startTimeoutMs);
        await playSome(brain, 1, turnMs, 20);
        unique = Math.max(unique, brain.client.uniqueBytes() ?? 0);
      }
      brain.client.sampleMemory();
      const peak = brain.client.peakBytes;
      if (peak === null) return [skip('memory cannot be read here')];
      const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
      const text = `${mib(unique)} MiB of its own after a move, largest resident size ${mib(peak)}, allowed ${mib(GOMOCUP_MEMORY)}`;
      return [unique > GOMOCUP_MEMORY ? fail(text) : peak > GOMOCUP_MEMORY ? warn(text) : note(text)];
    },
  },
  {
    title: 'one process, no files left in its folder',
    why: "the judge suspends the main process only, so children would think on the opponent's time; files belong into INFO folder.",
    async run({ probe, spec, platform }) {
      const before = new Set(filesIn(spec.cwd));
      const brain = probe();
      await brain.ready();
      await playSome(brain, 2, 200);
      const findings: Finding[] = [];
      const children = platform === 'linux' ? brain.client.childCount : null;
      if (children === null) findings.push(note('files alone: child processes can be counted on Linux only'));
      else if (children > 0) findings.push(warn(`${children} child processes`));
      await brain.client.end(1000);
      const left = filesIn(spec.cwd).filter((name) => !before.has(name));
      if (left.length > 0) findings.push(warn(`left ${left.slice(0, 3).join(', ')} in ${spec.cwd}`));
      return findings;
    },
  },
];

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export const LEAVING_STEPS: readonly Step[] = [
  {
    title: 'END: leaves at once, with exit code 0 and without a word',
    why: 'the judge kills after 500 ms, Piskvork after 700, c-gomoku-cli waits for ever.',
    run: (context) => leaves(context, 'END', fail, async () => {}),
  },
  {
    title: 'END while it thinks',
    why: 'the same; a move printed after END may be read by nobody or by the next game.',
    run: (context) =>
      leaves(context, 'END', warn, async (brain) => {
        void brain.board(alternating('h8', 'i9i7'), 20_000).catch(() => {});
        await sleep(400);
      }),
  },
  {
    title: 'END inside an unfinished BOARD',
    why: 'a manager that gives up in the middle of a block must not leave the brain behind.',
    run: (context) => leaves(context, 'BOARD\n7,7,1\nEND', warn, async () => {}),
  },
  {
    title: 'end of input: leaves',
    why: 'a manager that died closes the pipe; a brain that stays burns the machine.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready();
      await brain.begin(300);
      brain.client.closeInput();
      return (await brain.client.exited(2000)) ? [] : [warn('still there after 2 s')];
    },
  },
];

async function leaves(
  context: CheckContext,
  words: string,
  late: (text: string) => Finding,
  prepare: (brain: ReturnType<CheckContext['probe']>) => Promise<void>,
): Promise<Finding[]> {
  const brain = context.probe();
  await brain.ready({ turnMs: 20_000 });
  await prepare(brain);
  const before = brain.replies.length;
  const start = performance.now();
  brain.client.send(words);
  const left = await brain.client.exited(3000);
  const ms = Math.round(performance.now() - start);
  const findings: Finding[] = [];
  if (!left) findings.push(late('still there after 3 s'));
  else if (ms > 500) findings.push(warn(`took ${ms} ms`));
  else findings.push(note(`${ms} ms`));
  const printed = brain.replies.slice(before);
  if (printed.length > 0) findings.push(warn(`printed "${printed[0]}" after it`));
  if (left && brain.client.exitCode !== 0) findings.push(warn(brain.client.ended?.message ?? 'exit code not 0'));
  return findings;
}
