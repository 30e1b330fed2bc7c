/** Thread of the trainer: processes the lanes assigned to it. */
import { parentPort, workerData } from 'node:worker_threads';
import { Hand, type Request } from './lanes.ts';

const hand = new Hand(workerData);
parentPort?.on('message', (request: Request) => {
  parentPort?.postMessage(hand.answer(request));
});
