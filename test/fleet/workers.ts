/** Workers in this process and Redis servers, which end with the test. */
import { afterEach } from 'vitest';
import type { Transport } from '../../src/measure/fleet/transport.ts';
import { runWorker, type WorkerOptions } from '../../src/measure/fleet/worker.ts';
import { RedisServer } from './redis-server.ts';

const started: { stop: AbortController; ended: Promise<void> }[] = [];
afterEach(async () => {
  for (const { stop } of started) stop.abort();
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});

/** @param stop ends it */
export function startWorker(options: WorkerOptions, transport: Transport, stop: AbortController): void {
  started.push({ stop, ended: runWorker(options, transport, stop.signal, stop.signal) });
}

/** What the test has to close; the last one first. */
export const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts a Redis for the test. */
export async function redis(...options: string[]): Promise<RedisServer> {
  const server = await RedisServer.open(...options);
  closers.push(() => server.close());
  return server;
}
