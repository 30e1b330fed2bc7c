import { fileURLToPath } from 'node:url';
// @ts-expect-error plain JavaScript, shared with the tools
import { bundleText } from '../../../tools/bundle-text.mjs';
// @ts-expect-error plain JavaScript, shared with the build
import { searchWasmPlugin } from '../../../tools/search-wasm.mjs';

/**
 * Imports a module with everything below it as one bundle, the way the programs carry it. A test that searches millions
 * of nodes needs it: the test runner turns every use of an import into a call, which makes the search some four times
 * slower. The bundle has its own copy of the search's state.
 * @param path from this folder @param lowering how the search is lowered if not as usual, see tools/lowering/lower.mjs
 */
export async function importBundled<Module>(path: string, lowering?: object): Promise<Module> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const text: string = await bundleText(file, { format: 'esm', plugins: [searchWasmPlugin(lowering)] });
  const code = Buffer.from(text).toString('base64');
  return (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as Module;
}
