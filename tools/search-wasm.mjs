// The search, lowered to WebAssembly: two modules, one whose arrays lie at fixed addresses, for the thread that decides,
// and one whose arrays lie where the host says, for the threads that help it on the same memory.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lower } from './lowering/lower.mjs';

const entry = fileURLToPath(new URL('../src/search/exports.ts', import.meta.url));

/** What search/host.ts asks of whoever runs the search. */
const IMPORTS = { hostNow: { result: true }, hostStop: { result: true }, hostInfo: { result: false } };
const ARRAY_PARAMETERS = { joinSearch: ['Int32Array'], useTable: ['Int32Array'] };

/** @returns {Promise<string>} the layers below the engine as one module of JavaScript */
export async function searchScript() {
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

/** @param {{ isMovable?: boolean, isChecked?: boolean, isOptimized?: boolean }} [options] see lower() */
export async function searchWasm(options = {}) {
  return lower(await searchScript(), { ...options, imports: IMPORTS, arrayParameters: ARRAY_PARAMETERS });
}

let moduleSource = null;

/** @returns {Promise<string>} source of the module 'tengen:search-wasm', see src/search-wasm.d.ts; made once a process */
export function searchWasmModule() {
  moduleSource ??= makeModule();
  return moduleSource;
}

async function makeModule() {
  const fixed = await searchWasm();
  const movable = await searchWasm({ isMovable: true });
  const { arrays, pointers, end } = fixed;
  return [
    `export const fixed = '${Buffer.from(fixed.bytes).toString('base64')}';`,
    `export const movable = '${Buffer.from(movable.bytes).toString('base64')}';`,
    `export const layout = ${JSON.stringify({ arrays, pointers, end })};`,
  ].join('\n');
}

/** esbuild plugin that resolves `import ... from 'tengen:search-wasm'`. */
export function searchWasmPlugin() {
  return {
    name: 'tengen-search-wasm',
    setup(b) {
      b.onResolve({ filter: /^tengen:search-wasm$/ }, (args) => ({ path: args.path, namespace: 'tengen-wasm' }));
      b.onLoad({ filter: /.*/, namespace: 'tengen-wasm' }, async () => ({
        contents: await searchWasmModule(),
        loader: 'js',
      }));
    },
  };
}
