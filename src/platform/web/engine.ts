/** The engine in a browser: this is where its platform is chosen. */
import type { Engine, EngineOptions } from '../../engine/api.ts';
import { createEngineOn } from '../../engine/engine.ts';
import type { Platform } from '../../engine/platform.ts';
import { canShareMemory, usualTableBytes, type WebWorker } from './browser.ts';
import { clockSince, monotonicMs } from './clock.ts';
import { WebThread } from './thread.ts';

export interface WebEngineOptions extends EngineOptions {
  /**
   * Where the script of the search worker lies (`tengen/worker` of the package), or what makes the worker. Default:
   * beside the library, which Vite, webpack and Parcel see to; esbuild does not.
   */
  readonly workerUrl?: string | URL | (() => object);
}

/** Pages of 64 kB: two gigabytes, then less. */
const SHARED_PAGES = [32768, 16384, 8192, 4096, 2048, 1024];

declare const Worker: new (url: string | URL, options?: { type: 'module' }) => WebWorker;

/**
 * Where the page is cross-origin isolated this is the engine as on Node. Elsewhere it searches with one thread whatever
 * {@link Engine.setThreads} says, and a think that is stopped loses what it has learned.
 * @throws EngineError for options that cannot be met
 */
export function createEngine(options: WebEngineOptions = {}): Engine {
  const engine = createEngineOn(platformOf(options), options, ['workerUrl']);
  engine.setTableBytes(usualTableBytes());
  return engine;
}

function platformOf({ workerUrl }: WebEngineOptions): Platform {
  return {
    monotonicMs,
    clockSince,
    sharedPages: canShareMemory() ? SHARED_PAGES : [],
    residentBytes: () => 0,
    startThread: (setup, events, source) => new WebThread(() => startWorker(source, workerUrl), setup, events),
  };
}

function startWorker(source: string | undefined, workerUrl: WebEngineOptions['workerUrl']): WebWorker {
  if (source !== undefined) return new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
  if (typeof workerUrl === 'function') return workerUrl() as WebWorker;
  if (workerUrl !== undefined) return new Worker(workerUrl);
  // Bundlers look for these very words.
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}
