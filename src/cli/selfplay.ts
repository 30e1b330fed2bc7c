/**
 * `tengen selfplay`: writes games of the engine against itself, or labeled positions from them, for the trainers
 * (tools/train.ts, tools/network.ts). Each of the requested threads is a process with its own file, so that nothing is
 * shared and a stopped run can be resumed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Command, INTERRUPTED, readArguments, type Syntax } from '../core/command.ts';
import { named, UserError } from '../core/errors.ts';
import { MAX_SIZE } from '../core/limits.ts';
import { RULE } from '../core/rule.ts';
import { FREESTYLE } from '../core/rule-code.ts';
import { SWITCH, several, text, type ValueType, whole } from '../core/values.ts';
import type { Kernel } from '../engine/runtime/kernel.ts';
import { decodeNetwork } from '../engine/runtime/network-weights.ts';
import { provideNetwork, useAllLearned } from '../engine/runtime/networks.ts';
import { decodeOpenings, processPlayer } from '../measure/fleet/range-player.ts';
import { SelfPlayFile } from '../measure/fleet/selfplay-file.ts';
import {
  MAX_AT_ONCE,
  MIN_SELFPLAY_NODES,
  MIN_SELFPLAY_SIZE,
  optionsFingerprint,
} from '../measure/fleet/selfplay-spec.ts';
import { runFleetSelfPlay } from '../measure/fleet/selfplay-work.ts';
import { canonicalHash, startGenerator } from '../measure/selfplay/generate.ts';
import {
  type IsNew,
  type Piece,
  type Product,
  playRange,
  productOf,
  redrawRange,
} from '../measure/selfplay/product.ts';
import type { Labeling } from '../measure/selfplay/samples.ts';
import { diskError, RUN_AGAIN } from '../platform/node/disk-error.ts';
import { onStopSignal, writeFully } from '../platform/node/streams.ts';

/** Upper limit of numbers on the command line. */
const MOST = 999_999_999;

/** A range of games, by the numbers of the first and the last. */
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
    out: { type: text('FILE'), help: 'output file; an existing one is continued' },
    rule: { type: RULE, default: FREESTYLE, help: 'rule of the games' },
    sizes: {
      type: several(whole(MIN_SELFPLAY_SIZE, MAX_SIZE), 'N,N,...'),
      default: [15, 20],
      help: 'board sides, one of which is drawn at random for each game',
    },
    nodes: { type: whole(MIN_SELFPLAY_NODES, MOST), default: 2000, help: 'nodes per move, on average' },
    games: { type: whole(0, MOST), default: 10000, help: 'total number of games, in all files together' },
    seed: { type: whole(0, MOST), default: 1, help: 'random seed; the same seed makes the same games' },
    threads: {
      type: whole(1, MOST),
      default: 1,
      help: 'processes that share the games; process K writes FILE.K with seed + K, a single one just FILE',
    },
    handset: { type: SWITCH, help: 'evaluate with the hand-set weights' },
    network: { type: text('FILE'), help: 'evaluate with this network' },
    'label-nodes': {
      type: whole(1, MOST),
      help: 'instead of games, write positions that the searches evaluated, each labeled by a search of N nodes',
    },
    period: { type: whole(1, MOST), default: 100, help: 'label one position in N' },
    playouts: {
      type: whole(0, MOST),
      default: 0,
      help: 'instead, play on from N positions of each game, with --label-nodes per move, and label all positions of these games by their outcome',
    },
    fleet: {
      type: text('URL'),
      help: 'let the workers of a fleet play, e.g. redis://host (see tengen worker --help); writes the same file as one thread',
    },
    range: { type: whole(1, MAX_AT_ONCE), help: 'games per task of a worker', usual: "about two minutes' worth" },
    only: {
      type: RANGE,
      help: 'write games A to B as records to stdout, each as if it were the first; used by workers',
    },
  },
} as const satisfies Syntax;

const PROGRESS_MS = 5000;
const DISK_ADVICE = `${RUN_AGAIN}; written games are kept`;

type SelfPlayArguments = ReturnType<typeof readSelfPlayArguments>;

