/** Starts a search whose addon hangs, and ends threads, engine and process while it does; for hung-thread.test.ts. */
import source from 'tengen:worker-source';
import { KernelMemory } from '../../../src/engine/runtime/kernel-memory.ts';
import { monotonicMs } from '../../../src/platform/node/clock.ts';
import { createEngine } from '../../../src/platform/node/engine.ts';
import { loadAddon } from '../../../src/platform/node/load-addon.ts';
import { NodeThread } from '../../../src/platform/node/thread.ts';

/** Exits with 3 and this text, by a listener that was added last. */
function exitLater(text: string): void {
  process.exitCode = 3;
  process.on('exit', () => process.stdout.write(text));
}

/** The addon hangs in its first function, and writes a byte of the memory before. */
async function whenHung(memory: ArrayBufferLike): Promise<void> {
  const state = new Uint8Array(memory, 0, 1);
  while (Atomics.load(state, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function hungThread(path: string): Promise<NodeThread> {
  const { memory } = KernelMemory.create()!;
  const setup = { epochMs: monotonicMs(), memory, tableBytes: 0, base: 0, dirtyBytes: 0 };
  const thread = new NodeThread(source, setup, { onMessage: () => {}, onFailure: () => {} }, loadAddon(path));
  await whenHung(memory.buffer);
  return thread;
}

const ENDINGS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  async exit(path) {
    await hungThread(path);
    exitLater('exits');
    process.exit();
  },
  async 'exit while ending'(path) {
    void (await hungThread(path)).end();
    exitLater('exits');
    process.exit();
  },
  async 'end of the thread'(path) {
    const thread = await hungThread(path);
    exitLater(`ended: ${await thread.end()}, again: ${await thread.end()}`);
  },
  /** The engine finds its addon in the folder of the program. */
  async 'end of the engine'() {
    const engine = createEngine({ size: 9 });
    // With a clock that runs, as in a brain: without one, a think waits for its search to begin.
    const { source: found } = await engine.think({ maxMs: 300, startedAt: engine.now() });
    await engine.close();
    exitLater(`found by ${found}`);
  },
};

const [path = '', ending = ''] = process.argv.slice(2);
await ENDINGS[ending](path);
