import { type BuildOptions, build } from 'esbuild';
import { noticesPlugin } from './notices.ts';

/** Not written in one piece: tools/run.mjs replaces that expression in the sources of tools. */
export const MODULE_URL = ['import', 'meta', 'url'].join('.');

/**
 * Bundles one source with everything it imports, for Node, in memory.
 * @param options that differ between such bundles
 * @returns JavaScript
 */
export async function bundleText(
  file: string,
  options: BuildOptions & { readonly format: 'esm' | 'cjs' | 'iife' },
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    target: 'node20',
    ...options,
    plugins: [...(options.plugins ?? []), noticesPlugin],
    write: false,
  });
  return outputFiles[0].text;
}
