import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Builds dist/ once before the tests, since some of them start the built program. With TENGEN_SKIP_BUILD=1 an existing
 * build is used.
 */
export default function setup(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (process.env.TENGEN_SKIP_BUILD === '1' && existsSync(`${root}dist/tengen.js`)) return;
  const build = spawnSync(process.execPath, ['tools/run.mjs', 'build'], { cwd: root, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`build failed:\n${build.stdout}\n${build.stderr}`);
}
