/**
 * Draws balanced openings that have not been used for tuning or training:
 *   npm run -s tool -- openings --seed N [--count 100] [--rule 0] [--size 15] [--nodes 100000] [--margin 150]
 *                               [--judge "command of a brain" ...] [--judge-ms N] [--games 0] [--avoid FILE ...]
 *                               > openings.txt
 *
 * Draws four to seven random stones near one another, and accepts them if tengen at this node limit, and every other
 * judge at the same limit or with --judge-ms milliseconds, score them within the margin for the side to move. With
 * --games, tengen then plays that many fast games from each, and neither color may win more than three quarters of
 * them: an opening that one color usually wins does not distinguish two engines. No two are symmetric, nor is any to an
 * opening in a file to avoid. The same seed gives the same openings as long as the judges are the same and have no
 * clock. A line before each opening has the scores in the order of the judges, and Black's share of the games.
 */
import { readFileSync } from 'node:fs';
import { MAX_SIZE, NO_LIMIT_MS } from '../src/core/limits.ts';
import { integersBelow, seededRandom } from '../src/core/random.ts';
import { ANY_RULE, type Rule, ruleFromCode } from '../src/core/rule.ts';
import { FREESTYLE } from '../src/core/rule-code.ts';
import { text, whole } from '../src/core/values.ts';
import type { Kernel } from '../src/engine/runtime/kernel.ts';
import { useAllLearned } from '../src/engine/runtime/networks.ts';
import { openKernel, setUpMoves } from '../src/engine/runtime/open-kernel.ts';
import { ANY_DEPTH, UNTIMED_MS } from '../src/engine/runtime/think.ts';
import { RESULT_SCORE } from '../src/kernel/search/result.ts';
import { EngineClient } from '../src/measure/match/client.ts';
import { resolveCommand } from '../src/measure/match/command-line.ts';
import { boardStones } from '../src/measure/match/player.ts';
import { pointsOfScore } from '../src/measure/match/thinking.ts';
import { canonicalHash, generateGameFrom, startGenerator } from '../src/measure/selfplay/generate.ts';
import { faultOfOpening, formatOffsetLine, type Opening, parseOpenings } from '../src/records/notation/openings.ts';
import { builtAddon } from './common/built-addon.ts';
import { fail, type ToolSyntax, toolArguments } from './common/options.ts';

const MIN_STONES = 4;
const MAX_STONES = 7;
/** Largest distance of the stones from the center of an opening, and of that from the center of the board. */
const MAX_REACH = 4;
const FROM_CENTER = 3;
const TABLE_BYTES = 32 << 20;
const WIN_LENGTH = 5;
/** After this many openings without a score from a judge, the tool gives up. */
const MOST_WITHOUT_SCORE = 20;
/** Timeout for a judge. */
const PATIENCE_MS = 60_000;

/**
 * A first search with this fraction of the nodes saves the rest of them: a score this many margins away does not
 * recover.
 */
const FIRST_LOOK = 16;
const FIRST_LOOK_MARGINS = 3;
/** Nodes per move of the fast games, and the largest share of them that a color may win. */
const GAME_NODES = 5000;
const MAX_SHARE = 0.75;

/** The requested openings, and the limits of tengen and the other judge. */
interface Wanted {
  readonly size: number;
  readonly rule: Rule;
  readonly nodes: number;
  /** For the side to move. */
  readonly margin: number;
  readonly judges: readonly Judge[];
  /** Time of a judge for an opening; null: the node limit. */
  readonly judgeMs: number | null;
  readonly games: number;
}

interface Judge {
  readonly command: string;
  /** Openings since the last one that it has scored. */
  withoutScore: number;
}

/** Scores of the judges, and Black's share of the games if there are any; null: not balanced. */
type Balance = readonly (number | string)[] | null;

/** @param random as of {@link seededRandom} */
function drawStones(size: number, random: () => number): Opening {
  const below = integersBelow(random);
  const middle = () => (size >> 1) + below(2 * FROM_CENTER + 1) - FROM_CENTER;
  const [x, y, reach] = [middle(), middle(), 1 + below(MAX_REACH)];
  const stones = MIN_STONES + below(MAX_STONES - MIN_STONES + 1);
  const near = (at: number) => at + below(2 * reach + 1) - reach;
  return Array.from({ length: stones }, () => ({ x: near(x), y: near(y) }));
}

/** @returns score for the side to move */
function ownScore(search: Kernel, { size, rule }: Wanted, opening: Opening, nodes: number): number {
  search.newGame();
  const color = setUpMoves(search, { width: size, height: size, rule: rule.code, winLength: WIN_LENGTH }, opening);
  search.think(color, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, nodes, 1);
  return search.result[RESULT_SCORE];
}

