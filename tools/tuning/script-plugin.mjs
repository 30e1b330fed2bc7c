import { fileURLToPath } from 'node:url';
import { bundleText } from '../bundle-text.mjs';
import { searchWasmPlugin } from '../search-wasm.mjs';

/** esbuild plugin: `import source from 'script:./x.ts'` gives x.ts as one classic script. */
export const scriptPlugin = {
  name: 'tengen-script',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^script:/ }, ({ path }) => ({ path: path.slice('script:'.length), namespace: 'script' }));
    onLoad({ filter: /.*/, namespace: 'script' }, async ({ path }) => {
      const file = fileURLToPath(new URL(path, import.meta.url));
      return { contents: await bundleText(file, { format: 'cjs', plugins: [searchWasmPlugin()] }), loader: 'text' };
    });
  },
};
