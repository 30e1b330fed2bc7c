/**
 * How many nodes does the search need for a depth, and for the proofs of long wins?
 *   npm run -s tool -- nodes-to-depth [--depth 12] [--openings 20] [--limit 2000000]
 *
 * Searches the first openings of five games (test/data/openings) to a fixed depth, each from an empty table, and prints
 * the geometric mean of the nodes; then the nodes until the search proves each long forced win, as in a game. The same
 * search gives the same numbers on every machine. Fewer nodes are no gain by themselves: only games show whether what
 * was skipped mattered.
 */
import { whole } from '../src/core/values.ts';
import { posName } from '../src/records/notation/pos.ts';
import { COMMON_GAMES, type GameKind, readOpenings } from './common/openings.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';
import { ask, useBuiltKernel } from './tactics/search.ts';
import { questionOf } from './tactics/set.ts';
import { FORCED_WINS, proveWithin } from './tactics/wins.ts';

const SYNTAX = {
  options: {
    depth: { type: whole(1), default: 12 },
    openings: { type: whole(1), default: 20 },
    limit: { type: whole(1000), default: 2_000_000 },
  },
} as const satisfies ToolSyntax;

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** @returns nodes of a search to `depth` for each of the first `count` openings */
function nodesToDepth(game: GameKind, count: number, depth: number): number[] {
  return readOpenings(game)
    .slice(0, count)
    .map((moves) => ask(questionOf(game.size, game.rule, moves.map(posName).join('')), { maxDepth: depth }).nodes);
}

/** Runs the tool. @returns exit code: 0 done, 2 wrong usage */
export function main(args: readonly string[]): number {
  const { depth, openings, limit } = toolArguments(SYNTAX, args, 'nodes-to-depth').values;
  useBuiltKernel();
  console.log(`| to depth ${depth} | openings | nodes, geometric mean |\n| --- | --- | --- |`);
  const all = COMMON_GAMES.flatMap((game) => {
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
