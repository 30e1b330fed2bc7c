/** All generated modules: for the bundles of the program, for the tools, for the tests. */
import type { Plugin } from 'esbuild';
import { ownBookModule, ownBookPlugin } from './own-book.ts';
import { reportScript, reportScriptPlugin } from './report-script.ts';
import { scriptPlugin } from './script-module.ts';
import { searchWasmModule, searchWasmPlugin } from './search-wasm.ts';
import { boardFilesModule, boardFilesPlugin } from './web.ts';
import { workerSource, workerSourcePlugin } from './worker-source.ts';

/**
 * The generated modules that every bundle of the program needs: its worker, the search that worker and bench run, the
 * script of a report, the board, the book.
 * @param where the files of the board and the book are: inside the bundle, or next to it
 */
export function generatedModules(where: 'inside' | 'separate' = 'inside'): Plugin[] {
  return [
    workerSourcePlugin(),
    searchWasmPlugin(),
    reportScriptPlugin(),
    boardFilesPlugin(where),
    ownBookPlugin(where),
  ];
}

/** Optional packages, which only a fleet, a server or a language model's client needs: never part of a bundle. */
export const OPTIONAL_PACKAGES = ['bullmq', 'ioredis', 'ws', '@modelcontextprotocol/sdk'];

/** The generated modules that only tools import. */
export function toolPlugins(): Plugin[] {
  return [...generatedModules(), scriptPlugin];
}

/** The same modules for the test runner: the source of each, by name. */
export const GENERATED: Readonly<Record<string, () => Promise<string>>> = {
  'tengen:worker-source': async () => `export default ${JSON.stringify(await workerSource())};`,
  'tengen:report-script': async () => `export default ${JSON.stringify(await reportScript())};`,
  'tengen:search-wasm': () => searchWasmModule(),
  'tengen:board-files': () => boardFilesModule(),
  'tengen:own-book': ownBookModule,
};
