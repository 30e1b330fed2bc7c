// The search, lowered to WebAssembly: two modules, one whose arrays lie at fixed addresses, for the thread that decides,
// and one whose arrays lie where the host says, for the threads that help it on the same memory.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { generatedModule } from './generated-module.mjs';
import { lower } from './lowering/lower.mjs';

/** Lowering takes some seconds, and every bundle asks for it. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/tengen', import.meta.url));
const entry = fileURLToPath(new URL('../src/kernel/index.ts', import.meta.url));

/** What kernel/search/host.ts asks of whoever runs the search. */
const IMPORTS = { hostNow: { result: true }, hostStop: { result: true }, hostInfo: { result: false } };
const ARRAY_PARAMETERS = { joinSearch: ['Int32Array'], useTable: ['Int32Array'] };

/** @returns {Promise<string>} the layers below the engine as one module of JavaScript */
async function searchScript() {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  });
  return outputFiles[0].text;
}

/** Modules asked for in this process, by the file that keeps them: two bundles of one build may ask at once. */
const asked = new Map();

/**
 * @param {object} [options] see lower()
 * @returns {Promise<string>} source of the module 'tengen:search-wasm', see src/search-wasm.d.ts
 */
export async function searchWasmModule(options = {}) {
  const script = await searchScript();
  const made = join(CACHE, `search-wasm-${await keyOf(script, options)}.js`);
  if (!asked.has(made)) asked.set(made, keptOrMade(made, script, options));
  return asked.get(made);
}

async function keptOrMade(made, script, options) {
  try {
    return await readFile(made, 'utf8');
  } catch {
    // Not lowered yet.
  }
  const source = moduleOf(script, options);
  await mkdir(CACHE, { recursive: true });
  // Under a name of its own first: several processes may do this at once.
  await writeFile(`${made}.${process.pid}`, source);
  await rename(`${made}.${process.pid}`, made);
  return source;
}

function moduleOf(script, options) {
  const given = { ...options, imports: IMPORTS, arrayParameters: ARRAY_PARAMETERS };
  const fixed = lower(script, given);
  const movable = lower(script, { ...given, isMovable: true });
  const { arrays, pointers, end } = fixed;
  return [
    `export const fixed = '${Buffer.from(fixed.bytes).toString('base64')}';`,
    `export const movable = '${Buffer.from(movable.bytes).toString('base64')}';`,
    `export const layout = ${JSON.stringify({ arrays, pointers, end })};`,
  ].join('\n');
}

/** @returns {Promise<string>} a name that changes with everything that the module is made from */
async function keyOf(script, options) {
  const hash = createHash('sha256').update(script).update(JSON.stringify(options));
  const lowering = fileURLToPath(new URL('lowering', import.meta.url));
  for (const name of (await readdir(lowering)).sort()) hash.update(await readFile(join(lowering, name)));
  hash.update(await readFile(fileURLToPath(import.meta.url)));
  hash.update(await readFile(fileURLToPath(new URL('../package.json', import.meta.url))));
  return hash.digest('hex').slice(0, 16);
}

/** esbuild plugin that resolves `import ... from 'tengen:search-wasm'`. @param {object} [options] see lower() */
export function searchWasmPlugin(options) {
  return generatedModule('tengen:search-wasm', () => searchWasmModule(options), 'js');
}
