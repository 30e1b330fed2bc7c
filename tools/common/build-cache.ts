/** Keeps what takes long to make from the sources, in node_modules/.cache/tengen. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentKey } from './build-key.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/tengen', import.meta.url));

/** @returns a digest of the contents of files and folders, by their paths from the root, and of other values */
export function cacheKey(paths: readonly string[], ...values: readonly unknown[]): string {
  const all = JSON.stringify([contentKey(paths), ...values]);
  return createHash('sha256').update(all).digest('hex').slice(0, 16);
}

/**
 * @param name of the file or folder in the cache, with the {@link cacheKey} of all that it is made from
 * @param build makes it in the given folder, which is empty; returns its path: that folder, or a file in it
 * @returns its path in the cache
 */
export async function builtOnce(name: string, build: (folder: string) => Promise<string>): Promise<string> {
  const made = join(CACHE, name);
  if (existsSync(made)) return made;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'making-'));
  try {
    renameSync(await build(folder), made);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(made)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return made;
}
