// Builds dist/: the brain and command line (tengen.js), the library (index.js, match.js) and their types.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerSourcePlugin } from './worker-source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: { tengen: 'src/cli/main.ts', index: 'src/index.ts', match: 'src/match/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  define: { TENGEN_VERSION: JSON.stringify(version) },
  plugins: [workerSourcePlugin()],
  legalComments: 'none',
});
chmodSync('dist/tengen.js', 0o755);

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const types = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { stdio: 'inherit' });
process.exit(types.status ?? 1);
