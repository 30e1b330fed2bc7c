/**
 * The search worker, bundled to one classic script. It travels inside the main bundle as a string, so that the library,
 * the brain and the packaged executables start it the same way and no file has to be found beside them.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundleText } from './bundle-text.ts';
import { generatedModule } from './generated-module.ts';
import { searchWasmPlugin } from './search-wasm.ts';

const entry = fileURLToPath(new URL('../../src/platform/node/worker.ts', import.meta.url));

/** @returns JavaScript for `new Worker(source, { eval: true })` */
export function workerSource(): Promise<string> {
  return bundleText(entry, {
    format: 'cjs',
    // The text is kept in memory twice, and memory may be short.
    minify: true,
    plugins: [searchWasmPlugin()],
    legalComments: 'none',
  });
}

/** esbuild plugin that resolves `import source from 'tengen:worker-source'`. */
export function workerSourcePlugin(): Plugin {
  return generatedModule('tengen:worker-source', workerSource, 'text');
}
