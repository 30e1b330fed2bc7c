/** Thread of the trainer: works on the lanes that it is told of. */
import { parentPort, workerData } from 'node:worker_threads';
import { Hand, type Request } from './lanes.ts';

const hand = new Hand(workerData);
parentPort?.on('message', (request: Request) => {
  parentPort?.postMessage(hand.answer(request));
});
