/** Tunes search parameters by self-play; see tune.mjs. */

import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fail, wholeNumber } from './options.ts';
import { eloOf, engineValue, type Kind, Pairs, readTable, signsAt, takeUp } from './tuning/pairs.ts';
import { concerns, type Outcome, type Parameter, perturbed, updated } from './tuning/spsa.ts';

/** The file given as --table. */
interface Table {
  readonly games: readonly Kind[];
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
  return wholeNumber(name, options[name], least);
}

function readParameters(table: Table): Parameter[] {
  return Object.entries(table.parameters).map(([name, entry]) => {
    const parameter = { start: engineValue(options.table, name), ...entry, name };
    const { start, min, max, step } = parameter;
    if (!(min <= start && start <= max && step > 0))
      fail(
        `${options.table}: parameter ${name} from ${min} to ${max} by ${step}: expected ${start} inside, a step above 0`,
      );
    return parameter;
  });
}

/** One table row for each parameter: what it has become, and what the side moved upwards has won more than the other. */
function report(parameters: readonly Parameter[], log: readonly Iteration[]): void {
  console.log('| parameter | start | value | Elo of a step up over a step down |\n| --- | --- | --- | --- |');
  for (const [i, parameter] of parameters.entries()) {
    const points = log.flatMap(({ signs, outcomes }) =>
      outcomes.filter(({ rule }) => concerns(parameter, rule)).map((outcome) => outcome.points * signs[i]),
    );
    const { elo, error } = eloOf(points);
    const value = Math.round(log.at(-1)?.values[i] ?? parameter.start);
    console.log(`| ${parameter.name} | ${parameter.start} | ${value} | ${elo.toFixed(1)} +- ${error.toFixed(1)} |`);
  }
}

async function tune(): Promise<void> {
  const out = options.out ?? fail('--out missing: expected the name of a log');
  const [nodes, iterations, pairs] = [numberOf('nodes', 1), numberOf('iterations', 1), numberOf('pairs', 1)];
  const [seed, concurrency, rate] = [numberOf('seed', 0), numberOf('concurrency', 1), Number(options.rate)];
  if (!(rate > 0)) fail(`--rate ${options.rate}: expected a number above 0`);
  const table = readTable<Table>(options.table, 'tools/tuning/parameters.json');
  const { games } = table;
  const parameters = readParameters(table);
  const schedule = { iterations, rate };
  const log = takeUp<Iteration>(out, JSON.stringify({ ...schedule, nodes, pairs, seed, games, parameters }));
  const openings = new URL('../test/data/openings/', import.meta.url);
  const match = new Pairs(games, nodes, openings, seed, Math.min(concurrency, pairs));
  const named = (all: readonly number[]) => Object.fromEntries(parameters.map(({ name }, i) => [name, all[i]]));

  let values = log.at(-1)?.values ?? parameters.map(({ start }) => start);
  for (let k = log.length; k < iterations; k++) {
    const signs = signsAt(k, parameters.length, seed);
    const plus = named(perturbed(parameters, values, signs, 1, k, schedule));
    const minus = named(perturbed(parameters, values, signs, -1, k, schedule));
    const outcomes = await match.play(k * pairs, pairs, () => ({ plus, minus }));
    values = updated(parameters, values, signs, outcomes, k, schedule);
    const line: Iteration = { iteration: k + 1, signs, outcomes, values };
    appendFileSync(out, `${JSON.stringify(line)}\n`);
    log.push(line);
    if ((k + 1) % SHOWN_EVERY === 0) console.log(`${k + 1}: ${JSON.stringify(named(values.map(Math.round)))}`);
  }
  await match.close();
  report(parameters, log);
}

await tune();
