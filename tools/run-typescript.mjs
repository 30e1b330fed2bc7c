// Runs a TypeScript file of this folder without building anything: bundled in memory, then imported.
import { fileURLToPath } from 'node:url';
import { bundleText } from './bundle-text.mjs';

/**
 * @param {string} file name of a file in tools/; the command line is left to it
 * @param {import("esbuild").Plugin[]} plugins for sources that need more than bundling
 * Every `import.meta.url` in the bundle is that of the file, so that it finds the repository's data.
 */
export async function runTypeScript(file, plugins = []) {
  const entry = new URL(file, import.meta.url);
  const define = { 'import.meta.url': JSON.stringify(entry.href) };
  const code = await bundleText(fileURLToPath(entry), { format: 'esm', plugins, define });
  await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}
