import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleText } from '../../../tools/bundle/bundle-text.ts';
import { searchWasmPlugin } from '../../../tools/bundle/search-wasm.ts';

/** Bundles checked-life.ts into the folder. @returns path of the script, which takes the path of an addon */
export async function writeLifeScript(folder: string): Promise<string> {
  const source = fileURLToPath(new URL('checked-life.ts', import.meta.url));
  const script = join(folder, 'life.mjs');
  writeFileSync(script, await bundleText(source, { format: 'esm', plugins: [searchWasmPlugin()] }));
  return script;
}
