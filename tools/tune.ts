/** Tunes search parameters by self-play; see tune.mjs. */

import gamesSource from 'script:./games.ts';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { openingSequence, parseOpenings } from '../src/match/openings.ts';
import { seededRandom } from '../src/match/random.ts';
import { ruleFromCode, type XY } from '../src/rules/index.ts';
import * as searchParams from '../src/search/params.ts';
import type { NamedValues, PairReply, PairRequest } from './tuning/games.ts';
import { concerns, drawSigns, type Outcome, type Parameter, perturbed, updated } from './tuning/spsa.ts';

/** The file given as --table. */
interface Table {
  readonly games: readonly { readonly rule: number; readonly size: number; readonly openings: string }[];
  readonly parameters: Readonly<Record<string, Omit<Parameter, 'name' | 'start'> & { readonly start?: number }>>;
}

/** A line of the log. */
interface Iteration {
  readonly iteration: number;
  readonly signs: readonly number[];
  readonly outcomes: readonly Outcome[];
  readonly values: readonly number[];
}

/** Iterations between two lines on the screen. */
const SHOWN_EVERY = 50;
/** Elo per point of a pair (-2 to 2) where the sides are about equal. */
const ELO_PER_POINT = 400 / Math.LN10;

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    table: { type: 'string', default: fileURLToPath(new URL('tuning/parameters.json', import.meta.url)) },
    nodes: { type: 'string', default: '20000' },
    iterations: { type: 'string', default: '3000' },
    pairs: { type: 'string', default: '1' },
    rate: { type: 'string', default: '0.01' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '1' },
  },
});

function numberOf(name: 'nodes' | 'iterations' | 'pairs' | 'seed' | 'concurrency', least: number): number {
  const value = Number(options[name]);
  if (!Number.isInteger(value) || value < least)
    fail(`--${name} ${options[name]}: expected a whole number from ${least}`);
  return value;
}

function fail(line: string): never {
  console.error(line);
  process.exit(2);
}

function readTable(): Table {
  try {
    return JSON.parse(readFileSync(options.table, 'utf8'));
  } catch (error) {
    fail(`${options.table}: ${(error as Error).message}; expected a table such as tools/tuning/parameters.json`);
  }
}

function readParameters(table: Table): Parameter[] {
  const indices = searchParams as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(table.parameters).map(([name, entry]) => {
    const index = indices[name];
    if (typeof index !== 'number') fail(`${options.table}: parameter ${name}: expected a name of src/search/params.ts`);
    const parameter = { start: searchParams.params[index], ...entry, name };
    const { start, min, max, step } = parameter;
    if (!(min <= start && start <= max && step > 0))
      fail(
        `${options.table}: parameter ${name} from ${min} to ${max} by ${step}: expected ${start} inside, a step above 0`,
      );
    return parameter;
  });
}

/** @returns for each kind of game the opening of its n-th pair */
function readOpenings({ games }: Table, seed: number): ((place: number) => readonly XY[])[] {
  return games.map(({ rule, size, openings }) => {
    const file = new URL(`../test/data/openings/${openings}.txt`, import.meta.url);
    const list = parseOpenings(readFileSync(file, 'utf8'), 'auto', size, ruleFromCode(rule)!).openings;
    return openingSequence(list, size, { order: 'random', symmetry: 'random', seed });
  });
}

/** @returns the finished iterations of a log with these settings; makes the log if there is none */
function takeUp(out: string, settings: string): Iteration[] {
  if (!existsSync(out)) writeFileSync(out, `${settings}\n`);
  // What follows the last line break was being written when the run was stopped.
  const [first, ...lines] = readFileSync(out, 'utf8').split('\n').slice(0, -1);
  if (first !== settings) fail(`${out}: made with other settings, ${first}; expected ${settings}`);
  writeFileSync(out, [first, ...lines, ''].join('\n'));
  return lines.map((line) => JSON.parse(line));
}

