/**
 * Judges all openings of three stones near the center, for swap2:
 *   npm run -s tool -- swap2-openings FILE [--rule 1] [--size 15] [--nodes 20000,300000,4000000]
 *                                     [--near 20] [--even 40] [--deep 20000000]
 *
 * Searches each opening in the 7x7 points around the center, up to symmetry, from an empty table, and those within
 * --near points of even again with the next number of nodes. Those that the last of these searches finds within --even
 * points of even are searched with --deep nodes, by the rule and by freestyle, and kept if both scores stay within
 * --even points. FILE gets a line for each search: number of the opening (in the order of
 * src/play/opening/three-stones.ts), nodes, score for White, who is to move, and rule. The same command resumes a run
 * that was stopped. At the end the scores by the rule, and the even openings, go into src/play/opening/swap2-values.ts.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { XY } from '../src/core/point.ts';
import { ruleNameOf } from '../src/core/rule.ts';
import { FREESTYLE } from '../src/core/rule-code.ts';
import { several, whole } from '../src/core/values.ts';
import { packValues } from '../src/play/opening/even-openings.ts';
import { SQUARE, type ThreeStones, threeStoneOpenings } from '../src/play/opening/three-stones.ts';
import { posName } from '../src/records/notation/pos.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';
import { ask, useBuiltKernel } from './tactics/search.ts';
import { questionOf } from './tactics/set.ts';

const SYNTAX = {
  operands: { noun: 'file', min: 1, max: 1, expected: 'the file of scores' },
  options: {
    rule: { type: whole(0), default: 1 },
    size: { type: whole(SQUARE), default: 15 },
    nodes: { type: several(whole(1000), 'N,N,...'), default: [20_000, 300_000, 4_000_000] },
    near: { type: whole(0), default: 20 },
    even: { type: whole(0), default: 40 },
    deep: { type: whole(1000), default: 20_000_000 },
  },
} as const satisfies ToolSyntax;

const DATA = new URL('../src/play/opening/swap2-values.ts', import.meta.url);

/** @returns the module @param values one character for each opening @param even the even openings */
function moduleOf(values: string, even: readonly ThreeStones[]): string {
  const digits = even.map((stones) => `'${stones.map(({ x, y }) => `${x}${y}`).join('')}'`);
  return `/** Written by \`npm run tool -- swap2-openings\`, read by even-openings.ts. */

/** A character for the value of each opening of three stones. */
export const SWAP2_VALUES =
  '${values}';

/** The even openings: column and row in the square of each stone. */
export const EVEN_OPENINGS: readonly string[] = [${digits.join(', ')}];
`;
}

const PROGRESS = 500;

/** Scores by number of the opening, one map for each kind of search: nodes and rule. */
type Scores = Map<string, Map<number, number>>;

function readScores(file: string): Scores {
  const scores: Scores = new Map();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const [index, nodes, score, rule] of lines.map((line) => line.split(' ').map(Number))) {
    const ofKind = scores.get(`${nodes} ${rule}`) ?? new Map<number, number>();
    scores.set(`${nodes} ${rule}`, ofKind.set(index, score));
  }
  return scores;
}

/** Runs the tool. @returns exit code: 0 done, 2 wrong usage */
export function main(args: readonly string[]): number {
  const { operands, values } = toolArguments(SYNTAX, args, 'swap2-openings');
  const [file] = operands;
  const { rule, size, nodes, near, even, deep } = values;
  const corner = (size - SQUARE) >> 1;
  const nameOf = ({ x, y }: XY): string => posName({ x: corner + x, y: corner + y });
  useBuiltKernel();
  const openings = threeStoneOpenings();
  const known = readScores(file);

  /** @returns scores of the openings by number, those of FILE or else from searches */
  function judge(numbers: readonly number[], limit: number, byRule: number): Map<number, number> {
    const scores = new Map(known.get(`${limit} ${byRule}`));
    const missing = numbers.filter((number) => !scores.has(number));
    for (const [done, number] of missing.entries()) {
      const { score } = ask(questionOf(size, byRule, openings[number].map(nameOf).join('')), { maxNodes: limit });
      scores.set(number, score);
      appendFileSync(file, `${number} ${limit} ${score} ${byRule}\n`);
      if (done % PROGRESS === 0) console.error(`${limit} nodes: ${done} of ${missing.length}`);
    }
    return scores;
  }

  const within = (points: number, found: ReadonlyMap<number, number>) => (number: number) =>
    Math.abs(found.get(number) as number) <= points;
  const scores = new Map<number, number>();
  let numbers = [...openings.keys()];
  for (const limit of nodes) {
    const found = judge(numbers, limit, rule);
    for (const number of numbers) scores.set(number, found.get(number) as number);
    console.log(`${limit} nodes: ${numbers.length} openings`);
    if (limit !== nodes.at(-1)) numbers = numbers.filter(within(near, scores));
  }
  numbers = numbers.filter(within(even, scores));
  for (const byRule of new Set([rule, FREESTYLE])) {
    const found = judge(numbers, deep, byRule);
    console.log(`${deep} nodes, ${ruleNameOf(byRule)}: ${numbers.length} openings`);
    if (byRule === rule) for (const number of numbers) scores.set(number, found.get(number) as number);
    numbers = numbers.filter(within(even, found));
  }
  const chosen = numbers.map((number) => openings[number]);
  writeFileSync(DATA, moduleOf(packValues(openings.map((_, number) => scores.get(number) as number)), chosen));
  console.log(`${chosen.length} of them are even`);
  return 0;
}
