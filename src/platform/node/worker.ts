/** Shell of the search thread on Node. It is bundled to one script (tools/bundle/worker-source.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { IS_LOADED } from '../../engine/control.ts';
import type { ToWorker } from '../../engine/messages.ts';
import type { Kernel, KernelHost } from '../../engine/runtime/kernel.ts';
import { nativeKernel } from '../../engine/runtime/native-kernel.ts';
import { provideNetwork } from '../../engine/runtime/networks.ts';
import { wasmKernel } from '../../engine/runtime/wasm-kernel.ts';
import type { WasmMemory } from '../../engine/runtime/webassembly.ts';
import { openSearchThread, type WorkerShell } from '../../engine/search-thread.ts';
import { clockSince } from './clock.ts';
import { collectUnlessEnding } from './collection.ts';
import { loadAddon } from './load-addon.ts';
import type { NodeWorkerData } from './thread.ts';

if (parentPort === null) throw new Error('started as a program; expected to be started as a worker thread');
const port = parentPort;
const { network, collection, addonPath, busy, ...setup } = workerData as NodeWorkerData;
provideNetwork(() => network);

function fastestKernel(memory: WasmMemory, base: number, host: KernelHost, dirtyBytes: number): Kernel {
  try {
    if (addonPath !== null) return nativeKernel(loadAddon(addonPath).exports, memory, base, host, dirtyBytes, busy);
  } catch {
    // The main thread has loaded it, but its file may have gone since.
  }
  return wasmKernel(memory, base, host, dirtyBytes);
}

const shell: WorkerShell = {
  async openKernel({ memory, base, dirtyBytes }, host) {
    if (memory !== null) return { kernel: fastestKernel(memory, base, host, dirtyBytes), ownTable: null };
    return { kernel: (await import('../../engine/runtime/js-kernel.ts')).jsKernel(host), ownTable: null };
  },
  clock: clockSince(setup.epochMs),
  post: (message) => port.postMessage(message),
  residentBytes: () => process.memoryUsage.rss(),
  collectGarbage: () => collectUnlessEnding(collection),
};

void openSearchThread(setup, shell, process.env.TENGEN_WEIGHTS ?? 'network').then((handle) => {
  Atomics.store(setup.control, IS_LOADED, 1);
  shell.post({ type: 'loaded', rssBytes: shell.residentBytes() });
  port.on('message', (message: ToWorker) => handle(message));
});
