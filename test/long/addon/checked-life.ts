/**
 * A process that puts the native form through everything it may meet: rules, boards, tables and games; exceptions and
 * stops of the host; a function that outlives the others of its search; two threads at once, one of which is ended in
 * mid-search. For sanitizers.test.ts.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { integersBelow, seededRandom } from '../../../src/core/random.ts';
import type { KernelHost } from '../../../src/engine/runtime/kernel.ts';
import { ANY_DEPTH, UNTIMED_MS } from '../../../src/engine/runtime/think.ts';
import { collectGarbage } from '../../../src/platform/node/collection.ts';
import { loadAddon, openKernel, setUpMoves, useAllLearned } from './forms-bundle.ts';
import { IDLE_CALLBACKS, newMemory } from './open-arguments.ts';

const RULES = [0, 1, 4, 8, 9, 16];
const STEPS = 40;

const path = isMainThread ? process.argv[2] : (workerData as string);

/** @param nodes that each search may take; without a limit the searches never end */
function live(seed: number, nodes: number | null): void {
  const random = seededRandom(seed);
  const below = integersBelow(random);
  let stop = (): number => 0;
  const host: KernelHost = { now: () => 0, stop: () => stop(), info: () => {} };
  const search = openKernel(1 << 20, host, loadAddon(path).exports);
  useAllLearned(search);
  for (let step = 0; step < STEPS; step++) {
    const [width, height] = [5 + below(18), 5 + below(18)];
    const moves = Array.from({ length: below(30) }, () => ({ x: below(width), y: below(height) }));
    const distinct = moves.filter(({ x, y }, i) => moves.findIndex((other) => other.x === x && other.y === y) === i);
    if (below(3) === 0) search.setTableBytes((128 + below(128)) << (9 + below(2)));
    const side = setUpMoves(search, { width, height, rule: RULES[below(RULES.length)], winLength: 5 }, distinct);
    if (below(4) === 0) search.newGame();
    let questions = below(40);
    const failure = below(8) === 0 ? new Error('the host fails') : null;
    stop = () => {
      if (nodes === null || questions-- > 0) return 0;
      if (failure !== null) throw failure;
      return 1;
    };
    try {
      search.think(side, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, nodes ?? 0, 1 + below(3));
    } catch (error) {
      if (error !== failure) throw error;
    }
  }
}

/** A function of a search works for as long as it exists, whatever else of the search has been collected. */
async function keepOneFunction(): Promise<void> {
  const { kilonodes } = loadAddon(path).exports.open(newMemory(), 0, IDLE_CALLBACKS, new Int32Array(1));
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  if (kilonodes() !== 0) throw new Error('a search that has not begun has nodes');
}

if (isMainThread) {
  await keepOneFunction();
  const start = (nodes: number | null) =>
    new Worker(new URL(import.meta.url), { workerData: path, env: { NODES: `${nodes ?? ''}` } });
  const endless = start(null);
  await once(endless, 'message');
  const worker = start(2000);
  const ended = once(worker, 'exit');
  live(1, 2000);
  await endless.terminate();
  const [status] = await ended;
  console.log(status === 0 ? 'lived' : `a thread ended with ${status}`);
} else {
  parentPort?.postMessage('begins');
  const { NODES } = process.env;
  live(2, NODES === '' ? null : Number(NODES));
}
