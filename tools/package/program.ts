/** The program as one classic script: a single executable has no files to load modules from. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleText } from '../bundle/bundle-text.ts';
import { generatedModules, OPTIONAL_PACKAGES } from '../bundle/generated.ts';

/** @returns CommonJS that needs Node's own modules only, all subcommands inside */
export async function programSource(): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  return bundleText(`${root}/src/cli/main.ts`, {
    format: 'cjs',
    define: { TENGEN_VERSION: JSON.stringify(version) },
    plugins: generatedModules(),
    external: OPTIONAL_PACKAGES,
    legalComments: 'none',
  });
}
