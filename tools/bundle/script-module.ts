import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleText } from './bundle-text.ts';
import { searchWasmPlugin } from './search-wasm.ts';

/** esbuild plugin: `import source from 'script:./x.ts'` gives x.ts as one classic script, for a thread of a tool. */
export const scriptPlugin: Plugin = {
  name: 'tengen-script',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^script:/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice('script:'.length)),
      namespace: 'script',
    }));
    onLoad({ filter: /.*/, namespace: 'script' }, async ({ path }) => ({
      contents: await bundleText(path, { format: 'cjs', plugins: [searchWasmPlugin()] }),
      loader: 'text',
    }));
  },
};