/** Starts the brain again for every opening, so that it knows nothing of the one before. */
async function judgeScore(judge: Judge, wanted: Wanted, opening: Opening): Promise<number | null> {
  const { size, rule, nodes, judgeMs } = wanted;
  const client = new EngineClient(resolveCommand(judge.command, null));
  try {
    await client.start(size, PATIENCE_MS);
    client.info('rule', rule.code);
    client.info('timeout_turn', judgeMs ?? PATIENCE_MS);
    // Without a match time some brains do not answer.
    client.info('timeout_match', 0);
    client.info('time_left', NO_LIMIT_MS);
    if (judgeMs === null) client.info('max_node', nodes);
    const own = opening.length % 2 === 0 ? 0 : 1;
    const { score } = (await client.board(boardStones(opening, own), PATIENCE_MS + (judgeMs ?? 0))).thinking;
    judge.withoutScore = score === null ? judge.withoutScore + 1 : 0;
    if (judge.withoutScore === MOST_WITHOUT_SCORE)
      fail(`--judge ${judge.command}: no score for ${MOST_WITHOUT_SCORE} openings, expected one in a line MESSAGE`);
    return score === null ? null : pointsOfScore(score);
  } finally {
    await client.end(1000);
  }
}

/** @returns Black's share of fast games from an opening; a draw counts half */
function blackShare({ games, rule, size }: Wanted, opening: Opening): number {
  const options = { rule: rule.code, sizes: [size], nodes: GAME_NODES, seed: 1 };
  let points = 0;
  for (let index = 0; index < games; index++) points += generateGameFrom(options, index, size, opening).result / 2;
  return points / games;
}

async function balanceOf(search: Kernel, wanted: Wanted, opening: Opening): Promise<Balance> {
  const { nodes, margin, judges, games } = wanted;
  const firstLook = ownScore(search, wanted, opening, Math.ceil(nodes / FIRST_LOOK));
  if (Math.abs(firstLook) > FIRST_LOOK_MARGINS * margin) return null;
  const own = ownScore(search, wanted, opening, nodes);
  if (Math.abs(own) > margin) return null;
  const found: (number | string)[] = [own];
  for (const judge of judges) {
    const score = await judgeScore(judge, wanted, opening);
    if (score === null || Math.abs(score) > margin) return null;
    found.push(score);
  }
  if (games > 0) {
    const share = blackShare(wanted, opening);
    if (share > MAX_SHARE || share < 1 - MAX_SHARE) return null;
    found.push(`Black ${(100 * share).toFixed(0)} %`);
  }
  return found;
}

const SYNTAX = {
  options: {
    seed: { type: whole(0) },
    count: { type: whole(1), default: 100 },
    rule: { type: ANY_RULE, default: FREESTYLE },
    size: { type: whole(9, MAX_SIZE), default: 15 },
    nodes: { type: whole(1), default: 100_000 },
    margin: { type: whole(1), default: 150 },
    judge: { type: text('COMMAND'), isMany: true },
    'judge-ms': { type: whole(1) },
    games: { type: whole(0), default: 0 },
    avoid: { type: text('FILE'), isMany: true },
  },
} as const satisfies ToolSyntax;

export async function main(args: readonly string[]): Promise<number> {
  const { values } = toolArguments(SYNTAX, args, 'openings');
  const { count, size, nodes, margin, games } = values;
  const seed = values.seed ?? fail('--seed missing: expected a whole number');
  const rule = ruleFromCode(values.rule)!;

  const random = seededRandom(seed);
  const search = openKernel(TABLE_BYTES, undefined, builtAddon()?.exports);
  useAllLearned(search);
  if (games > 0) useAllLearned(startGenerator());
  const judges = values.judge.map((command) => ({ command, withoutScore: 0 }));
  const wanted: Wanted = { size, rule, nodes, margin, judges, judgeMs: values['judge-ms'], games };
  const known = new Set<number>();
  for (const file of values.avoid) {
    for (const opening of parseOpenings(readFileSync(file, 'utf8'), 'auto', size, rule).openings)
      known.add(canonicalHash(size, opening));
  }
  const played = games > 0 ? `, ${games} games each` : '';
  console.log(`# ${rule.code} ${size}x${size}, seed ${seed}, within ${margin} at ${nodes} nodes${played}`);
  for (let found = 0; found < count; ) {
    const opening = drawStones(size, random);
    if (faultOfOpening(opening, size, rule) !== null || known.has(canonicalHash(size, opening))) continue;
    known.add(canonicalHash(size, opening));
    const balance = await balanceOf(search, wanted, opening);
    if (balance === null) continue;
    console.log(`# ${balance.join(', ')}\n${formatOffsetLine(opening, size)}`);
    found++;
  }
  return 0;
}
