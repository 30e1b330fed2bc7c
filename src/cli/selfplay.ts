/**
 * `tengen selfplay`: writes games of the engine against itself, or labeled positions of them, for the trainers
 * (tools/train.ts, tools/network.ts). One process for each thread asked for, each with its own file, so that nothing is shared and a stopped run can be taken up again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeSync } from 'node:fs';
import { MatchError, messageOf } from '../core/errors.ts';
import { suggestion } from '../core/near.ts';
import { RULE_CHOICES, ruleCodeOf, ruleHelp } from '../core/rule.ts';
import { FREESTYLE } from '../core/rule-code.ts';
import { MAX_SIZE } from '../core/size.ts';
import { decodeOpenings, processPlayer } from '../fleet/range-player.ts';
import { runFleetSelfPlay } from '../fleet/selfplay-coordinator.ts';
import { SelfPlayFile } from '../fleet/selfplay-file.ts';
import { LEAST_NODES, LEAST_SIZE, MOST_AT_ONCE } from '../fleet/selfplay-spec.ts';
import type { Kernel } from '../runtime/kernel.ts';
import { decodeNetwork } from '../runtime/network-weights.ts';
import { provideNetwork, useAllLearned } from '../runtime/networks.ts';
import { canonicalHash, startGenerator } from '../selfplay/generate.ts';
import { type IsNew, type Piece, productOf, type SelfPlayRun } from '../selfplay/product.ts';
import { playRange, redrawRange } from '../selfplay/range.ts';
import type { Labeling } from '../selfplay/samples.ts';

const HELP = `tengen selfplay - games of the engine against itself, as training data
Usage: tengen selfplay --out <file> [options]
  --out <file>      games are appended; an existing file is taken up where it ends
  --rule <rule>     see below (default freestyle)
  --sizes <list>    board sizes, e.g. 15,20: one is drawn for each game (default 15,20)
  --nodes <n>       nodes a move on average (default 2000)
  --games <n>       games in the end, in all files together (default 10000)
  --seed <n>        same seed, same games (default 1)
  --threads <n>     processes, which share the games; number k writes <file>.k with seed + k (default 1: just <file>)
  --handset         use the hand-set weights
  --network <file>  judge by this network
  --label-nodes <n> write positions that the searches evaluated, each labeled by a search of n nodes, instead of games
  --period <n>      one position in so many is labeled (default 100)
  --playouts <n>    so many positions of a game are played on from instead, n nodes a move (see --label-nodes), and all
                    positions of those games are labeled by how they went on (default 0)
  --fleet <url>     the workers of a fleet play, e.g. redis://host: tengen worker --help; the file is that of one thread
  --range <n>       games a worker gets at once (default: about two minutes' worth)
  --only <a-b>      games a to b as records on stdout, each as if it were the first; this is how workers play theirs
${ruleHelp().join('\n')}
Exit: 0 done, 1 failed, 2 wrong usage, 130 stopped (the fleet)`;

const VALUED = [
  '--out',
  '--rule',
  '--sizes',
  '--nodes',
  '--games',
  '--seed',
  '--network',
  '--label-nodes',
  '--period',
  '--playouts',
  '--threads',
  '--fleet',
  '--range',
  '--only',
];
const PROGRESS_MS = 5000;
const FAILED = 1;
const STOPPED = 130;

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

/**
 * Runs the subcommand.
 * @param script of tengen, for the processes that it starts
 * @returns exit code
 */
export async function selfPlayCommand(args: readonly string[], script = process.argv[1]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const parsed = parseArguments(args);
  if (typeof parsed === 'string') {
    process.stderr.write(`${parsed}\n`);
    return 2;
  }
  try {
    if (parsed.only !== null) return runRange(parsed, parsed.only);
    if (parsed.fleet !== null) return await runFleet(parsed, parsed.fleet, script);
    return parsed.threads > 1 ? await runProcesses(parsed, args, script) : runHere(parsed);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    process.stderr.write(`${messageOf(error)}\n`);
    return FAILED;
  }
}

