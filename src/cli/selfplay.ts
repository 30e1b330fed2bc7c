/**
 * `tengen selfplay`: writes games of the engine against itself, or labeled positions of them, for the trainers
 * (tools/train.ts, tools/network.ts). One process for each thread asked for, each with its own file, so that nothing is
 * shared and a stopped run can be taken up again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeSync } from 'node:fs';
import { messageOf, UserError } from '../core/errors.ts';
import { RULE } from '../core/rule.ts';
import { FREESTYLE } from '../core/rule-code.ts';
import { MAX_SIZE } from '../core/size.ts';
import { SWITCH, several, text, type ValueType, whole } from '../core/values.ts';
import { decodeOpenings, processPlayer } from '../fleet/range-player.ts';
import { SelfPlayFile } from '../fleet/selfplay-file.ts';
import { MAX_AT_ONCE, MIN_SELFPLAY_NODES, MIN_SELFPLAY_SIZE } from '../fleet/selfplay-spec.ts';
import { runFleetSelfPlay } from '../fleet/selfplay-work.ts';
import type { Kernel } from '../runtime/kernel.ts';
import { decodeNetwork } from '../runtime/network-weights.ts';
import { provideNetwork, useAllLearned } from '../runtime/networks.ts';
import { canonicalHash, startGenerator } from '../selfplay/generate.ts';
import { type IsNew, type Piece, productOf, type SelfPlayRun } from '../selfplay/product.ts';
import { playRange, redrawRange } from '../selfplay/range.ts';
import type { Labeling } from '../selfplay/samples.ts';
import { type Command, INTERRUPTED, readArguments, type Syntax } from './command.ts';

/** No number that people give is larger. */
const MOST = 999_999_999;

/** Games by their numbers, the first and the last. */
const RANGE: ValueType<readonly [number, number]> = {
  word: 'A-B',
  expected: 'two numbers of games, as in 0-99',
  range: '',
  read(given) {
    const [first, last] = /^(\d{1,9})-(\d{1,9})$/.exec(given)?.slice(1).map(Number) ?? [1, 0];
    return first <= last ? [first, last] : undefined;
  },
};

const SYNTAX = {
  options: {
    out: { type: text('FILE'), help: 'games are appended; an existing file is taken up where it ends' },
    rule: { type: RULE, default: FREESTYLE, help: 'what is played' },
    sizes: {
      type: several(whole(MIN_SELFPLAY_SIZE, MAX_SIZE), 'N,N,...'),
      default: [15, 20],
      help: 'board sides, one of which is drawn for each game',
    },
    nodes: { type: whole(MIN_SELFPLAY_NODES, MOST), default: 2000, help: 'nodes per move, on average' },
    games: { type: whole(0, MOST), default: 10000, help: 'games in the end, in all files together' },
    seed: { type: whole(0, MOST), default: 1, help: 'same seed, same games' },
    threads: {
      type: whole(1, MOST),
      default: 1,
      help: 'processes, which share the games; number K writes FILE.K with seed + K, a single one just FILE',
    },
    handset: { type: SWITCH, help: 'use the hand-set weights' },
    network: { type: text('FILE'), help: 'judge by this network' },
    'label-nodes': {
      type: whole(1, MOST),
      help: 'write positions that the searches evaluated, each labeled by a search of N nodes, instead of games',
    },
    period: { type: whole(1, MOST), default: 100, help: 'one position in N is labeled' },
    playouts: {
      type: whole(0, MOST),
      default: 0,
      help: 'N positions of a game are played on from instead, with --label-nodes per move, and all positions of those games are labeled by how they went on',
    },
    fleet: {
      type: text('URL'),
      help: 'the workers of a fleet play, e.g. redis://host: tengen worker --help; the file is that of one thread',
    },
    range: { type: whole(1, MAX_AT_ONCE), help: 'games a worker gets at once', usual: "about two minutes' worth" },
    only: {
      type: RANGE,
      help: 'games A to B as records on stdout, each as if it were the first; this is how workers play theirs',
    },
  },
} as const satisfies Syntax;

const PROGRESS_MS = 5000;

interface SelfPlayArguments extends SelfPlayRun {
  readonly out: string;
  readonly threads: number;
  /** Address of a fleet that plays; null: this machine does. */
  readonly fleet: string | null;
  /** Games a worker gets at once; null: what takes minutes. */
  readonly range: number | null;
  /** First and last game that are to be played; null: all. */
  readonly only: readonly [number, number] | null;
}

/** `tengen selfplay` @param script of tengen, for the processes that it starts */
export function selfPlayCommand(script: string): Command {
  return {
    name: 'selfplay',
    summary: 'games against itself as training data',
    usages: ['--out FILE [options]'],
    about: ['Games of the engine against itself, as training data.'],
    ...SYNTAX,
    exits: { 0: 'done', 1: 'failed', 130: 'stopped (the fleet)' },
    prepare(args) {
      const options = readSelfPlayArguments(args);
      const { only, fleet, threads } = options;
      if (only !== null) return () => runRange(options, only);
      if (fleet !== null) return () => runFleet(options, fleet, script);
      return () => (threads > 1 ? runProcesses(options, args, script) : runHere(options));
    },
  };
}

export const COMMAND = selfPlayCommand(process.argv[1]);

