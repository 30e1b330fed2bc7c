/** A thread that runs bench in the native form; for forms.test.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { BENCH_TABLE_BYTES, loadAddon, openKernel, runBench } from './forms-bundle.ts';

const { path, depth } = workerData as { path: string; depth: number };
const search = openKernel(BENCH_TABLE_BYTES, undefined, loadAddon(path).exports);
parentPort?.postMessage(runBench(search, depth, () => {}));
