/** All modules that are made, not written: for the bundles of the program, for the tools, for the tests. */
import type { Plugin } from 'esbuild';
import { reportScript, reportScriptPlugin } from './report-script.ts';
import { scriptPlugin } from './script-module.ts';
import { searchWasmModule, searchWasmPlugin } from './search-wasm.ts';
import { boardFilesModule, boardFilesPlugin } from './web.ts';
import { workerSource, workerSourcePlugin } from './worker-source.ts';

/**
 * What every bundle of the program needs: its worker, the search that worker and bench run, the page of a report, the
 * board.
 * @param board where the files of the board are: in the bundle, or beside it
 */
export function generatedModules(board: 'inside' | 'beside' = 'inside'): Plugin[] {
  return [workerSourcePlugin(), searchWasmPlugin(), reportScriptPlugin(), boardFilesPlugin(board)];
}

/** For those who want a fleet: never in a bundle, everybody else does without. */
export const OPTIONAL_PACKAGES = ['bullmq', 'ioredis'];

/** What a tool may import besides. */
export function toolPlugins(): Plugin[] {
  return [...generatedModules(), scriptPlugin];
}

/** The same modules for the test runner: the source of each, by name. */
export const GENERATED: Readonly<Record<string, () => Promise<string>>> = {
  'tengen:worker-source': async () => `export default ${JSON.stringify(await workerSource())};`,
  'tengen:report-script': async () => `export default ${JSON.stringify(await reportScript())};`,
  'tengen:search-wasm': () => searchWasmModule(),
  'tengen:board-files': () => boardFilesModule(),
};
