// The search worker, bundled to one classic script. It travels inside the main bundle as a string, so that the
// library, the brain and the packaged executables start it the same way and no file has to be found beside them.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const entry = fileURLToPath(new URL('../src/engine/worker.ts', import.meta.url));

/** @param {{ minify?: boolean }} [options] @returns {Promise<string>} JavaScript for `new Worker(source, { eval: true })` */
export async function workerSource(options = {}) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: options.minify ?? false,
    legalComments: 'none',
  });
  return result.outputFiles[0].text;
}

/** esbuild plugin that resolves `import source from 'tengen:worker-source'`. */
export function workerSourcePlugin(options = {}) {
  return {
    name: 'tengen-worker-source',
    setup(b) {
      b.onResolve({ filter: /^tengen:worker-source$/ }, (args) => ({ path: args.path, namespace: 'tengen' }));
      b.onLoad({ filter: /.*/, namespace: 'tengen' }, async () => ({
        contents: await workerSource(options),
        loader: 'text',
      }));
    },
  };
}
