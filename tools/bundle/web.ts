/** Builds what browsers load: the library (dist/web/index.js) with its search worker beside it (dist/web/worker.js). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { searchWasmPlugin } from './search-wasm.ts';

const source = (path: string): string => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

/** What is the same for everything that a browser loads. Of module scripts, Firefox 114 of 2023 came last to have workers. */
function forBrowsers(): BuildOptions {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return {
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    define: { TENGEN_VERSION: JSON.stringify(version) },
    plugins: [searchWasmPlugin()],
    legalComments: 'none',
  };
}

/** The script of the search worker: a classic one, so that it can be started as either kind of worker. */
const WORKER: BuildOptions = {
  entryPoints: { worker: source('platform/web/worker.ts') },
  format: 'iife',
  minify: true,
};

/** @param outdir dist/ */
export async function bundleWeb(outdir: string): Promise<void> {
  await build({ ...forBrowsers(), entryPoints: { index: source('web.ts') }, outdir: `${outdir}/web` });
  await build({ ...forBrowsers(), ...WORKER, outdir: `${outdir}/web` });
}
