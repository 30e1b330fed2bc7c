/**
 * tengen for a `<script>` tag, dist/web/tengen.js, which defines the variable `tengen`: the library of web.ts, and the
 * brain as a worker. The scripts of both workers are next to it, on the page's server or on any other.
 */
import type { EngineOptions } from './engine/api.ts';
import { scriptAddress, startScript, type WebWorker } from './platform/web/browser.ts';
import { createEngine as createWebEngine } from './platform/web/engine.ts';

export * from './web.ts';

const OWN = scriptAddress();
const SEARCH = new URL('search.js', OWN);

/** {@inheritDoc createWebEngine} */
export function createEngine(options: EngineOptions = {}): ReturnType<typeof createWebEngine> {
  return createWebEngine({ workerUrl: SEARCH, ...options });
}

/** @returns a Worker that takes commands of the protocol as text and posts each line of its answers */
export function startWorker(): WebWorker {
  return startScript(new URL(`worker.js#${SEARCH.href}`, OWN));
}
