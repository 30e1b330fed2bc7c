/** The program as one classic script: a single executable has no files from which to load modules. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleText, MODULE_URL } from '../bundle/bundle-text.ts';
import { generatedModules, OPTIONAL_PACKAGES } from '../bundle/generated.ts';

/** @returns CommonJS that needs only Node's own modules, with all subcommands */
export async function programSource(): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  return bundleText(`${root}/src/cli/main.ts`, {
    format: 'cjs',
    // An executable is one file, with no addon next to it.
    define: { TENGEN_VERSION: JSON.stringify(version), [MODULE_URL]: '""' },
    plugins: generatedModules(),
    external: OPTIONAL_PACKAGES,
    legalComments: 'none',
  });
}
