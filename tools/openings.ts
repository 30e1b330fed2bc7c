/**
 * Draws balanced openings that nobody has tuned or trained on:
 *   npm run -s tool -- openings --seed N [--count 100] [--rule 0] [--size 15] [--nodes 100000] [--margin 150]
 *                               [--judge "command of a brain"] [--avoid FILE ...] > openings.txt
 *
 * Random stones near one another, four to seven of them, kept if tengen at so many nodes, and the other judge if one is
 * named, both score them within the margin for the side to move. No two are images of one another, nor of an opening in a
 * file to avoid. The same seed gives the same openings as long as the judges do. Every opening has a line before it with
 * the scores, the other judge's second.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/core/random.ts';
import { type Rule, ruleFromCode } from '../src/core/rule.ts';
import { RESULT_SCORE } from '../src/kernel/search/result.ts';
import { EngineClient } from '../src/match/client.ts';
import { resolveCommand } from '../src/match/command-line.ts';
import { boardStones } from '../src/match/player.ts';
import { pointsOfScore } from '../src/match/thinking.ts';
import { formatOffsetLine, type Opening, openingFault, parseOpenings } from '../src/notation/openings.ts';
import type { Kernel } from '../src/runtime/kernel.ts';
import { useAllLearned } from '../src/runtime/networks.ts';
import { openKernel, setUpMoves } from '../src/runtime/open-kernel.ts';
import { ANY_DEPTH, UNTIMED_MS } from '../src/runtime/think.ts';
import { canonicalHash } from '../src/selfplay/generate.ts';
import { fail, wholeNumber } from './common/options.ts';

const LEAST_STONES = 4;
const MOST_STONES = 7;
/** Stones lie within this of the middle of an opening, and that within this of the middle of the board. */
const MOST_REACH = 4;
const FROM_CENTRE = 3;
const TABLE_BYTES = 32 << 20;
const WIN_LENGTH = 5;
/** A judge that takes longer is not to be waited for. */
const PATIENCE_MS = 60_000;

/** What is drawn for, and how long tengen and the other judge look at it. */
interface Wanted {
  readonly size: number;
  readonly rule: Rule;
  readonly nodes: number;
}

/** @param random as of {@link seededRandom} */
function drawStones(size: number, random: () => number): Opening {
  const below = (n: number) => Math.floor(random() * n);
  const middle = () => (size >> 1) + below(2 * FROM_CENTRE + 1) - FROM_CENTRE;
  const [x, y, reach] = [middle(), middle(), 1 + below(MOST_REACH)];
  const stones = LEAST_STONES + below(MOST_STONES - LEAST_STONES + 1);
  const near = (at: number) => at + below(2 * reach + 1) - reach;
  return Array.from({ length: stones }, () => ({ x: near(x), y: near(y) }));
}

/** @returns score for the side to move */
function ownScore(search: Kernel, { size, rule, nodes }: Wanted, opening: Opening): number {
  search.newGame();
  const color = setUpMoves(search, { width: size, height: size, rule: rule.code, winLength: WIN_LENGTH }, opening);
  search.think(color, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, nodes, 1);
  return search.result[RESULT_SCORE];
}

/** Asks a brain anew for every opening, so that it knows nothing of the one before. */
async function judgeScore(command: string, { size, rule, nodes }: Wanted, opening: Opening): Promise<number | null> {
  const client = new EngineClient(resolveCommand(command, null));
  try {
    await client.start(size, PATIENCE_MS);
    client.info('rule', rule.code);
    client.info('timeout_turn', PATIENCE_MS);
    client.info('max_node', nodes);
    const own = opening.length % 2 === 0 ? 0 : 1;
    const { score } = (await client.board(boardStones(opening, own), PATIENCE_MS)).thinking;
    return score === null ? null : pointsOfScore(score);
  } finally {
    await client.end(1000);
  }
}

/** @returns exit status */
export async function main(args: readonly string[]): Promise<number> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      count: { type: 'string', default: '100' },
      rule: { type: 'string', default: '0' },
      size: { type: 'string', default: '15' },
      nodes: { type: 'string', default: '100000' },
      margin: { type: 'string', default: '150' },
      judge: { type: 'string' },
      avoid: { type: 'string', multiple: true, default: [] },
    },
  });

  const seed = wholeNumber('seed', options.seed ?? 'missing', 0);
  const [count, code] = [wholeNumber('count', options.count, 1), wholeNumber('rule', options.rule, 0)];
  const [size, nodes] = [wholeNumber('size', options.size, 9), wholeNumber('nodes', options.nodes, 1)];
  const margin = wholeNumber('margin', options.margin, 1);
  const rule = ruleFromCode(code) ?? fail(`--rule ${code}: expected 0, 1, 4, 8 or 9`);

  const random = seededRandom(seed);
  const search = openKernel(TABLE_BYTES);
  useAllLearned(search);
  const wanted: Wanted = { size, rule, nodes };
  const known = new Set<number>();
  for (const file of options.avoid) {
    for (const opening of parseOpenings(readFileSync(file, 'utf8'), 'auto', size, rule).openings)
      known.add(canonicalHash(size, opening));
  }
  console.log(`# ${rule.code} ${size}x${size}, seed ${seed}, within ${margin} at ${nodes} nodes`);
  for (let found = 0; found < count; ) {
    const opening = drawStones(size, random);
    if (openingFault(opening, size, rule) !== null || known.has(canonicalHash(size, opening))) continue;
    known.add(canonicalHash(size, opening));
    const scores: (number | null)[] = [ownScore(search, wanted, opening)];
    const isClose = () => scores.every((score) => score !== null && Math.abs(score) <= margin);
    if (isClose() && options.judge !== undefined) scores.push(await judgeScore(options.judge, wanted, opening));
    if (!isClose()) continue;
    console.log(`# ${scores.join(', ')}\n${formatOffsetLine(opening, size)}`);
    found++;
  }
  return 0;
}
