import type { Loader, Plugin } from 'esbuild';

/**
 * A module that is made, not written: `import ... from 'tengen:<name>'`.
 * @param name with `tengen:` in front
 * @param loader 'text': what is made is the module's default export; 'js': it is its source
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
