/**
 * The addon inside an executable. The system loads machine code only from a file; on Linux that file needs no name, so
 * nothing of it remains, however the process ends.
 */
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { assetOfExecutable } from './executable.ts';

/** Name of the addon among the assets of the executable. */
export const ADDON_ASSET = 'kernel.node';

/** O_TMPFILE of Linux, for which Node has no constant: opens a file without a name in a folder. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;
/** Some of these folders may be read-only or disallow machine code. */
const FOLDERS = ['/dev/shm', '/tmp', '/var/tmp'];

/**
 * Paths of files with the addon, each of which exists until the next one is requested; the last one as long as the
 * process.
 */
export function* embeddedAddons(): Generator<string> {
  if (process.platform !== 'linux') return;
  const addon = assetOfExecutable(ADDON_ASSET);
  if (addon === null) return;
  for (const folder of new Set([...FOLDERS, tmpdir()])) {
    const file = namelessFile(folder, addon);
    if (file === null) continue;
    yield `/proc/self/fd/${file}`;
    closeSync(file);
  }
}

/** @returns an open file that has this content; null if the folder does not permit it */
function namelessFile(folder: string, content: Uint8Array): number | null {
  let file: number;
  try {
    file = openSync(folder, O_TMPFILE | constants.O_RDWR, 0o700);
  } catch {
    return null;
  }
  try {
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    return file;
  } catch {
    closeSync(file);
    return null;
  }
}
