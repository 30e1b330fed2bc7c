/**
 * The search, lowered to WebAssembly: two modules, one with arrays at fixed addresses, for the main thread, and one
 * with arrays at an address that the host passes, for the helper threads that share its memory.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { KERNELS } from '../lowering/kernels.ts';
import { lower } from '../lowering/lower.ts';
import { generatedModule } from './generated-module.ts';
import { SEARCH_HOST, searchScript, sourceKey } from './search-form.ts';

/** Options of the lowering that differ from the usual ones; see tools/lowering. */
export interface SearchLowering {
  readonly isChecked?: boolean;
  readonly isOptimized?: boolean;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOWERING = join(ROOT, 'tools/lowering');
/** Lowering takes some seconds, and every bundle needs it. */
const CACHE = join(ROOT, 'node_modules/.cache/tengen');

/**
 * Modules requested in this process, by their cache file: two bundles of one build may request one at the same time.
 */
const asked = new Map<string, Promise<string>>();

/** @returns source of the module 'tengen:search-wasm', see src/generated/search-wasm.d.ts */
export async function searchWasmModule(options: SearchLowering = {}): Promise<string> {
  const script = await searchScript();
  const made = join(CACHE, `search-wasm-${await keyOf(script, options)}.js`);
  const module = asked.get(made) ?? keptOrMade(made, script, options);
  asked.set(made, module);
  return module;
}

async function keptOrMade(made: string, script: string, options: SearchLowering): Promise<string> {
  try {
    return await readFile(made, 'utf8');
  } catch {
    // Not lowered yet.
  }
  const source = moduleOf(script, options);
  await mkdir(CACHE, { recursive: true });
  // Written under a unique name first: several processes may do this at the same time.
  await writeFile(`${made}.${process.pid}`, source);
  await rename(`${made}.${process.pid}`, made);
  return source;
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

/** @returns a name that changes with everything that determines the module */
async function keyOf(script: string, options: SearchLowering): Promise<string> {
  const hash = createHash('sha256').update(script).update(JSON.stringify(options));
  const lowering = (await readdir(LOWERING)).sort().map((name) => join(LOWERING, name));
  const own = [import.meta.url, new URL('search-form.ts', import.meta.url)].map((url) => fileURLToPath(url));
  for (const file of [...lowering, ...own, join(ROOT, 'package.json')]) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** esbuild plugin that resolves `import ... from 'tengen:search-wasm'`. */
export function searchWasmPlugin(options?: SearchLowering): Plugin {
  return generatedModule('tengen:search-wasm', () => searchWasmModule(options), 'js');
}