/** @returns the arguments, or one line that says what is wrong */
function parseArguments(args: readonly string[]): SelfPlayArguments | string {
  const values = new Map<string, string>();
  let handset = false;
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--handset') handset = true;
    else if (args[i] === '-fleet' && i + 1 < args.length)
      values.set('fleet', args[++i]); // as tengen match has it
    else if (VALUED.includes(args[i]) && i + 1 < args.length) values.set(args[i].slice(2), args[++i]);
    else {
      const near = VALUED.includes(args[i]) ? '' : suggestion(args[i], [...VALUED, '--handset']);
      return `argument "${args[i]}": expected an option with its value, see tengen selfplay --help${near}`;
    }
  }
  const numbers = { nodes: 2000, games: 10000, seed: 1, threads: 1, 'label-nodes': 0, period: 100, playouts: 0 };
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) {
    const text = values.get(name);
    if (text === undefined) continue;
    if (!/^\d{1,9}$/.test(text)) return `--${name} "${text}": expected a whole number`;
    numbers[name] = Number(text);
  }
  const { nodes, games, seed, threads } = numbers;
  const sizes = (values.get('sizes') ?? '15,20').split(',').map(Number);
  const only = rangeIn(values.get('only'));
  if (only === undefined) return `--only "${values.get('only')}": expected two numbers of games, as in 0-99`;
  const out = values.get('out') ?? '';
  if (out === '' && only === null) return '--out missing: expected a file name';
  const fleet = values.get('fleet') ?? null;
  const rangeText = values.get('range') ?? null;
  if (rangeText !== null && (!/^\d{1,4}$/.test(rangeText) || Number(rangeText) < 1 || Number(rangeText) > MOST_AT_ONCE))
    return `--range "${rangeText}": expected a number from 1 to ${MOST_AT_ONCE}`;
  if (rangeText !== null && fleet === null) return '--range: expected --fleet beside it';
  if (fleet !== null && values.has('threads')) return '--threads: expected none with --fleet, where workers have slots';
  const ruleText = values.get('rule') ?? String(FREESTYLE);
  const rule = ruleCodeOf(ruleText);
  if (rule === null) return `--rule "${ruleText}": expected ${RULE_CHOICES}`;
  if (!sizes.every((size) => Number.isInteger(size) && size >= LEAST_SIZE && size <= MAX_SIZE))
    return `--sizes "${values.get('sizes')}": expected sizes from ${LEAST_SIZE} to ${MAX_SIZE} with commas`;
  if (nodes < LEAST_NODES) return `--nodes ${nodes}: expected at least ${LEAST_NODES}`;
  if (threads < 1) return '--threads 0: expected at least 1';
  const range = rangeText === null ? null : Number(rangeText);
  const { 'label-nodes': labelNodes, period, playouts } = numbers;
  const hasLabels = values.has('label-nodes');
  if (hasLabels && labelNodes < 1) return '--label-nodes 0: expected at least 1';
  if (period < 1) return '--period 0: expected at least 1';
  for (const name of ['period', 'playouts'])
    if (values.has(name) && !hasLabels) return `--${name}: expected --label-nodes beside it`;
  const labels: Labeling | null = hasLabels ? { labelNodes, period, playouts } : null;
  const network = values.get('network') ?? null;
  if (network !== null && handset) return '--network: expected none with --handset';
  return { out, rule, nodes, games, seed, threads, sizes, handset, network, labels, fleet, range, only };
}

/** @returns first and last game, null if nothing was said, undefined if that is no range */
function rangeIn(text: string | undefined): [number, number] | null | undefined {
  if (text === undefined) return null;
  const found = /^(\d{1,9})-(\d{1,9})$/.exec(text);
  if (found === null || Number(found[1]) > Number(found[2])) return undefined;
  return [Number(found[1]), Number(found[2])];
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

/** Prepares the search. @throws MatchError if the file of a network is none */
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
      throw new MatchError(`--network ${network}: ${messageOf(error)}`);
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
    if (stop.signal.aborted) process.exit(STOPPED);
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
    return isDone ? 0 : STOPPED;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    await transport.close();
  }
}
