import { fileURLToPath } from 'node:url';
import { bundleText } from '../tools/bundle/bundle-text.ts';
import { type SearchLowering, searchWasmPlugin } from '../tools/bundle/search-wasm.ts';

/**
 * Imports a module with everything below it as one bundle, as the programs contain it. A test that searches millions of
 * nodes needs it: the test runner turns every use of an import into a call, which makes the search some four times
 * slower. The bundle has its own copy of the search's state.
 * @param source address of the module
 * @param lowering options that differ from the usual ones
 */
export async function importBundled<Module>(source: URL, lowering?: SearchLowering): Promise<Module> {
  const text = await bundleText(fileURLToPath(source), { format: 'esm', plugins: [searchWasmPlugin(lowering)] });
  const code = Buffer.from(text).toString('base64');
  return (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as Module;
}