/** @throws UserError */
function readSelfPlayArguments(args: readonly string[]): SelfPlayArguments {
  const { values, names } = readArguments(SYNTAX, args, 'tengen selfplay');
  const { out, only, fleet, range, network, handset, period, playouts, 'label-nodes': labelNodes } = values;
  if (!out && only === null) throw new UserError('--out is missing: expected a file name');
  if (range !== null && fleet === null) throw new UserError('--range alone: expected --fleet with it');
  if (fleet !== null && names.has('threads')) {
    throw new UserError('--threads: expected none with --fleet, where workers have slots');
  }
  for (const name of ['period', 'playouts']) {
    if (names.has(name) && labelNodes === null) throw new UserError(`--${name} alone: expected --label-nodes with it`);
  }
  if (network !== null && handset) throw new UserError('--network: expected none with --handset');
  const labels: Labeling | null = labelNodes === null ? null : { labelNodes, period, playouts };
  const { rule, sizes, nodes, games, seed, threads } = values;
  return { out: out ?? '', rule, sizes, nodes, games, seed, threads, handset, network, labels, fleet, range, only };
}

/** @returns how many of the games fall to process k */
function gamesOf({ games, threads }: SelfPlayArguments, k: number): number {
  return Math.floor(games / threads) + (k < games % threads ? 1 : 0);
}

/** Starts one process for each part. @returns the first exit code that is not 0 */
async function runProcesses(options: SelfPlayArguments, args: readonly string[], script: string): Promise<number> {
  const children: ChildProcess[] = [];
  const ends: Promise<number>[] = [];
  const program = [...process.execArgv, script, 'selfplay'];
  for (let k = 0; k < options.threads; k++) {
    const part = [
      ...program,
      ...args,
      '--out',
      `${options.out}.${k}`,
      '--games',
      `${gamesOf(options, k)}`,
      '--seed',
      `${options.seed + k}`,
      '--threads',
      '1',
    ];
    const child = spawn(process.execPath, part, { stdio: ['ignore', 'inherit', 'inherit'] });
    children.push(child);
    ends.push(new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1))));
  }
  const stop = () => {
    for (const child of children) child.kill();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return (await Promise.all(ends)).find((code) => code !== 0) ?? 0;
}

/** Prepares the search. @throws UserError if the file of a network is none */
function startSearch({ handset, network }: SelfPlayArguments): Kernel {
  const search = startGenerator();
  if (handset) return search;
  useAllLearned(search);
  if (network !== null) {
    try {
      const bytes = readFileSync(network);
      decodeNetwork(bytes);
      provideNetwork(() => bytes);
    } catch (error) {
      throw new UserError(`--network ${network}: ${messageOf(error)}`);
    }
  }
  return search;
}

function runHere(options: SelfPlayArguments): number {
  const { out, games } = options;
  const product = productOf(options);
  const file = new SelfPlayFile(out, product);
  const search = startSearch(options);
  const start = performance.now();
  const first = file.games;
  let shownAt = start;
  let positions = 0;
  const isNew: IsNew = (size, moves) => !file.openings.has(canonicalHash(size, moves));
  while (file.games < games) {
    const piece = product.make(search, file.games, isNew);
    file.add(piece);
    positions += piece.positions;
    if (performance.now() - shownAt < PROGRESS_MS) continue;
    shownAt = performance.now();
    showProgress(out, file.games, file.games - first, positions, shownAt - start);
  }
  file.close();
  process.stdout.write(`${out}: ${file.games} games\n`);
  return 0;
}

/** @param here games of this run */
function showProgress(out: string, games: number, here: number, positions: number, ms: number): void {
  const perHour = Math.round((here / ms) * 3_600_000);
  process.stdout.write(`${out}: ${games} games, ${perHour} an hour, ${positions} positions in this run\n`);
}

/** Plays for whoever started this process: a worker of a fleet, or its coordinator, which names openings on stdin. */
function runRange(options: SelfPlayArguments, [first, last]: readonly [number, number]): number {
  process.on('SIGINT', () => {}); // a Ctrl-C is for the process that waits for these games
  const onPiece = ({ bytes }: Piece): void => {
    for (let done = 0; done < bytes.length; ) done += writeSync(process.stdout.fd, bytes, done);
  };
  const given = process.stdin.isTTY === true ? null : decodeOpenings(readFileSync(0));
  const search = startSearch(options);
  const product = productOf(options);
  if (given === null) playRange(search, product, first, last - first + 1, onPiece);
  else redrawRange(search, product, first, given.openings, given.taken, onPiece);
  return 0;
}

/** Leads while workers play. */
async function runFleet(options: SelfPlayArguments, url: string, script: string): Promise<number> {
  const { out, range } = options;
  const { openRedisTransport } = await import('../fleet/redis/transport.ts');
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const transport = await openRedisTransport(url, print);
  const stop = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  };
  for (const signal of signals) process.on(signal, onSignal);
  try {
    const start = performance.now();
    let shownAt = start;
    const onWritten = (games: number, here: number, positions: number) => {
      if (performance.now() - shownAt < PROGRESS_MS) return;
      shownAt = performance.now();
      showProgress(out, games, here, positions, shownAt - start);
    };
    const player = processPlayer(script);
    const leading = { out, player, onNotice: print, onWritten, ...(range === null ? {} : { atOnce: range }) };
    const { games, isDone, redrawn } = await runFleetSelfPlay(options, leading, stop.signal, transport);
    print(`${out}: ${games} games${redrawn > 0 ? `, ${redrawn} of them played again for their openings` : ''}`);
    if (!isDone) print('stopped; the same command goes on from here');
    return isDone ? 0 : INTERRUPTED;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    await transport.close();
  }
}
