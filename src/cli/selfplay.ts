/**
 * `tengen selfplay`: writes games of the engine against itself, for the trainer (tools/train.ts). One process for each
 * thread asked for, each with its own file, so that nothing is shared and a stopped run can be taken up again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { suggestion } from '../core/near.ts';
import { RULE_CHOICES, ruleCodeOf, ruleHelp } from '../core/rule.ts';
import { FREESTYLE } from '../core/rule-code.ts';
import { MAX_SIZE } from '../kernel/point.ts';
import { useAllLearned } from '../runtime/networks.ts';
import { canonicalHash, type GenerateOptions, generateGame, startGenerator } from '../selfplay/generate.ts';
import { decodeFile, encodeGame, encodeHeader, HEADER_BYTES } from '../selfplay/record.ts';

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
${ruleHelp().join('\n')}
Exit: 0 done, 1 failed, 2 wrong usage`;

const VALUED = ['--out', '--rule', '--sizes', '--nodes', '--games', '--seed', '--threads'];
const PROGRESS_MS = 5000;

interface SelfPlayArguments extends GenerateOptions {
  readonly out: string;
  readonly games: number;
  readonly threads: number;
  readonly handset: boolean;
}

/** Runs the subcommand. @returns exit code */
export async function selfPlayCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const parsed = parseArguments(args);
  if (typeof parsed === 'string') {
    process.stderr.write(`${parsed}\n`);
    return 2;
  }
  return parsed.threads > 1 ? runProcesses(parsed, args) : runHere(parsed);
}

/** @returns the arguments, or one line that says what is wrong */
function parseArguments(args: readonly string[]): SelfPlayArguments | string {
  const values = new Map<string, string>();
  let handset = false;
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--handset') handset = true;
    else if (VALUED.includes(args[i]) && i + 1 < args.length) values.set(args[i].slice(2), args[++i]);
    else {
      const near = VALUED.includes(args[i]) ? '' : suggestion(args[i], [...VALUED, '--handset']);
      return `argument "${args[i]}": expected an option with its value, see tengen selfplay --help${near}`;
    }
  }
  const numbers: Record<string, number> = { nodes: 2000, games: 10000, seed: 1, threads: 1 };
  for (const name of Object.keys(numbers)) {
    const text = values.get(name);
    if (text === undefined) continue;
    if (!/^\d{1,9}$/.test(text)) return `--${name} "${text}": expected a whole number`;
    numbers[name] = Number(text);
  }
  const { nodes, games, seed, threads } = numbers;
  const sizes = (values.get('sizes') ?? '15,20').split(',').map(Number);
  const out = values.get('out');
  if (out === undefined) return '--out missing: expected a file name';
  const ruleText = values.get('rule') ?? String(FREESTYLE);
  const rule = ruleCodeOf(ruleText);
  if (rule === null) return `--rule "${ruleText}": expected ${RULE_CHOICES}`;
  if (!sizes.every((size) => Number.isInteger(size) && size >= 8 && size <= MAX_SIZE))
    return `--sizes "${values.get('sizes')}": expected sizes from 8 to ${MAX_SIZE} with commas`;
  if (nodes < 100) return `--nodes ${nodes}: expected at least 100`;
  if (threads < 1) return '--threads 0: expected at least 1';
  return { out, rule, nodes, games, seed, threads, sizes, handset };
}

/** @returns how many of the games fall to process k */
function gamesOf({ games, threads }: SelfPlayArguments, k: number): number {
  return Math.floor(games / threads) + (k < games % threads ? 1 : 0);
}

/** Starts one process for each part. @returns the first exit code that is not 0 */
async function runProcesses(options: SelfPlayArguments, args: readonly string[]): Promise<number> {
  const children: ChildProcess[] = [];
  const ends: Promise<number>[] = [];
  const program = [...process.execArgv, process.argv[1], 'selfplay'];
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

function runHere(options: SelfPlayArguments): number {
  const openings = new Set<number>();
  let done = 0;
  let end = HEADER_BYTES;
  const exists = existsSync(options.out);
  if (exists) {
    const { header, games, completeBytes } = decodeFile(readFileSync(options.out));
    if (header.rule !== options.rule || header.seed !== options.seed || header.nodes !== options.nodes) {
      process.stderr.write(
        `${options.out}: made with rule ${header.rule}, ${header.nodes} nodes, seed ${header.seed}; expected the same to go on\n`,
      );
      return 1;
    }
    for (const game of games) openings.add(canonicalHash(game.size, game.plies.slice(0, game.openingPlies)));
    done = games.length;
    end = completeBytes;
  }
  const file = openSync(options.out, exists ? 'r+' : 'w');
  if (exists) ftruncateSync(file, end);
  else writeSync(file, encodeHeader(options));
  const search = startGenerator();
  if (!options.handset) useAllLearned(search);
  const start = performance.now();
  const first = done;
  let shownAt = start;
  let plies = 0;
  for (; done < options.games; done++) {
    const game = generateGame(options, done, (size, moves) => {
      const hash = canonicalHash(size, moves);
      if (openings.has(hash)) return false;
      openings.add(hash);
      return true;
    });
    const bytes = encodeGame(game);
    writeSync(file, bytes, 0, bytes.length, end);
    end += bytes.length;
    plies += game.plies.length - game.openingPlies;
    if (performance.now() - shownAt < PROGRESS_MS) continue;
    shownAt = performance.now();
    const seconds = (shownAt - start) / 1000;
    const perHour = Math.round(((done + 1 - first) / seconds) * 3600);
    process.stdout.write(`${options.out}: ${done + 1} games, ${perHour} an hour, ${plies} positions in this run\n`);
  }
  closeSync(file);
  process.stdout.write(`${options.out}: ${done} games\n`);
  return 0;
}
