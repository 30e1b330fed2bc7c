// The search worker, bundled to one classic script. It travels inside the main bundle as a string, so that the
// library, the brain and the packaged executables start it the same way and no file has to be found beside them.

import { fileURLToPath } from 'node:url';
import { bundleText } from './bundle-text.mjs';
import { generatedModule } from './generated-module.mjs';
import { searchWasmPlugin } from './search-wasm.mjs';

const entry = fileURLToPath(new URL('../src/platform/node/worker.ts', import.meta.url));

/** @returns {Promise<string>} JavaScript for `new Worker(source, { eval: true })` */
export async function workerSource() {
  return bundleText(entry, {
    format: 'cjs',
    // The text is kept in memory twice, and memory may be short.
    minify: true,
    plugins: [searchWasmPlugin()],
    legalComments: 'none',
  });
}

/** esbuild plugin that resolves `import source from 'tengen:worker-source'`. */
export function workerSourcePlugin() {
  return generatedModule('tengen:worker-source', workerSource, 'text');
}

/** What every bundle of the engine needs: its worker, and the search that worker and bench run. */
export function enginePlugins() {
  return [workerSourcePlugin(), searchWasmPlugin()];
}
