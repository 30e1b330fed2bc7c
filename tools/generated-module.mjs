// Modules that are made, not written: `import ... from 'tengen:<name>'`.

/**
 * @param {string} name with `tengen:` in front @param {() => Promise<string>} make its contents
 * @param {import('esbuild').Loader} loader 'text': the contents are the module's default export; 'js': they are its source
 * @returns {import('esbuild').Plugin} esbuild plugin that resolves it
 */
export function generatedModule(name, make, loader) {
  return {
    name: name.replace(':', '-'),
    setup(b) {
      b.onResolve({ filter: new RegExp(`^${name}$`) }, ({ path }) => ({ path, namespace: name }));
      b.onLoad({ filter: /.*/, namespace: name }, async () => ({ contents: await make(), loader }));
    },
  };
}
