/** The search thread of a page, with a worker that only counts. */
import { afterEach, expect, test, vi } from 'vitest';
import type { WebWorker } from '../../../src/platform/web/browser.ts';
import { WebThread } from '../../../src/platform/web/thread.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openThread() {
  let ends = 0;
  const worker = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage() {},
    terminate: () => ends++,
  } as unknown as WebWorker;
  const setup = { epochMs: 0, memory: null, base: 0, dirtyBytes: 0, tableBytes: 0 };
  const thread = new WebThread(() => worker, setup, { onMessage() {}, onFailure() {} }, 'search.js');
  return { thread, ends: () => ends };
}

test.each([true, false])('ends after a while, in real time where memory is shared: %s', async (isShared) => {
  vi.stubGlobal('crossOriginIsolated', isShared);
  vi.useFakeTimers();
  const { thread, ends } = openThread();
  let hasEnded = false;
  const ending = thread.end().then(() => {
    hasEnded = true;
  });
  expect(thread.end()).toBe(thread.end());
  expect(ends()).toBe(1);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(hasEnded).toBe(!isShared);
  vi.useRealTimers();
  await ending;
});
