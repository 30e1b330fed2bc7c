import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { collectUnlessEnding, forbidCollection, newCollectionState } from '../../../src/platform/node/collection.ts';

test('a thread collects garbage until it is about to end', () => {
  const state = newCollectionState();
  let count = 0;
  collectUnlessEnding(state, () => count++);
  collectUnlessEnding(state, () => count++);
  expect(count).toBe(2);
  forbidCollection(state);
  collectUnlessEnding(state, () => count++);
  expect(count).toBe(2);
});

test('a collection that fails is over', () => {
  const state = newCollectionState();
  const fail = () => {
    throw new Error('no gc');
  };
  expect(() => collectUnlessEnding(state, fail)).toThrow('no gc');
  let count = 0;
  collectUnlessEnding(state, () => count++);
  expect(count).toBe(1);
});

test('collects real garbage', () => {
  const state = newCollectionState();
  collectUnlessEnding(state);
  expect(state[0]).toBe(0);
});

/** Does what collectUnlessEnding does in another thread, from the moment it reports that, for about 100 ms. */
const COLLECTOR = `
  const { parentPort, workerData: { state, done } } = require('node:worker_threads');
  Atomics.store(state, 0, 1);
  parentPort.postMessage('collecting');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  Atomics.store(done, 0, 1);
  Atomics.and(state, 0, ~1);
  Atomics.notify(state, 0);
`;

test('the end of a thread waits for a running collection', async () => {
  const state = newCollectionState();
  const done = newCollectionState();
  const worker = new Worker(COLLECTOR, { eval: true, workerData: { state, done } });
  await once(worker, 'message');
  forbidCollection(state);
  expect(done[0]).toBe(1);
  let count = 0;
  collectUnlessEnding(state, () => count++);
  expect(count).toBe(0);
  await worker.terminate();
});
