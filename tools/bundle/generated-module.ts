import type { Loader, Plugin } from 'esbuild';

/**
 * A generated module: `import ... from 'tengen:<name>'`.
 * @param name including `tengen:`
 * @param loader 'text': the generated text is the module's default export; 'js': it is the module's source
 * @returns esbuild plugin that resolves it
 */
export function generatedModule(name: string, make: () => Promise<string>, loader: Loader): Plugin {
  return {
    name: name.replace(':', '-'),
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${name}$`) }, ({ path }) => ({ path, namespace: name }));
      onLoad({ filter: /.*/, namespace: name }, async () => ({ contents: await make(), loader }));
    },
  };
}
