import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What dist/ is built from. */
const SOURCES = ['src', 'tools', 'books', 'packages/gomocup-check/src', 'packages/gomocup-check/package.json'];
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.types.json'];
/** Holds the key of the sources that dist/ was built from. */
const BUILT = join(ROOT, 'node_modules/.cache/tengen/built');

/** @returns a digest of names and contents of files, those in folders included */
export function contentKey(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const file = join(ROOT, path);
    if (statSync(file).isDirectory()) for (const name of readdirSync(file).sort()) add(`${path}/${name}`);
    else hash.update(`${path}\0`).update(readFileSync(file)).update('\0');
  };
  for (const path of paths) add(path);
  return hash.digest('hex').slice(0, 32);
}

/** @returns a digest of all that decides what a build gives */
export function sourcesKey(): string {
  return contentKey([...SOURCES, ...SETTINGS]);
}

/** @returns whether dist/ is what a build would give now */
export function isBuilt(): boolean {
  const isThere = ['dist/tengen.js', 'packages/gomocup-check/dist/gomocup-check.js', BUILT.slice(ROOT.length)];
  return isThere.every((path) => existsSync(join(ROOT, path))) && readFileSync(BUILT, 'utf8') === sourcesKey();
}

/** Records that dist/ comes from the sources of a key. */
export function recordBuild(key: string): void {
  mkdirSync(dirname(BUILT), { recursive: true });
  writeFileSync(BUILT, key);
}
