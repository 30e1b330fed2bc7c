import { build } from 'esbuild';

/**
 * Bundles one source with everything it imports, for Node, in memory.
 * @param {string} file
 * @param {import("esbuild").BuildOptions & { format: "esm" | "cjs" }} options what is not the same for all such bundles
 * @returns {Promise<string>} JavaScript
 */
export async function bundleText(file, options) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    ...options,
  });
  return outputFiles[0].text;
}
