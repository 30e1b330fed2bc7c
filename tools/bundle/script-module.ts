import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OnLoadResult, Plugin } from 'esbuild';
import { bundleText } from './bundle-text.ts';
import { searchWasmPlugin } from './search-wasm.ts';

/** Replaces the search's trace points by the counters of the census. */
const tracePlugin: Plugin = {
  name: 'tengen-trace',
  setup({ onResolve }) {
    const path = fileURLToPath(new URL('../census/trace.ts', import.meta.url));
    onResolve({ filter: /\/trace\.ts$/ }, () => ({ path }));
  },
};

/**
 * esbuild plugin: `import source from 'script:./x.ts'` yields x.ts as one classic script, for a thread of a tool. With
 * `traced-script:`, the search in it updates the counters of tools/census/trace.ts.
 */
export const scriptPlugin: Plugin = {
  name: 'tengen-script',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(traced-)?script:/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(path.indexOf(':') + 1)),
      namespace: path.slice(0, path.indexOf(':')),
    }));
    onLoad({ filter: /.*/, namespace: 'script' }, ({ path }) => script(path, []));
    onLoad({ filter: /.*/, namespace: 'traced-script' }, ({ path }) => script(path, [tracePlugin]));
  },
};

async function script(path: string, plugins: readonly Plugin[]): Promise<OnLoadResult> {
  return {
    contents: await bundleText(path, { format: 'cjs', plugins: [searchWasmPlugin(), ...plugins] }),
    loader: 'text',
  };
}
