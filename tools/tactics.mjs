// npm run tactics -- [--ms 100,1000] [--nodes N] [--kind K] [--symmetries] [--wins]
// Puts the positions of test/data/tactics.json to the search and prints how many of each kind it solves.
import { runTypeScript } from './run-typescript.mjs';
import { searchWasmPlugin } from './search-wasm.mjs';

await runTypeScript('tactics.ts', [searchWasmPlugin()]);
