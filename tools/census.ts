/**
 * Where do the nodes of the search go?
 *   npm run -s tool -- census [--positions 100] [--nodes 600000] [--game-nodes 10000] [--seed 1]
 *                             [--svg FILE]
 *
 * Plays games of the engine against itself from the openings in test/data/openings, takes one undecided position of
 * each at random, and searches it with a build of the search that counts (JavaScript; see src/kernel/search/trace.ts):
 * its nodes by the threats on the board and by depth, the late moves they lie below, how often a move of each rank
 * raises alpha, and what re-searches cost. The share of time is sampled and includes the counting.
 *
 * Prints Markdown tables; --svg draws the nodes by depth.
 */
import censusSource from 'traced-script:./census/search.ts';
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { text, whole } from '../src/core/values.ts';
import { drawDepths } from './census/picture.ts';
import { depthTable, kindTable, latenessTable, rankTable, searchTable, type Taken } from './census/report.ts';
import type { Census, CensusRequest } from './census/search.ts';
import { KINDS } from './census/trace.ts';
import { COMMON_GAMES, readOpenings } from './common/openings.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = {
  options: {
    positions: { type: whole(1), default: 100 },
    nodes: { type: whole(1000), default: 600_000 },
    'game-nodes': { type: whole(1), default: 10_000 },
    seed: { type: whole(0), default: 1 },
    svg: { type: text('FILE'), default: '' },
  },
} as const satisfies ToolSyntax;

/** Milliseconds between two samples of the node that is running. */
const LOOK_MS = 0.5;

/** Value of the shared number while games are played. */
const NOT_YET = -2;

/** Never notified: waiting for it is a pause. */
const idle = new Int32Array(new SharedArrayBuffer(4));

/** Runs one thread. @returns its counts and samples */
async function takeCensus(request: Omit<CensusRequest, 'current'>): Promise<Taken> {
  const current = new Int32Array(new SharedArrayBuffer(4)).fill(NOT_YET);
  const looks = new Array<number>(KINDS.length + 1).fill(0);
  const worker = new Worker(censusSource, { eval: true, workerData: { ...request, current } });
  const timer = setInterval(() => {
    // A timer fires too rarely: take several samples each time.
    for (let i = 0; i < 20; i++) {
      Atomics.wait(idle, 0, 0, LOOK_MS);
      const kind = Atomics.load(current, 0);
      if (kind !== NOT_YET) looks[kind < 0 ? KINDS.length : kind]++;
    }
  }, 1);
  try {
    const census = await new Promise<Census>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    return { census, looks };
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}

/** Runs the tool. @returns exit code: 0 done, 2 wrong usage */
export async function main(args: readonly string[]): Promise<number> {
  const { positions, nodes, 'game-nodes': gameNodes, seed, svg } = toolArguments(SYNTAX, args, 'census').values;
  const taken: { name: string; taken: Taken }[] = [];
  for (const game of COMMON_GAMES) {
    const { name, rule, size } = game;
    const openings = readOpenings(game);
    const count = Math.ceil(positions / COMMON_GAMES.length);
    const first = (seed * count) % openings.length;
    const chosen = Array.from({ length: count }, (_, i) => openings[(first + i) % openings.length]);
    taken.push({ name, taken: await takeCensus({ rule, size, openings: chosen, gameNodes, nodes, seed }) });
    console.error(`${name}: done`);
  }
  for (const table of [kindTable, depthTable, latenessTable, rankTable, searchTable]) console.log(`${table(taken)}\n`);
  if (svg !== '') writeFileSync(svg, drawDepths(taken));
  return 0;
}