/** One table row for each parameter: what it has become, and what the side moved upwards has won more than the other. */
function report(parameters: readonly Parameter[], log: readonly Iteration[]): void {
  console.log('| parameter | start | value | Elo of a step up over a step down |\n| --- | --- | --- | --- |');
  for (const [i, parameter] of parameters.entries()) {
    const points = log.flatMap(({ signs, outcomes }) =>
      outcomes.filter(({ rule }) => concerns(parameter, rule)).map((outcome) => outcome.points * signs[i]),
    );
    const mean = points.reduce((sum, x) => sum + x, 0) / points.length;
    const variance = points.reduce((sum, x) => sum + (x - mean) ** 2, 0) / points.length;
    const elo = (ELO_PER_POINT * mean).toFixed(1);
    const error = (1.96 * ELO_PER_POINT * Math.sqrt(variance / points.length)).toFixed(1);
    const value = Math.round(log.at(-1)?.values[i] ?? parameter.start);
    console.log(`| ${parameter.name} | ${parameter.start} | ${value} | ${elo} +- ${error} |`);
  }
}

/** What stays the same in all iterations. */
interface Match {
  readonly games: Table['games'];
  readonly openings: ReturnType<typeof readOpenings>;
  readonly nodes: number;
  readonly pairs: number;
  readonly threads: readonly Worker[];
}

/** Plays the pairs of iteration `k`. @returns their outcomes, in an order that does not depend on the threads */
async function playPairs(match: Match, k: number, plus: NamedValues, minus: NamedValues): Promise<Outcome[]> {
  const { games, openings, nodes, pairs } = match;
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async (thread: Worker) => {
    while (next < pairs) {
      const i = next++;
      const place = k * pairs + i;
      const kind = place % games.length;
      const { rule, size } = games[kind];
      const opening = openings[kind](Math.floor(place / games.length));
      const request: PairRequest = { rule, size, opening, nodes, plus, minus };
      thread.postMessage(request);
      const [points]: PairReply[] = await once(thread, 'message');
      outcomes[i] = { rule, points };
    }
  };
  await Promise.all(match.threads.map(work));
  return outcomes;
}

async function tune(): Promise<void> {
  const out = options.out ?? fail('--out missing: expected the name of a log');
  const [nodes, iterations, pairs] = [numberOf('nodes', 1), numberOf('iterations', 1), numberOf('pairs', 1)];
  const [seed, concurrency, rate] = [numberOf('seed', 0), numberOf('concurrency', 1), Number(options.rate)];
  if (!(rate > 0)) fail(`--rate ${options.rate}: expected a number above 0`);
  const table = readTable();
  const { games } = table;
  const parameters = readParameters(table);
  const openings = readOpenings(table, seed);
  const schedule = { iterations, rate };
  const log = takeUp(out, JSON.stringify({ ...schedule, nodes, pairs, seed, games, parameters }));
  const threads = Array.from({ length: Math.min(concurrency, pairs) }, () => new Worker(gamesSource, { eval: true }));
  const match: Match = { games, openings, nodes, pairs, threads };
  const named = (all: readonly number[]) => Object.fromEntries(parameters.map(({ name }, i) => [name, all[i]]));

  let values = log.at(-1)?.values ?? parameters.map(({ start }) => start);
  for (let k = log.length; k < iterations; k++) {
    const signs = drawSigns(parameters.length, seededRandom(Math.imul(seed + 1, 0x9e3779b1) + k));
    const plus = perturbed(parameters, values, signs, 1, k, schedule);
    const minus = perturbed(parameters, values, signs, -1, k, schedule);
    const outcomes = await playPairs(match, k, named(plus), named(minus));
    values = updated(parameters, values, signs, outcomes, k, schedule);
    const line: Iteration = { iteration: k + 1, signs, outcomes, values };
    appendFileSync(out, `${JSON.stringify(line)}\n`);
    log.push(line);
    if ((k + 1) % SHOWN_EVERY === 0) console.log(`${k + 1}: ${JSON.stringify(named(values.map(Math.round)))}`);
  }
  await Promise.all(threads.map((thread) => thread.terminate()));
  report(parameters, log);
}

await tune();
