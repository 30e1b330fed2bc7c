// Runs a TypeScript file of this folder without building anything: bundled in memory, then imported.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * @param {string} file name of a file in tools/; the command line is left to it
 * @param {import("esbuild").Plugin[]} plugins for sources that need more than bundling
 * Every `import.meta.url` in the bundle is that of the file, so that it finds the repository's data.
 */
export async function runTypeScript(file, plugins = []) {
  const entry = new URL(file, import.meta.url);
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    plugins,
    define: { 'import.meta.url': JSON.stringify(entry.href) },
  });
  await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}
