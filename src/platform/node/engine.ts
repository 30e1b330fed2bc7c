/** The engine on Node, with its platform. */
import workerSource from 'tengen:worker-source';
import type { Engine, EngineOptions } from '../../engine/api.ts';
import { createEngineOn } from '../../engine/engine.ts';
import type { Platform } from '../../engine/platform.ts';
import { MAX_PAGES } from '../../engine/runtime/memory-layout.ts';
import { clockSince, monotonicMs } from './clock.ts';
import { collectGarbage } from './collection.ts';
import { dataLimitBytes } from './data-limit.ts';
import { isExecutable } from './executable.ts';
import { type KernelChoice, kernelChoice } from './kernel-choice.ts';
import { cpuUse, NodeThread } from './thread.ts';

/**
 * Measured on Linux, x64, with Node 20 and 22 and in the executable, whose worker threads hold more. What the process
 * needs is measured when the search is loaded; until then, this has to do.
 */
const SEARCH_BYTES = (isExecutable() ? 27 : Number.parseInt(process.versions.node, 10) >= 22 ? 21 : 17) << 20;

/** @param choice is called when a search is started */
const nodeWith = (choice: () => KernelChoice): Platform => ({
  monotonicMs,
  clockSince,
  get sharedPages() {
    return choice().form === 'js' ? [] : [MAX_PAGES];
  },
  residentBytes: () => process.memoryUsage.rss(),
  searchBytes: SEARCH_BYTES,
  dataLimitBytes,
  cpuUse,
  // Later, when the caller has dropped its references to the garbage.
  collectGarbage: () => void setImmediate(collectGarbage),
  startThread: (setup, events, source = workerSource) => new NodeThread(source, setup, events, choice().addon),
});

const NODE = nodeWith(kernelChoice);

/** @throws EngineError for options that cannot be met */
export function createEngine(options: EngineOptions = {}): Engine {
  return createEngineOn(NODE, options);
}

/** {@link createEngine} with another form of the search than the process has chosen. */
export function createEngineWith(choice: KernelChoice, options: EngineOptions = {}): Engine {
  return createEngineOn(
    nodeWith(() => choice),
    options,
  );
}
