/**
 * How many nodes does the search need for a depth, and for the proofs of long wins?
 *   npm run -s tool -- nodes-to-depth [--depth 12] [--openings 20] [--limit 2000000]
 *
 * Searches the first openings of each file in test/data/openings to a fixed depth, each from an empty table, and prints
 * the geometric mean of the nodes; then the nodes until the search proves each long forced win, as in a game. Same
 * search, same numbers, always. Fewer nodes are no gain by themselves: only games show whether what was skipped
 * mattered.
 */

import { readFileSync } from 'node:fs';
import { ruleFromCode } from '../src/core/rule.ts';
import { whole } from '../src/core/values.ts';
import { parseOpenings } from '../src/notation/openings.ts';
import { posName } from '../src/notation/pos.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';
import { ask, DEFAULT_TABLE_BYTES, useTableOf } from './tactics/search.ts';
import { questionOf } from './tactics/set.ts';
import { FORCED_WINS, proveWithin } from './tactics/wins.ts';

const SYNTAX = {
  options: {
    depth: { type: whole(1), default: 12 },
    openings: { type: whole(1), default: 20 },
    limit: { type: whole(1000), default: 2_000_000 },
  },
} as const satisfies ToolSyntax;

/** `file` in test/data/openings, without extension. */
const GAMES = [
  { name: 'freestyle, 15x15', rule: 0, size: 15, file: 'freestyle-15' },
  { name: 'freestyle, 20x20', rule: 0, size: 20, file: 'freestyle-20' },
  { name: 'standard', rule: 1, size: 15, file: 'standard-15' },
  { name: 'renju', rule: 4, size: 15, file: 'renju-15' },
  { name: 'caro', rule: 8, size: 15, file: 'caro-15' },
];

type Game = (typeof GAMES)[number];

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** @returns nodes of a search to `depth` for each of the first `count` openings */
function nodesToDepth({ rule, size, file }: Game, count: number, depth: number): number[] {
  const source = new URL(`../test/data/openings/${file}.txt`, import.meta.url);
  const { openings } = parseOpenings(readFileSync(source, 'utf8'), 'auto', size, ruleFromCode(rule)!);
  return openings
    .slice(0, count)
    .map((moves) => ask(questionOf(size, rule, moves.map(posName).join('')), { maxDepth: depth }).nodes);
}

/** Runs the tool. @returns exit code: 0 done, 2 wrong usage */
export function main(args: readonly string[]): number {
  const { depth, openings, limit } = toolArguments(SYNTAX, args, 'nodes-to-depth').values;
  useTableOf(DEFAULT_TABLE_BYTES);
  console.log(`| to depth ${depth} | openings | nodes, geometric mean |\n| --- | --- | --- |`);
  const all = GAMES.flatMap((game) => {
    const nodes = nodesToDepth(game, openings, depth);
    console.log(`| ${game.name} | ${nodes.length} | ${geometricMean(nodes).toFixed(0)} |`);
    return nodes;
  });
  console.log(`| all | ${all.length} | ${geometricMean(all).toFixed(0)} |`);
  console.log(`\n| forced win | within ${limit} nodes | nodes |\n| --- | --- | --- |`);
  for (const win of FORCED_WINS) {
    const { plies, nodes, isForced } = proveWithin(win, limit);
    const found = plies !== null ? `${plies} plies` : isForced ? 'only move' : 'not proven';
    console.log(`| ${win.name} | ${found} | ${nodes} |`);
  }
  return 0;
}
