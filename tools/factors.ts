/**
 * Measures many changes of the search at once:
 *   npm run tool -- factors --out <log> [--table tools/tuning/factors.json] [--nodes 50000] [--pairs 1000]
 *                           [--seed 1] [--concurrency 1]
 *
 * One factorial match measures all of them: every pair of games assigns each change to one side or the other at random,
 * and the effect of a change is the margin by which the sides with it outscored those without it. A thousand pairs
 * measure every change as precisely as a thousand pairs played for it alone, provided that the changes interact little.
 *
 * --table contains the games (rule, size, file in test/data/openings), used in rotation pair by pair, and the factors:
 * a name, and the parameters of src/kernel/search/params.ts with their values without and with the change.
 *
 * The log has one line for the settings and one for each pair. The same command resumes a run that was stopped, and
 * --pairs may grow.
 */
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { text, whole } from '../src/core/values.ts';
import { fail, type ToolSyntax, toolArguments } from './common/options.ts';
import type { NamedValues } from './tuning/games.ts';
import { clockText, eloOf, engineValue, type Kind, Pairs, readTable, signsAt, takeUp } from './tuning/pairs.ts';

/** A change: by parameter, its values without and with the change. */
interface Factor {
  readonly name: string;
  readonly values: Readonly<Record<string, readonly [without: number, withIt: number]>>;
}

/** The file given as --table. */
interface Table {
  readonly games: readonly Kind[];
  readonly factors: readonly Factor[];
}

/** A line of the log. The sign of a factor is 1 if the side whose points are counted had the change. */
interface Pair {
  readonly kind: number;
  readonly signs: readonly number[];
  readonly points: number;
}

/** Pairs per thread that are played before they are written to the log. */
const PAIRS_AT_ONCE = 4;

const SYNTAX = {
  options: {
    out: { type: text('FILE') },
    table: { type: text('FILE'), default: fileURLToPath(new URL('tuning/factors.json', import.meta.url)) },
    nodes: { type: whole(1), default: 50_000 },
    pairs: { type: whole(1), default: 1000 },
    seed: { type: whole(0), default: 1 },
    concurrency: { type: whole(1), default: 1 },
  },
} as const satisfies ToolSyntax;

function check({ factors }: Table, file: string): void {
  for (const { name, values } of factors) {
    for (const [parameter, pair] of Object.entries(values)) {
      engineValue(file, parameter);
      if (!Array.isArray(pair) || pair.length !== 2 || !pair.every(Number.isInteger))
        fail(
          `${file}: factor ${name}, ${parameter}: ${JSON.stringify(pair)}; expected the whole numbers without and with`,
        );
    }
  }
}

function valuesOf(factors: readonly Factor[], has: (factor: number) => boolean): NamedValues {
  return Object.fromEntries(
    factors.flatMap(({ values }, i) => Object.entries(values).map(([name, pair]) => [name, pair[has(i) ? 1 : 0]])),
  );
}

/** One table row per factor: Elo with the change relative to without, in all games and in each kind. */
function report({ games, factors }: Table, log: readonly Pair[]): void {
  const kinds = games.map(({ openings, clock }) => (clock ? `${openings} ${clockText(clock)}` : openings));
  console.log(`| change | all ${log.length} pairs | ${kinds.join(' | ')} |`);
  console.log(`| --- | --- |${' --- |'.repeat(kinds.length)}`);
  for (const [i, { name }] of factors.entries()) {
    const cells = [log, ...kinds.map((_, kind) => log.filter((pair) => pair.kind === kind))].map((pairs) => {
      const { elo, error } = eloOf(pairs.map(({ points, signs }) => points * signs[i]));
      return `${elo.toFixed(0)} +- ${error.toFixed(0)}`;
    });
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

export async function main(args: readonly string[]): Promise<number> {
  const { values } = toolArguments(SYNTAX, args, 'factors');
  const { nodes, pairs, seed, concurrency } = values;
  const out = values.out ?? fail('--out missing: expected the name of a log');
  const table = readTable<Table>(values.table, 'tools/tuning/factors.json');
  check(table, values.table);
  const { games, factors } = table;
  const log = takeUp<Pair>(out, { nodes, seed, games, factors });
  const match = new Pairs(games, nodes, seed, concurrency);

  while (log.length < pairs) {
    const from = log.length;
    const count = Math.min(PAIRS_AT_ONCE * concurrency, pairs - from);
    const drawn = Array.from({ length: count }, (_, i) => signsAt(from + i, factors.length, seed));
    const outcomes = await match.play(from, count, (place) => {
      const signs = drawn[place - from];
      return { plus: valuesOf(factors, (i) => signs[i] > 0), minus: valuesOf(factors, (i) => signs[i] < 0) };
    });
    const lines = outcomes.map(({ points }, i) => ({
      kind: match.kindAt(from + i),
      signs: drawn[i],
      points,
    }));
    appendFileSync(out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    log.push(...lines);
  }
  await match.close();
  report(table, log);
  return 0;
}
