/**
 * The search worker, bundled to one classic script. The main bundle embeds it as a string, so that the library, the
 * brain and the packaged executables start it in the same way, without looking for a file.
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
    // The text is in memory twice, and memory may be scarce.
    minify: true,
    plugins: [searchWasmPlugin()],
    legalComments: 'none',
  });
}

/** esbuild plugin that resolves `import source from 'tengen:worker-source'`. */
export function workerSourcePlugin(): Plugin {
  return generatedModule('tengen:worker-source', workerSource, 'text');
}
