/** Starts a search thread whose addon hangs, and ends the process while it does; for hung-thread.test.ts. */
import source from 'tengen:worker-source';
import { monotonicMs } from '../../src/platform/node/clock.ts';
import { loadAddon } from '../../src/platform/node/load-addon.ts';
import { NodeThread } from '../../src/platform/node/thread.ts';
import { KernelMemory } from '../../src/runtime/kernel-memory.ts';

const [path = '', ending] = process.argv.slice(2);
const { memory } = KernelMemory.create()!;
const setup = { epochMs: monotonicMs(), memory, tableBytes: 0, base: 0, dirtyBytes: 0 };
const events = { onMessage: () => {}, onFailure: () => {} };
const thread = new NodeThread(source, setup, events, loadAddon(path));
// The addon hangs in its first function, and writes a byte of the memory before.
const state = new Uint8Array(memory.buffer, 0, 1);
setInterval(() => {
  if (Atomics.load(state, 0) === 0) return;
  if (ending === 'end-first') void thread.end();
  process.exit(3);
}, 10);
