import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { searchWasmPlugin } from '../search-wasm.mjs';

/** esbuild plugin: `import source from 'script:./x.ts'` gives x.ts as one classic script. */
export const scriptPlugin = {
  name: 'tengen-script',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^script:/ }, ({ path }) => ({ path: path.slice('script:'.length), namespace: 'script' }));
    onLoad({ filter: /.*/, namespace: 'script' }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
        bundle: true,
        write: false,
        platform: 'node',
        target: 'node20',
        format: 'cjs',
        plugins: [searchWasmPlugin()],
      });
      return { contents: outputFiles[0].text, loader: 'text' };
    });
  },
};
