/**
 * The search, lowered to WebAssembly: two modules, one with arrays at fixed addresses, for the main thread, and one
 * with arrays at an address that the host passes, for the helper threads that share its memory.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { builtOnce, cacheKey } from '../common/build-cache.ts';
import { KERNELS } from '../lowering/kernels.ts';
import { lower } from '../lowering/lower.ts';
import { generatedModule } from './generated-module.ts';
import { SEARCH_HOST, searchScript, sourceKey } from './search-form.ts';

/** Options of the lowering that differ from the usual ones; see tools/lowering. */
export interface SearchLowering {
  readonly isChecked?: boolean;
  readonly isOptimized?: boolean;
}

/** What determines the module, in addition to the kernel. */
const INPUTS = ['tools/lowering', 'tools/bundle/search-wasm.ts', 'tools/bundle/search-form.ts', 'package.json'];

/** Modules requested in this process, by their name in the cache: two bundles of one build may request the same one. */
const asked = new Map<string, Promise<string>>();

/** @returns source of the module 'tengen:search-wasm', see src/generated/search-wasm.d.ts */
export async function searchWasmModule(options: SearchLowering = {}): Promise<string> {
  const script = await searchScript();
  const name = `search-wasm-${cacheKey(INPUTS, script, options)}.js`;
  const module = asked.get(name) ?? keptOrMade(name, script, options);
  asked.set(name, module);
  return module;
}

/** Lowering takes some seconds, and every bundle needs it. */
async function keptOrMade(name: string, script: string, options: SearchLowering): Promise<string> {
  const made = await builtOnce(name, async (folder) => {
    const file = join(folder, name);
    await writeFile(file, moduleOf(script, options));
    return file;
  });
  return readFile(made, 'utf8');
}

function moduleOf(script: string, options: SearchLowering): string {
  const given = { ...options, ...SEARCH_HOST, handwritten: KERNELS };
  const fixed = lower(script, given);
  const movable = lower(script, { ...given, isMovable: true });
  const { arrays, pointers, end } = fixed;
  return [
    `export const fixed = '${Buffer.from(fixed.bytes).toString('hex')}';`,
    `export const movable = '${Buffer.from(movable.bytes).toString('hex')}';`,
    `export const source = '${sourceKey(script)}';`,
    `export const layout = ${JSON.stringify({ arrays, pointers, end })};`,
  ].join('\n');
}

/** esbuild plugin that resolves `import ... from 'tengen:search-wasm'`. */
export function searchWasmPlugin(options?: SearchLowering): Plugin {
  return generatedModule('tengen:search-wasm', () => searchWasmModule(options), 'js');
}
