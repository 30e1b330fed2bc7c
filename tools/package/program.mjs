// The program as one classic script: a single executable has no files to load modules from.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleText } from '../bundle-text.mjs';
import { reportScriptPlugin } from '../report-script.mjs';
import { enginePlugins } from '../worker-source.mjs';

/** @returns {Promise<string>} CommonJS that needs Node's own modules only, all subcommands inside */
export async function programSource() {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  return bundleText(`${root}/src/cli/main.ts`, {
    format: 'cjs',
    define: { TENGEN_VERSION: JSON.stringify(version) },
    plugins: [...enginePlugins(), reportScriptPlugin()],
    legalComments: 'none',
  });
}
