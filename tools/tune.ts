/**
 * Tunes search parameters by games of the engine against itself, by simultaneous perturbation (SPSA):
 *   npm run tool -- tune --out <log> [--table tools/tuning/parameters.json] [--nodes 20000] [--iterations 3000]
 *                        [--pairs 1] [--rate 0.01] [--seed 1] [--concurrency 1]
 *
 * Each iteration moves every parameter one step up or down at random, plays pairs of games between these values and
 * those with all steps reversed, and moves every parameter slightly toward the winning side. A pair of games at 20,000
 * nodes per move takes about a second.
 *
 * --table contains the games (rule, size, file in test/data/openings), used in rotation pair by pair, and the
 * parameters to tune, by their names in src/kernel/search/params.ts. Bounds, start and step of the last iteration
 * (the first is about twice as large) come from that table unless given here as min, max, start and step; rules lists
 * the rules in which the parameter matters, if not all. --pairs is the number of pairs per iteration, --concurrency how
 * many of them are played at a time. --rate is the final change of a parameter, in steps per game won.
 *
 * The log has one line for the settings and one for each iteration. The same command resumes a run that was stopped,
 * with the same result as without the interruption, whatever the concurrency.
 */
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decimal, text, type ValueType, whole } from '../src/core/values.ts';
import { fail, type ToolSyntax, toolArguments } from './common/options.ts';
import { eloOf, engineValue, type Kind, Pairs, readTable, signsAt, takeUp } from './tuning/pairs.ts';
import { PARAMETERS } from './tuning/parameters.ts';
import { concerns, type Outcome, type Parameter, perturbed, updated } from './tuning/spsa.ts';

/** The file given as --table. */
interface Table {
  readonly games: readonly Kind[];
  readonly parameters: Readonly<Record<string, Partial<Omit<Parameter, 'name'>>>>;
}

/** A line of the log. */
interface Iteration {
  readonly iteration: number;
  readonly signs: readonly number[];
  readonly outcomes: readonly Outcome[];
  readonly values: readonly number[];
}

/** For a share of match time, which has no row: its entry must give everything. */
const NO_ROW = { min: Number.NaN, max: Number.NaN, step: Number.NaN };

/** Iterations between two progress lines. */
const SHOWN_EVERY = 50;

const RATE: ValueType<number> = {
  ...decimal(0),
  expected: 'a number above 0',
  read: (given) => (Number(given) > 0 ? Number(given) : undefined),
};

const SYNTAX = {
  options: {
    out: { type: text('FILE') },
    table: { type: text('FILE'), default: fileURLToPath(new URL('tuning/parameters.json', import.meta.url)) },
    nodes: { type: whole(1), default: 20_000 },
    iterations: { type: whole(1), default: 3000 },
    pairs: { type: whole(1), default: 1 },
    rate: { type: RATE, default: 0.01 },
    seed: { type: whole(0), default: 1 },
    concurrency: { type: whole(1), default: 1 },
  },
} as const satisfies ToolSyntax;

function readParameters(table: Table, file: string): Parameter[] {
  return Object.entries(table.parameters).map(([name, entry]) => {
    const start = engineValue(file, name);
    const { min, max, step } = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : NO_ROW;
    const parameter = { start, min, max, step, ...entry, name };
    if (!(parameter.min <= parameter.start && parameter.start <= parameter.max && parameter.step > 0))
      fail(
        `${file}: parameter ${name} from ${parameter.min} to ${parameter.max} by ${parameter.step}: ` +
          `expected ${parameter.start} inside, a step above 0`,
      );
    return parameter;
  });
}

/** One table row per parameter: its value, and the margin by which the side moved upwards outscored the other. */
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

export async function main(args: readonly string[]): Promise<number> {
  const { values: options } = toolArguments(SYNTAX, args, 'tune');
  const { nodes, iterations, pairs, seed, concurrency, rate } = options;
  const out = options.out ?? fail('--out missing: expected the name of a log');
  const table = readTable<Table>(options.table, 'tools/tuning/parameters.json');
  const { games } = table;
  const parameters = readParameters(table, options.table);
  const schedule = { iterations, rate };
  const log = takeUp<Iteration>(out, { ...schedule, nodes, pairs, seed, games, parameters });
  const match = new Pairs(games, nodes, seed, Math.min(concurrency, pairs));
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
  return 0;
}