/** `tengen selfplay` @param script path of tengen's script, for the processes that it starts */
export function selfPlayCommand(script: string): Command {
  return {
    name: 'selfplay',
    summary: 'plays games against itself as training data',
    usages: ['--out FILE [options]'],
    about: ['Plays games of the engine against itself and writes them as training data.'],
    ...SYNTAX,
    exits: { 0: 'done', 1: 'failed', 130: 'stopped (with --fleet)' },
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
function readSelfPlayArguments(args: readonly string[]) {
  const { values, names } = readArguments(SYNTAX, args, 'tengen selfplay');
  const { out, only, fleet, range, network, handset, period, playouts, 'label-nodes': labelNodes } = values;
  if (!out && only === null) throw new UserError('--out is missing: expected a file name');
  if (range !== null && fleet === null) throw new UserError('--range requires --fleet');
  if (fleet !== null && names.has('threads')) {
    throw new UserError('--threads cannot be used with --fleet: the workers have slots instead');
  }
  for (const name of ['period', 'playouts']) {
    if (names.has(name) && labelNodes === null) throw new UserError(`--${name} requires --label-nodes`);
  }
  if (network !== null && handset) throw new UserError('--network and --handset: expected only one of them');
  const labels: Labeling | null = labelNodes === null ? null : { labelNodes, period, playouts };
  const { rule, sizes, nodes, games, seed, threads } = values;
  return { out: out ?? '', rule, sizes, nodes, games, seed, threads, handset, network, labels, fleet, range, only };
}

function gamesOf({ games, threads }: SelfPlayArguments, k: number): number {
  return Math.floor(games / threads) + (k < games % threads ? 1 : 0);
}

/** Starts one process for each part. @returns the first exit code that is not 0 */
async function runProcesses(options: SelfPlayArguments, args: readonly string[], script: string): Promise<number> {
  const children: ChildProcess[] = [];
  const ends: Promise<number>[] = [];
  const program = [...process.execArgv, script, 'selfplay'];
  for (let k = 0; k < options.threads; k++) {
    const out = ['--out', `${options.out}.${k}`];
    const part = [...out, '--games', `${gamesOf(options, k)}`, '--seed', `${options.seed + k}`, '--threads', '1'];
    const child = spawn(process.execPath, [...program, ...args, ...part], { stdio: ['ignore', 'inherit', 'inherit'] });
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

/** @returns bytes of a network @throws UserError if the file of the network cannot be read */
function readNetwork({ network }: SelfPlayArguments): Uint8Array | null {
  if (network === null) return null;
  return named(`--network ${network}`, () => {
    const bytes = readFileSync(network);
    decodeNetwork(bytes);
    return bytes;
  });
}

function startSearch({ handset }: SelfPlayArguments, network: Uint8Array | null): Kernel {
  const search = startGenerator();
  if (handset) return search;
  useAllLearned(search);
  if (network !== null) provideNetwork(() => network);
  return search;
}

function runHere(options: SelfPlayArguments): number {
  const { out, games } = options;
  const network = readNetwork(options);
  const product = productOf(options, optionsFingerprint(options, network));
  const search = startSearch(options, network);
  const file = openFile(out, product);
  const start = performance.now();
  const first = file.games;
  let shownAt = start;
  let positions = 0;
  const isNew: IsNew = (size, moves) => !file.openings.has(canonicalHash(size, moves));
  try {
    while (file.games < games) {
      const piece = product.make(search, file.games, isNew);
      file.add(piece);
      positions += piece.positions;
      if (performance.now() - shownAt < PROGRESS_MS) continue;
      shownAt = performance.now();
      showProgress(out, file.games, file.games - first, positions, shownAt - start);
    }
  } catch (error) {
    throw diskError(error, out, DISK_ADVICE);
  } finally {
    file.close();
  }
  process.stdout.write(`${out}: ${file.games} games\n`);
  return 0;
}

function openFile(out: string, product: Product): SelfPlayFile {
  try {
    return new SelfPlayFile(out, product);
  } catch (error) {
    throw diskError(error, out, DISK_ADVICE);
  }
}

/** @param here number of games of this run */
function showProgress(out: string, games: number, here: number, positions: number, ms: number): void {
  const perHour = Math.round((here / ms) * 3_600_000);
  process.stdout.write(`${out}: ${games} games, ${perHour}/h, ${positions} positions in this run\n`);
}

/** Plays for the parent process: a worker of a fleet, or its coordinator, which passes openings on stdin. */
function runRange(options: SelfPlayArguments, [first, last]: readonly [number, number]): number {
  process.on('SIGINT', () => {}); // Ctrl-C is for the parent process
  const onPiece = ({ bytes }: Piece): void => writeFully(process.stdout.fd, bytes);
  const given = process.stdin.isTTY === true ? null : decodeOpenings(readFileSync(0));
  const search = startSearch(options, readNetwork(options));
  const product = productOf(options);
  if (given === null) playRange(search, product, first, last - first + 1, onPiece);
  else redrawRange(search, product, first, given.openings, given.taken, onPiece);
  return 0;
}

/** Coordinates while workers play. */
async function runFleet(options: SelfPlayArguments, url: string, script: string): Promise<number> {
  const { out, range } = options;
  const network = readNetwork(options);
  const { openRedisTransport } = await import('../measure/fleet/redis/transport.ts');
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const transport = await openRedisTransport(url, print);
  const stop = new AbortController();
  const release = onStopSignal(() => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  });
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
    const { games, isDone, redrawn } = await runFleetSelfPlay(options, network, leading, stop.signal, transport);
    print(`${out}: ${games} games${redrawn > 0 ? `, ${redrawn} of them replayed with other openings` : ''}`);
    if (!isDone) print('stopped; run the same command again to resume');
    return isDone ? 0 : INTERRUPTED;
  } finally {
    release();
    await transport.close();
  }
}
