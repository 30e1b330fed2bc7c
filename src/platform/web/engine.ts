/** The engine in a browser, with its platform. */
import type { Engine, EngineOptions } from '../../engine/api.ts';
import { createEngineOn } from '../../engine/engine.ts';
import { canShareMemory, type Platform } from '../../engine/platform.ts';
import {
  isForeign,
  startScript,
  startSource,
  usualTableBytes,
  type WebWorker,
  type WorkerConstructor,
} from './browser.ts';
import { clockSince, monotonicMs } from './clock.ts';
import { WebThread } from './thread.ts';

/** Numbers of 64 kB pages: 2 GiB, then less. */
const SHARED_PAGES = [32768, 16384, 8192, 4096, 2048, 1024];

declare const Worker: WorkerConstructor;

/**
 * On a cross-origin isolated page, the engine works as on Node. Elsewhere it searches with one thread, regardless of
 * {@link Engine.setThreads}, and stopping a think loses what it has learned.
 * @throws EngineError for options that cannot be met
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const engine = createEngineOn(platformOf(options), options);
  engine.setTableBytes(usualTableBytes());
  return engine;
}

function platformOf({ workerUrl }: EngineOptions): Platform {
  return {
    monotonicMs,
    clockSince,
    sharedPages: canShareMemory() ? SHARED_PAGES : [],
    residentBytes: () => 0,
    startThread: (setup, events, source) =>
      new WebThread(() => startWorker(source, workerUrl), setup, events, scriptName(workerUrl)),
  };
}

function startWorker(source: string | undefined, workerUrl: EngineOptions['workerUrl']): WebWorker {
  if (source !== undefined) return startSource(source);
  if (typeof workerUrl === 'function') return workerUrl() as WebWorker;
  if (workerUrl !== undefined) return startScript(addressOf(workerUrl));
  if (isForeign(import.meta.url)) return startScript(import.meta.url.replace(/[^/]*$/, 'search.js'));
  // Bundlers look for exactly this expression.
  return new Worker(new URL('./search.js', import.meta.url), { type: 'module' });
}

/** @returns the missing file in words, if the script of the search worker cannot be loaded */
function scriptName(workerUrl: EngineOptions['workerUrl']): string {
  if (typeof workerUrl === 'function') return 'the script of the worker that workerUrl returned';
  if (workerUrl !== undefined) return addressOf(workerUrl);
  return import.meta.url.replace(/[^/]*$/, 'search.js');
}

function addressOf(url: string | { readonly href: string }): string {
  return typeof url === 'string' ? url : url.href;
}
