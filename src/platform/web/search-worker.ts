/**
 * Shell of the search thread in a browser, built as a separate script, dist/web/search.js. If it gets no memory from
 * the page, it allocates its own.
 */
import type { ToWorker, WorkerSetup } from '../../engine/messages.ts';
import type { KernelHost } from '../../engine/runtime/kernel.ts';
import { networkInUse } from '../../engine/runtime/network-in-use.ts';
import { provideNetwork } from '../../engine/runtime/networks.ts';
import { createPlainMemory } from '../../engine/runtime/plain-memory.ts';
import { wasmKernel } from '../../engine/runtime/wasm-kernel.ts';
import { type OpenedKernel, openSearchThread, type WorkerShell } from '../../engine/search-thread.ts';
import type { WorkerScope } from './browser.ts';
import { clockSince } from './clock.ts';

provideNetwork(networkInUse);
const scope = globalThis as unknown as WorkerScope;
/** Handles messages; null until the search is loaded. */
let handle: ((message: ToWorker) => void) | null = null;
/** Messages received before that. */
const waiting: ToWorker[] = [];

scope.onmessage = ({ data }) => {
  if (data.type === 'setup') void open(data.setup);
  else if (handle === null) waiting.push(data);
  else handle(data);
};

async function open(setup: WorkerSetup): Promise<void> {
  const shell: WorkerShell = {
    openKernel,
    clock: clockSince(setup.epochMs),
    post: (message) => scope.postMessage(message),
    residentBytes: () => 0,
    collectGarbage() {},
  };
  try {
    handle = await openSearchThread(setup, shell, 'network');
  } catch (error) {
    scope.postMessage({ type: 'error', id: 0, text: String(error) });
    return;
  }
  scope.postMessage({ type: 'loaded', rssBytes: 0 });
  for (const message of waiting) handle(message);
}

function openKernel({ memory, base, dirtyBytes, tableBytes }: WorkerSetup, host: KernelHost): OpenedKernel {
  if (memory !== null) return { kernel: wasmKernel(memory, base, host, dirtyBytes), ownTable: null };
  const own = createPlainMemory(tableBytes);
  if (own === null) throw new RangeError('no memory for the search: expected at least 11 MB');
  return { kernel: wasmKernel(own.memory, 0, host), ownTable: own.table };
}
