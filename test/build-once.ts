import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuilt } from '../tools/common/build-key.ts';

/** Builds dist/ before tests that start the built program, unless it is built from the present sources. */
export default function setup(): void {
  if (isBuilt()) return;
  const root = fileURLToPath(new URL('..', import.meta.url));
  const build = spawnSync(process.execPath, ['tools/run.mjs', 'build'], { cwd: root, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`build failed:\n${build.stdout}\n${build.stderr}`);
}
