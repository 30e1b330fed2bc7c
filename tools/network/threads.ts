/** Threads for the lanes of the trainer. */
import threadSource from 'script:./lane-thread.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Helper } from './crew.ts';
import type { Setup } from './lanes.ts';

/** @returns a thread that processes the lanes assigned to it */
export function startThread(setup: Setup): Helper {
  const thread = new Worker(threadSource, { eval: true, workerData: setup });
  return {
    async answer(request) {
      thread.postMessage(request);
      const [numbers]: number[][] = await once(thread, 'message');
      return numbers;
    },
    async close() {
      await thread.terminate();
    },
  };
}
