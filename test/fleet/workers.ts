/** Workers in this process, which end with the test. */
import { afterEach } from 'vitest';
import type { Transport } from '../../src/measure/fleet/transport.ts';
import { runWorker, type WorkerOptions } from '../../src/measure/fleet/worker.ts';

const started: { stop: AbortController; ended: Promise<void> }[] = [];
afterEach(async () => {
  for (const { stop } of started) stop.abort();
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});

/** @param stop ends it */
export function startWorker(options: WorkerOptions, transport: Transport, stop: AbortController): void {
  started.push({ stop, ended: runWorker(options, transport, stop.signal, stop.signal) });
}
